import type { Subscription } from '../../../../shared/billing/subscriptions.ts';
import { plans } from '../../../../shared/plans.ts';
import { Button } from '../../../ui/button.tsx';
import { useResumePlan } from './queries.ts';

/** Takes back what is to become of a plan: that it ends, or becomes another one. */
export function KeepPlan({ subscription: { plan } }: { subscription: Pick<Subscription, 'plan'> }) {
  const { mutate: resume, isPending } = useResumePlan();
  return (
    <Button variant="quiet" size="small" isPending={isPending} onPress={() => resume()}>
      Keep {plans[plan].name}
    </Button>
  );
}
