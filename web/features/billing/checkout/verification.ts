import { useEffect, useState } from 'react';
import type { CheckoutSession } from '../../../../shared/billing/checkout.ts';
import { plans } from '../../../../shared/plans.ts';
import { read } from '../../../lib/api/request.ts';
import { toast } from '../../../ui/toast.ts';

export type Verification =
  | { kind: 'verifying' }
  | { kind: 'error' }
  | { kind: 'success'; session: CheckoutSession };

/**
 * Asks what has become of the payment with which somebody comes back, and calls `onPaid` once when it was made. Without
 * an id there is nothing to ask.
 */
export function useVerification(sessionId: string | null, onPaid: () => Promise<void>): Verification {
  const [state, setState] = useState<Verification>(sessionId ? { kind: 'verifying' } : { kind: 'error' });
  useEffect(() => {
    if (!sessionId) return;
    let isGone = false;
    verify(sessionId).then(
      async (session) => {
        if (isGone) return;
        await onPaid();
        setState({ kind: 'success', session });
        welcome(session);
      },
      () => {
        if (isGone) return;
        setState({ kind: 'error' });
        sayNotVerified();
      },
    );
    return () => {
      isGone = true;
    };
  }, [sessionId, onPaid]);
  return state;
}

/** Throws unless it is paid. */
async function verify(sessionId: string): Promise<CheckoutSession> {
  const session = await read<CheckoutSession>(`/api/checkout-session/${encodeURIComponent(sessionId)}`);
  if (session.subscriptionStatus !== 'active') throw new Error('This payment has not been made');
  return session;
}

function welcome({ purpose, subscriptionPlan }: CheckoutSession): void {
  if (purpose !== 'subscription') return;
  toast({ title: 'Welcome!', description: `${plans[subscriptionPlan].name} is now active.` });
}

function sayNotVerified(): void {
  toast({
    variant: 'destructive',
    title: 'Verification Error',
    description:
      'There was an issue verifying your payment. Please contact support if your payment was charged.',
  });
}
