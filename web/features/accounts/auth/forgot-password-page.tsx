import { useState } from 'react';
import type { z } from 'zod';
import type { ForgotPasswordAnswer } from '../../../../shared/accounts/passwords.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { StrongEmail } from '../../../ui/email-text.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { EmailField } from '../../../ui/text-field.tsx';
import { showFailure } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';
import { AuthScreen, Outcome } from './auth-screen.tsx';

export function ForgotPasswordPage() {
  const [sent, setSent] = useState<{ email: string; message: string } | null>(null);
  if (!sent) {
    return (
      <AuthScreen
        title="Choose a new password"
        lead="Tell us the email address you sign in with, and we will send it a link."
      >
        <RequestForm onSent={setSent} />
      </AuthScreen>
    );
  }
  return (
    <AuthScreen title="Check your inbox">
      <Outcome
        next={
          <>
            <ButtonLink href="/auth?mode=signin">Back to Sign In</ButtonLink>
            <Button variant="quiet" onPress={() => setSent(null)}>
              Use another email address
            </Button>
          </>
        }
      >
        <p>{sent.message}</p>
        <p className="text-ink-soft">
          You gave <StrongEmail>{sent.email}</StrongEmail>. If nothing comes within a few minutes, check your
          spam folder.
        </p>
      </Outcome>
    </AuthScreen>
  );
}

function RequestForm({ onSent }: { onSent: (sent: { email: string; message: string }) => void }) {
  const form = useAuthForm({
    initial: { email: '' },
    validate: async (values) => (await import('./auth-rules.ts')).checkForgotPassword(values),
    onValid: request,
  });

  async function request(values: { email: string }) {
    try {
      const answer = await write<z.input<typeof ForgotPasswordAnswer>>(
        'POST',
        '/api/auth/forgot-password',
        values,
        { anonymous: true },
      );
      onSent({ email: values.email.trim(), message: answer.message });
    } catch (error) {
      form.showErrors(fieldsOf(error));
      showFailure(error, undefined, 'The link was not sent');
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <FormErrorSummary {...form.summary} />
      <EmailField autoComplete="username" isRequired {...form.field('email')} />
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Sending">
        Send me a link
      </Button>
      <ButtonLink href="/auth?mode=signin" variant="text" className="justify-self-center">
        Back to Sign In
      </ButtonLink>
    </form>
  );
}
