import { useEffect, useState } from 'react';
import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { toast } from '../../../ui/toast.ts';

const redirectMilliseconds = 100;

export interface Choice {
  plan: PaidPlanKey;
  period: BillingPeriod;
}

export type CheckoutStep =
  | { kind: 'idle' }
  | { kind: 'setting-up'; choice: Choice }
  | { kind: 'redirecting'; choice: Choice; url: string };

/** The way to the payment page: chosen, set up by the server, and a moment later gone to. A failure leads back. */
export function useCheckout() {
  const [step, setStep] = useState<CheckoutStep>({ kind: 'idle' });
  const url = step.kind === 'redirecting' ? step.url : null;
  useEffect(() => {
    if (!url) return;
    const timer = window.setTimeout(() => window.location.assign(url), redirectMilliseconds);
    return () => window.clearTimeout(timer);
  }, [url]);

  async function choose(choice: Choice) {
    setStep({ kind: 'setting-up', choice });
    try {
      setStep({ kind: 'redirecting', choice, url: await setUpPayment(choice) });
    } catch (error) {
      setStep({ kind: 'idle' });
      const description = `Failed to setup payment: ${sayWhy(error)}`;
      toast({ variant: 'destructive', title: 'Setup Error', description });
    }
  }

  return { step, choose, goBack: () => setStep({ kind: 'idle' }) };
}

/** The address of the payment page. */
async function setUpPayment({ plan, period }: Choice): Promise<string> {
  const body = { subscriptionPlan: plan, billingPeriod: period };
  const answer = await write<Partial<Checkout> | undefined>('POST', '/api/create-checkout-session', body);
  if (!answer?.url) throw new Error('No checkout URL received');
  return answer.url;
}

function sayWhy(error: unknown): string {
  if (error instanceof ApiError) return error.sentence ?? `HTTP error! status: ${error.status}`;
  // What a browser says when it cannot reach a server is no sentence for people.
  if (error instanceof TypeError) return 'we could not be reached. Please try again.';
  return error instanceof Error ? error.message : 'please try again.';
}
