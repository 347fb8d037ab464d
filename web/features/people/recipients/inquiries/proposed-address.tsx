import { type FormEvent, useState } from 'react';
import type { InquiryPage } from '../../../../../shared/people/inquiries.ts';
import { Button } from '../../../../ui/button.tsx';
import { CodeField } from '../../../../ui/code-field.tsx';
import { LinkPage } from '../../../../ui/link-page.tsx';
import { type Asked, Refusal } from './parts.tsx';

type Proposed = NonNullable<InquiryPage['proposed']>;

/** The new address, which is first confirmed by a code and then waits for the owner. */
export function ProposedAddress({
  proposed,
  onUndo,
  ...asked
}: Asked & { proposed: Proposed; onUndo: () => void }) {
  const { ownerFirstName, firstName } = asked.page;
  const { state, email, phone, mailingAddress } = proposed;
  const isSent = state === 'code-sent';
  return (
    <LinkPage
      isWide
      title={isSent ? 'Please enter the code.' : `Thank you, ${firstName}.`}
      takesFocus={asked.wasPressed}
    >
      <p className="text-lead wrap-anywhere text-ink-soft">
        {isSent
          ? `We sent six digits to ${email ?? ''}. Entering them shows that the address is yours.`
          : `${ownerFirstName} is asked about this now. Until then nothing changes, and you can close this page.`}
      </p>
      {!isSent && (
        <ul className="wrap-anywhere whitespace-pre-line">
          {[email, phone, mailingAddress].filter(Boolean).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {isSent && <Code {...asked} proposed={proposed} />}
      <Refusal {...asked} />
      <div>
        <Button
          variant="text"
          isDisabled={asked.isPressing}
          onPress={() => {
            onUndo();
            asked.send('/address/undo');
          }}
        >
          Leave my address as it was
        </Button>
      </div>
    </LinkPage>
  );
}

function Code({ proposed, send, isPressing, fields }: Asked & { proposed: Proposed }) {
  const [code, setCode] = useState('');
  const { email, phone, mailingAddress } = proposed;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPressing) send('/address/code', { code });
  }

  return (
    <form noValidate className="mt-2 grid max-w-80 gap-4" onSubmit={submit}>
      <CodeField value={code} error={fields['code']} onChange={setCode} />
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <Button type="submit" isPending={isPressing} isDisabled={code.length < 6}>
          Confirm it
        </Button>
        <Button variant="text" onPress={() => send('/address', { email, phone, mailingAddress })}>
          Send another code
        </Button>
      </div>
    </form>
  );
}
