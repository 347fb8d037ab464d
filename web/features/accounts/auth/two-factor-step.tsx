import { useState } from 'react';
import type { SignedIn } from '../../../../shared/accounts/sign-in.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';

interface TwoFactorStepProps {
  challengeToken: string;
  onSignedIn: (answer: SignedIn) => void;
  /** Returns to the password: on request, or when the challenge has expired. */
  onBack: () => void;
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function TwoFactorStep({ challengeToken, onSignedIn, onBack }: TwoFactorStepProps) {
  const [isRecovery, setRecovery] = useState(false);
  const form = useAuthForm({
    initial: { code: '' },
    validate: async ({ code }) => (code.trim() ? {} : { code: 'Please enter a code' }),
    onValid: sendCode,
  });

  async function sendCode({ code }: { code: string }) {
    try {
      const body = { challengeToken, code };
      const answer = await write<SignedIn>('POST', '/api/auth/login/two-factor', body, { anonymous: true });
      onSignedIn(answer);
    } catch (error) {
      const description = messageOf(error, 'Please try again.');
      form.showErrors({ code: description, ...fieldsOf(error) });
      toast({ variant: 'destructive', title: 'Sign in failed', description });
      if (error instanceof ApiError && error.status === 401) onBack();
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <h2 className="text-title">One more step</h2>
      <FormErrorSummary {...form.summary} />
      <TextField
        key={isRecovery ? 'recovery' : 'app'}
        label={isRecovery ? 'Recovery code' : 'Six-digit code'}
        description={
          isRecovery
            ? 'One of the ten codes you kept when you switched this on. Each works once.'
            : 'Your authenticator app shows it.'
        }
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        inputMode={isRecovery ? 'text' : 'numeric'}
        spellCheck={false}
        autoFocus
        isRequired
        {...form.field('code')}
      />
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Signing in">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-x-6">
        <Button
          variant="text"
          onPress={() => {
            form.field('code').onChange('');
            setRecovery(!isRecovery);
          }}
        >
          {isRecovery ? 'Use the code from my app' : 'Use a recovery code'}
        </Button>
        <Button variant="text" onPress={onBack}>
          Back to the password
        </Button>
      </div>
    </form>
  );
}
