import { useEffect, useState } from 'react';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { clearSession } from '../../../lib/api/session-end.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';
import { AuthScreen, Outcome } from './auth-screen.tsx';
import { PasswordChecklist } from './password-checklist.tsx';

type State = { kind: 'choosing' } | { kind: 'changed' } | { kind: 'stale'; message: string };

/** The target of the link in the mail. Opening it tells whether the link works, and changes nothing; only submitting the form redeems it. */
export function ResetPasswordPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ kind: 'choosing' });
  useEffect(() => {
    void readFault(token).then((message) => {
      // An answer that comes late may be about a link that was used on this page.
      if (message) setState((now) => (now.kind === 'choosing' ? { kind: 'stale', message } : now));
    });
  }, [token]);
  if (state.kind === 'stale') {
    return (
      <AuthScreen title="This link no longer works">
        <Outcome next={<ButtonLink href="/forgot-password">Send me a new link</ButtonLink>}>
          <p>{state.message}</p>
          <p className="text-ink-soft">Your password is as it was.</p>
        </Outcome>
      </AuthScreen>
    );
  }
  if (state.kind === 'changed') {
    return (
      <AuthScreen title="Your password is changed">
        <Outcome next={<ButtonLink href="/auth?mode=signin">Sign In</ButtonLink>}>
          <p>
            Whoever was signed in to your account is signed out. Please sign in with your new password. We
            have also sent you an email about the change.
          </p>
        </Outcome>
      </AuthScreen>
    );
  }
  return (
    <AuthScreen
      title="Choose a new password"
      lead="Whoever is signed in to your account will then be signed out."
    >
      <NewPasswordForm
        token={token}
        onChanged={() => {
          clearSession();
          setState({ kind: 'changed' });
        }}
        onStale={(message) => setState({ kind: 'stale', message })}
      />
    </AuthScreen>
  );
}

/** Why the link does not work; undefined where it does, or where that cannot be asked now: submitting the form will tell. */
async function readFault(token: string): Promise<string | undefined> {
  try {
    await write('POST', '/api/auth/reset-password/check', { token }, { anonymous: true });
    return undefined;
  } catch (error) {
    return isDeadLink(error) ? messageOf(error, 'Please ask for a new one.') : undefined;
  }
}

function isDeadLink(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

interface NewPasswordFormProps {
  token: string;
  onChanged: () => void;
  onStale: (message: string) => void;
}

function NewPasswordForm({ token, onChanged, onStale }: NewPasswordFormProps) {
  const form = useAuthForm({
    initial: { password: '', confirmPassword: '' },
    validate: async (values) => (await import('./auth-rules.ts')).checkNewPassword(values),
    onValid: ({ password }) => reset(password),
  });

  async function reset(password: string) {
    try {
      await write('POST', '/api/auth/reset-password', { token, password }, { anonymous: true });
      onChanged();
    } catch (error) {
      const description = messageOf(error, 'Please try again.');
      if (isDeadLink(error)) return onStale(description);
      form.showErrors(fieldsOf(error));
      toast({ variant: 'destructive', title: 'The password was not changed', description });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <FormErrorSummary {...form.summary} />
      <div className="grid gap-3">
        <PasswordField
          label="New password"
          autoComplete="new-password"
          isRequired
          {...form.field('password')}
        />
        <PasswordChecklist password={form.values.password} error={form.field('password').error} />
      </div>
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        isRequired
        {...form.field('confirmPassword')}
      />
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Changing your password">
        Change my password
      </Button>
    </form>
  );
}
