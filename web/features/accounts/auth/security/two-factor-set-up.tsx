import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { TwoFactorSetup } from '../../../../../shared/accounts/two-factor.ts';
import { fieldsOf, messageOf } from '../../../../lib/api/api-error.ts';
import { checkedBy } from '../../../../lib/check-form.ts';
import { showServerErrors, useField } from '../../../../lib/forms.ts';
import { ActionRow } from '../../../../ui/actions.tsx';
import { Button } from '../../../../ui/button.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { toast } from '../../../../ui/toast.ts';
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
  const form = useForm({
    defaultValues: { code: '' },
    resolver: checkedBy<{ code: string }>(({ code }) => (code.trim() ? {} : { code: 'Please enter a code' })),
  });
  const { isSubmitting } = form.formState;

  async function submit({ code }: { code: string }) {
    try {
      onDone((await confirm(code)).recoveryCodes);
    } catch (error) {
      showServerErrors(fieldsOf(error), ['code'], form.setError);
      const description = messageOf(error, 'Please try again.');
      toast({ variant: 'destructive', title: 'Two-factor sign-in was not set up', description });
    }
  }

  return (
    <form
      noValidate
      className="grid max-w-100 gap-5"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <TextField
        label="Six-digit code"
        description="Type the code that the app shows now."
        autoComplete="one-time-code"
        inputMode="numeric"
        spellCheck={false}
        isRequired
        {...useField({ control: form.control, name: 'code' })}
      />
      <ActionRow
        cancel={
          <Button variant="quiet" size="small" isDisabled={isSubmitting} onPress={onCancel}>
            Cancel
          </Button>
        }
        action={
          <Button type="submit" size="small" isPending={isSubmitting} pendingLabel="Checking the code">
            Switch on
          </Button>
        }
      />
    </form>
  );
}
