import { MailQuestion } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { User } from '../../../../shared/accounts/accounts.ts';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { useFocusOnReturn } from '../../../lib/focus.ts';
import { Button } from '../../../ui/button.tsx';
import { StrongEmail } from '../../../ui/email-text.tsx';
import { toast } from '../../../ui/toast.ts';
import { ConfirmationForm } from '../../accounts/auth/security/security.ts';
import { useRemoveSecondEmail } from './queries.ts';
import { SecondEmailForm } from './second-email-form.tsx';

interface SecondEmailProps {
  profile: User;
  wishes: ReleaseWishes;
}

type Step = 'none' | 'add' | 'remove';

/** A second address where the owner is asked. A new one takes effect once the link sent to it is opened. */
export function SecondEmail({ profile, wishes: { secondEmail, pendingSecondEmail } }: SecondEmailProps) {
  const [step, setStep] = useState<Step>('none');
  const home = useFocusOnReturn(step === 'none');
  const close = () => setStep('none');
  const needsCode = profile.twoFactorEnabled;
  if (step === 'add') return <SecondEmailForm needsCode={needsCode} onClose={close} />;
  if (step === 'remove') return <Removal needsCode={needsCode} onClose={close} />;
  const isGiven = secondEmail !== null || pendingSecondEmail !== null;
  return (
    <div ref={home} tabIndex={-1} className="grid justify-items-start gap-3 outline-none">
      {secondEmail && (
        <p>
          <StrongEmail>{secondEmail}</StrongEmail>
        </p>
      )}
      {pendingSecondEmail && <Pending email={pendingSecondEmail} />}
      {!isGiven && (
        <p className="max-w-measure text-ink-soft">
          You have not given one. It may be an address that somebody close to you reads.
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {isGiven && (
          <Button variant="quiet" size="small" onPress={() => setStep('remove')}>
            Remove
          </Button>
        )}
        <Button variant="quiet" size="small" onPress={() => setStep('add')}>
          {isGiven ? 'Give another address' : 'Add an address'}
        </Button>
      </div>
    </div>
  );
}

function Pending({ email }: { email: string }): ReactNode {
  return (
    <p className="grid grid-cols-[auto_1fr] gap-x-3 notice bg-pine-wash p-4">
      <MailQuestion aria-hidden="true" className="mt-0.5 size-5 text-pine" strokeWidth={1.5} />
      <span>
        <StrongEmail>{email}</StrongEmail> is not confirmed yet. Please open the link we sent there. Until
        then we do not ask you there.
      </span>
    </p>
  );
}

function Removal({ needsCode, onClose }: { needsCode: boolean; onClose: () => void }) {
  const { mutateAsync: remove } = useRemoveSecondEmail();
  return (
    <div className="grid gap-4">
      <p>We would then ask you only at the address of your account.</p>
      <ConfirmationForm
        needsCode={needsCode}
        action="Remove it"
        pendingLabel="Removing"
        failure="It was not removed"
        onCancel={onClose}
        onConfirm={async ({ password, code }) => {
          await remove({ password, code });
          toast({ title: 'The second address is removed' });
          onClose();
        }}
      />
    </div>
  );
}
