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
 * Looks up the payment that somebody returns from, and calls `onPaid` once if it was made. Without an id the
 * result is an error.
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
        showWelcome(session);
      },
      () => {
        if (isGone) return;
        setState({ kind: 'error' });
        showNotVerified();
      },
    );
    return () => {
      isGone = true;
    };
  }, [sessionId, onPaid]);
  return state;
}

/** Throws unless the payment was made. */
async function verify(sessionId: string): Promise<CheckoutSession> {
  const session = await read<CheckoutSession>(`/api/checkout-session/${encodeURIComponent(sessionId)}`);
  if (session.subscriptionStatus !== 'active') throw new Error('This payment has not been made');
  return session;
}

function showWelcome({ purpose, subscriptionPlan, owedBackDollars }: CheckoutSession): void {
  if (purpose !== 'subscription' || owedBackDollars) return;
  toast({ title: 'Welcome!', description: `${plans[subscriptionPlan].name} is now active.` });
}

function showNotVerified(): void {
  toast({
    variant: 'destructive',
    title: 'Verification Error',
    description:
      'There was an issue verifying your payment. Please contact support if your payment was charged.',
  });
}
