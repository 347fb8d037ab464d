import { toast } from '../../../../ui/toast.ts';
import { ConfirmationForm } from './confirmation-form.tsx';
import { useTwoFactorChanges } from './queries.ts';

export function Renew(props: { onDone: (codes: readonly string[]) => void; onCancel: () => void }) {
  const { renewCodes } = useTwoFactorChanges();
  return (
    <div className="grid gap-4">
      <p>You get ten new recovery codes. The ones you have will no longer work.</p>
      <ConfirmationForm
        needsCode
        action="Make new codes"
        pendingLabel="Making new codes"
        failure="No new codes were made"
        onCancel={props.onCancel}
        onConfirm={async ({ password, code }) =>
          props.onDone((await renewCodes({ password, code })).recoveryCodes)
        }
      />
    </div>
  );
}

export function End({ onClose }: { onClose: () => void }) {
  const { end } = useTwoFactorChanges();
  return (
    <div className="grid gap-4">
      <p>Your password alone will open your account again. Other browsers are signed out.</p>
      <ConfirmationForm
        needsCode
        action="Switch off"
        pendingLabel="Switching off"
        failure="Two-factor sign-in is still on"
        onCancel={onClose}
        onConfirm={async ({ password, code }) => {
          await end({ password, code });
          toast({ title: 'Two-factor sign-in is off' });
          onClose();
        }}
      />
    </div>
  );
}
