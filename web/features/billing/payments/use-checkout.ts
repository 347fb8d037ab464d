import { useEffect, useState } from 'react';
import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import type { Checkout } from '../../../../shared/billing/checkout.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { write } from '../../../lib/api/request.ts';
import { toast } from '../../../ui/toast.ts';
import type { WantedPlan } from '../subscriptions/queries.ts';

const redirectDelayMs = 100;

export interface Choice {
  plan: PaidPlanKey;
  period: BillingPeriod;
}

export type CheckoutStep =
  | { kind: 'idle' }
  | { kind: 'setting-up'; choice: Choice }
  | { kind: 'redirecting'; choice: Choice; url: string };

/** From choosing a plan to the payment page, which opens shortly after the server has set it up. */
export function useCheckout() {
  const [step, setStep] = useState<CheckoutStep>({ kind: 'idle' });
  const url = step.kind === 'redirecting' ? step.url : null;
  useEffect(() => {
    if (!url) return;
    const timer = window.setTimeout(() => window.location.assign(url), redirectDelayMs);
    return () => window.clearTimeout(timer);
  }, [url]);

  async function choose(choice: Choice) {
    setStep({ kind: 'setting-up', choice });
    try {
      setStep({ kind: 'redirecting', choice, url: await setUpPayment(choice) });
    } catch (error) {
      setStep({ kind: 'idle' });
      const description = `Failed to setup payment: ${describeFailure(error)}`;
      toast({ variant: 'destructive', title: 'Setup Error', description });
    }
  }

  return { step, choose, goBack: () => setStep({ kind: 'idle' }) };
}

/** Returns the URL of the payment page. */
async function setUpPayment({ plan, period }: Choice): Promise<string> {
  const body = { subscriptionPlan: plan, billingPeriod: period };
  const answer = await write<Partial<Checkout> | undefined>('POST', '/api/create-checkout-session', body);
  if (!answer?.url) throw new Error('No checkout URL received');
  return answer.url;
}

function describeFailure(error: unknown): string {
  if (error instanceof ApiError) return error.sentence ?? `HTTP error! status: ${error.status}`;
  // A browser's own network error message is not meant for people.
  if (error instanceof TypeError) return 'we could not be reached. Please try again.';
  return error instanceof Error ? error.message : 'please try again.';
}

/** From considering a change of plan to its outcome. */
export function usePlanChange() {
  const [wanted, setWanted] = useState<WantedPlan | null>(null);
  const [result, setResult] = useState<{ title: string; message: string } | null>(null);

  function finish(message: string) {
    const title = wanted?.plan === 'free' ? 'Your plan is cancelled' : 'Your plan is changed';
    setResult({ title, message });
    window.scrollTo({ top: 0 });
  }

  return {
    wanted,
    result,
    think: (plan: WantedPlan) => {
      setResult(null);
      setWanted(plan);
    },
    close: () => setWanted(null),
    finish,
  };
}
