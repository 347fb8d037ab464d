import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ConfirmationForm } from '../../../accounts/auth/security/security.ts';
import { useMakeStoppingCode } from '../queries.ts';

interface CodeMakingProps {
  needsCode: boolean;
  /** An earlier sheet has a code, which a new one would replace. */
  isCodeMade: boolean;
  isShown: boolean;
  onMade: (code: string) => void;
}

/** Puts a new code on the sheet, after asking for the password. */
export function CodeMaking({ needsCode, isCodeMade, isShown, onMade }: CodeMakingProps) {
  const { mutateAsync: make } = useMakeStoppingCode();
  const [isAsking, setAsking] = useState(false);
  if (isShown) return <Shown />;
  return (
    <section aria-label="The code on your sheet" className="mb-5 grid gap-4 notice bg-gold-wash px-4.5 py-4">
      <p>
        {isCodeMade
          ? 'The code that you have is on your printed sheet only; we cannot show it again. If the sheet is lost, make a new code: the old one then no longer works.'
          : 'The sheet can carry a code. With it you, or somebody at your side, can stop a report that is a mistake, without your password or your mailbox. It is shown only once.'}
      </p>
      {isAsking ? (
        <ConfirmationForm
          needsCode={needsCode}
          action="Make the code"
          pendingLabel="Making the code"
          failure="No code was made"
          onCancel={() => setAsking(false)}
          onConfirm={async ({ password, code }) => {
            const made = await make({ password, code });
            setAsking(false);
            onMade(made.code);
          }}
        />
      ) : (
        <Button className="justify-self-start" onPress={() => setAsking(true)}>
          {isCodeMade ? 'Make a new code' : 'Make a code'}
        </Button>
      )}
    </section>
  );
}

function Shown() {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1} role="status" className="mb-5 notice bg-gold-wash px-4.5 py-4 outline-none">
      <strong className="font-semibold">The code is on the sheet now.</strong> Print it, or copy the code by
      hand: once you leave this page it is not shown again.
    </p>
  );
}
