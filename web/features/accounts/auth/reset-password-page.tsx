import { useEffect, useState } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { clearSession } from '../../../lib/api/session-end.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { AuthScreen, Outcome } from './auth-screen.tsx';
import { isDeadLink, NewPasswordForm } from './new-password-form.tsx';

type State = { kind: 'choosing' } | { kind: 'changed' } | { kind: 'stale'; message: string };

/** The page behind the link in the mail. Opening it shows whether the link works, and changes nothing; only submitting the form redeems it. */
export function ResetPasswordPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ kind: 'choosing' });
  useEffect(() => {
    void readFault(token).then((message) => {
      // A late response may be about a link that was already used on this page.
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

/** Why the link does not work; undefined if it does, or if that cannot be checked now: submitting the form will tell. */
async function readFault(token: string): Promise<string | undefined> {
  try {
    await write('POST', '/api/auth/reset-password/check', { token }, { anonymous: true });
    return undefined;
  } catch (error) {
    return isDeadLink(error) ? messageOf(error, 'Please ask for a new one.') : undefined;
  }
}
