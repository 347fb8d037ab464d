import type { Subscription } from '../../../../shared/billing/subscriptions.ts';
import { plans } from '../../../../shared/plans.ts';
import { Button } from '../../../ui/button.tsx';
import { useOpenPortal, useResumePlan } from './queries.ts';

/** Leads to the provider's page for changing the card. */
export function ChangeCard() {
  const { mutate: open, isPending } = useOpenPortal();
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => open()}>
      Change your card
    </Button>
  );
}

/** Takes back a planned cancellation or change of plan. */
export function KeepPlan({ subscription: { plan } }: { subscription: Pick<Subscription, 'plan'> }) {
  const { mutate: resume, isPending } = useResumePlan();
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => resume()}>
      Keep {plans[plan].name}
    </Button>
  );
}
