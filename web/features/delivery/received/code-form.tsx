import { type FormEvent, useEffect, useState } from 'react';
import type { CodeDestination, ReceivedCover } from '../../../../shared/delivery/received.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { useArrivalFocus } from './arrival-focus.ts';
import { CoverPage } from './cover-page.tsx';

interface CodeFormProps {
  cover: ReceivedCover;
  /** The server's message about where the code was sent. */
  notice: string;
  error?: string | undefined;
  isOpening: boolean;
  sentTo: CodeDestination;
  onEnter: (code: string) => void;
  onSend: (to: CodeDestination) => void;
}

const incomplete = 'The code has six digits';

/** On an unknown device, a code sent to the recipient's address proves who they are. */
export function CodeForm(props: CodeFormProps) {
  const { cover, notice, error, sentTo, isOpening, onEnter, onSend } = props;
  const [code, setCode] = useState('');
  const [isIncomplete, setIncomplete] = useState(false);
  const field = useArrivalFocus<HTMLInputElement>();
  useEffect(() => {
    if (error) field.current?.select();
  }, [error, field]);

  function changeCode(next: string) {
    setCode(next);
    setIncomplete(false);
  }

  function sendElsewhere() {
    field.current?.focus();
    onSend('elsewhere');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setIncomplete(code.length < 6);
    if (code.length < 6) field.current?.focus();
    else if (!isOpening) onEnter(code);
  }

  return (
    <CoverPage cover={cover}>
      <form noValidate className="grid w-full max-w-90 gap-5" onSubmit={submit}>
        <p role="status" className="text-ink-soft">
          {notice}
        </p>
        <CodeField
          ref={field}
          isLarge
          isRequired
          className="text-left"
          value={code}
          error={isIncomplete ? incomplete : error}
          onChange={changeCode}
        />
        <Button type="submit" size="large" isPending={isOpening} pendingLabel="Opening">
          Open
        </Button>
        <Button variant="text" onPress={() => onSend(sentTo)}>
          Send another code
        </Button>
        {sentTo === 'link' && (
          <div className="grid gap-1 border-t border-line pt-5 text-small text-ink-soft">
            <p>No longer reading messages at that address?</p>
            {cover.codeElsewhere ? (
              <Button variant="text" size="small" onPress={sendElsewhere}>
                Send the code to my other address
              </Button>
            ) : (
              <p>Write to us, and we will look for another way.</p>
            )}
          </div>
        )}
      </form>
    </CoverPage>
  );
}
