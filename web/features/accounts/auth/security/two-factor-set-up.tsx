import { useState } from 'react';
import type { TwoFactorSetup } from '../../../../../shared/accounts/two-factor.ts';
import { useCheckedForm, useField } from '../../../../lib/forms.ts';
import { InlineForm } from '../../../../ui/form-dialog.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { showFailure } from '../../../../ui/toast.ts';
import { ConfirmationForm } from './confirmation-form.tsx';
import { useTwoFactorChanges } from './queries.ts';

interface TwoFactorSetUpProps {
  /** Receives the recovery codes, which the server returns only once. */
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Password, then the QR code for the app, then the app's first code. */
export function TwoFactorSetUp({ onDone, onCancel }: TwoFactorSetUpProps) {
  const [setup, setSetup] = useState<TwoFactorSetup | null>(null);
  const { begin } = useTwoFactorChanges();
  if (!setup) {
    return (
      <div className="grid gap-4">
        <p>
          You need an authenticator app: it shows a new six-digit code every half minute, which you type in
          after your password. Many phones have one among their passwords, and there are free ones for every
          phone and computer. Other browsers are signed out when you are done.
        </p>
        <ConfirmationForm
          needsCode={false}
          action="Continue"
          pendingLabel="Checking"
          failure="Two-factor sign-in was not set up"
          onCancel={onCancel}
          onConfirm={async ({ password }) => setSetup(await begin({ password }))}
        />
      </div>
    );
  }
  return (
    <ol className="grid list-decimal gap-6 pl-5 marker:text-ink-soft">
      <li>
        <AuthenticatorKey setup={setup} />
      </li>
      <li>
        <FirstCode onDone={onDone} onCancel={onCancel} />
      </li>
    </ol>
  );
}

function AuthenticatorKey({ setup: { qrCode, secret } }: { setup: TwoFactorSetup }) {
  return (
    <div className="grid gap-3">
      <p>Scan this picture with your authenticator app.</p>
      <img
        src={qrCode}
        alt="The key for your authenticator app, as a QR code"
        width={220}
        height={220}
        className="rounded-choice border border-line bg-white"
      />
      <p className="text-ink-soft">
        Or type this key into the app:{' '}
        <code className="font-mono text-base break-all text-ink select-all">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
    </div>
  );
}

function FirstCode({ onDone, onCancel }: TwoFactorSetUpProps) {
  const { confirm } = useTwoFactorChanges();
  const { control, formProps } = useCheckedForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() ? {} : { code: 'Please enter a code' }),
    send: async ({ code }) => onDone((await confirm(code)).recoveryCodes),
    onFailure: (error) => showFailure(error, undefined, 'Two-factor sign-in was not set up'),
  });
  return (
    <InlineForm
      action="Switch on"
      pendingLabel="Checking the code"
      onCancel={onCancel}
      {...formProps}
      summary={undefined}
    >
      <TextField
        label="Six-digit code"
        description="Type the code that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        isRequired
        {...useField({ control, name: 'code' })}
      />
    </InlineForm>
  );
}
