import { LogIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { signInFor } from '../../../lib/sign-in-path.ts';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { SupportLink } from '../../../ui/support-link.tsx';
import { Issue, Outcome, Success, Verifying } from './outcome-panels.tsx';
import { Refunded } from './refunded.tsx';
import { useVerification } from './verification.ts';

/** The result of a payment: being checked, made, or failed. `onPaid` is called once it is confirmed. */
export function PaymentOutcome({ onPaid }: { onPaid: () => Promise<void> }) {
  const [sessionId] = useState(sessionOfAddress);
  const state = useVerification(sessionId, onPaid);
  return (
    <OutcomeMain>
      {state.kind === 'verifying' && <Verifying />}
      {state.kind === 'success' &&
        (state.session.owedBackDollars ? (
          <Refunded session={state.session} dollars={state.session.owedBackDollars} />
        ) : (
          <Success session={state.session} />
        ))}
      {state.kind === 'error' && <Issue />}
    </OutcomeMain>
  );
}

/**
 * The same for somebody who is not signed in, for instance because the session ended on the payment page. Only the
 * account's owner is told whether it was paid. Without a payment in the URL there is nothing to sign in for.
 */
export function SignedOutOutcome() {
  const [sessionId] = useState(sessionOfAddress);
  return <OutcomeMain>{sessionId ? <ToSignIn sessionId={sessionId} /> : <Issue />}</OutcomeMain>;
}

function sessionOfAddress(): string | null {
  return new URLSearchParams(window.location.search).get('session_id');
}

function OutcomeMain({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-150 px-4.5 pt-8 pb-20 outline-none md:px-6 md:pt-16"
    >
      {children}
    </main>
  );
}

function ToSignIn({ sessionId }: { sessionId: string }) {
  const back = `session_id=${encodeURIComponent(sessionId)}`;
  return (
    <Outcome
      title="Please sign in"
      icon={<LogIn aria-hidden="true" className="size-9 text-sage" strokeWidth={1.25} />}
      next={<ButtonLink href={signInFor('/checkout-success', back)}>Sign In</ButtonLink>}
    >
      <p>
        You are not signed in any more. Sign in to see your payment. If you paid, nothing is lost, and you do
        not have to pay again.
      </p>
      <p>
        If something is not right, write to <SupportLink />, and say when you paid.
      </p>
    </Outcome>
  );
}
