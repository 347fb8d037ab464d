import { Suspense, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { LoginAnswer, SignedIn } from '../../../../shared/accounts/sign-in.ts';
import { ApiError, fieldsOf, messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { afterSignIn } from '../../../lib/sign-in-path.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrorSummary } from '../../../ui/form-error-summary.tsx';
import { Link } from '../../../ui/link.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmailField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAuthForm } from './auth-form.ts';
import { storeSignIn } from './sessions/sessions.ts';

const TwoFactorStep = lazyComponent(async () => (await import('./two-factor-step.tsx')).TwoFactorStep);

/** For an error without its own message: a response from a proxy, or no response at all. */
function fallbackMessage(error: unknown): string {
  return error instanceof ApiError ? 'Login failed' : 'Please check your credentials and try again.';
}

/** Asks for the password and then, with two-factor sign-in, for a code. */
export function SignInForm() {
  const [challengeToken, setChallengeToken] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const search = useSearch();

  async function enter(answer: SignedIn) {
    storeSignIn(answer);
    toast({ title: 'Welcome back!' });
    const wanted = afterSignIn(search);
    if (wanted !== '/' || !answer.user.isAdmin) return navigate(wanted);
    navigate(await (await import('./first-page-of-staff.ts')).firstPageOfStaff());
  }

  if (challengeToken === null) {
    return (
      <CredentialsForm
        onAnswer={(answer) =>
          'twoFactorRequired' in answer ? setChallengeToken(answer.challengeToken) : void enter(answer)
        }
      />
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-60" />}>
      <TwoFactorStep
        challengeToken={challengeToken}
        onSignedIn={(answer) => void enter(answer)}
        onBack={() => setChallengeToken(null)}
      />
    </Suspense>
  );
}

function CredentialsForm({ onAnswer }: { onAnswer: (answer: LoginAnswer) => void }) {
  const [closed, setClosed] = useState<string>();
  const form = useAuthForm({
    initial: { email: '', password: '' },
    validate: async (values) => (await import('./auth-rules.ts')).checkSignIn(values),
    onValid: signIn,
  });

  async function signIn(values: { email: string; password: string }) {
    setClosed(undefined);
    try {
      onAnswer(await write<LoginAnswer>('POST', '/api/auth/login', values, { anonymous: true }));
    } catch (error) {
      const message = messageOf(error, fallbackMessage(error));
      // The password was right: there is nothing to correct in the form.
      if (error instanceof ApiError && error.status === 403) return setClosed(message);
      form.showErrors({ password: message, ...fieldsOf(error) });
      toast({ variant: 'destructive', title: 'Sign in failed', description: message });
    }
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={form.submit}>
      <FormErrorSummary {...form.summary} />
      {closed && (
        <p role="alert" className="rounded-choice border border-rose bg-rose-wash p-4">
          {closed}
        </p>
      )}
      <EmailField autoComplete="username" isRequired {...form.field('email')} />
      <div className="grid gap-1">
        <PasswordField
          label="Password"
          autoComplete="current-password"
          isRequired
          {...form.field('password')}
        />
        <Link href="/forgot-password" className="inline-flex min-h-11 items-center justify-self-start">
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" isFullWidth isPending={form.isSubmitting} pendingLabel="Signing in">
        Sign In
      </Button>
    </form>
  );
}
