import { plans } from '../../../../shared/plans.ts';
import { ChangeCard, KeepPlan } from '../subscriptions/subscriptions.tsx';
import type { HeldPlan } from './held-plan.ts';

/** What has to be known before anything is chosen: the plan ends, becomes another one, or could not be renewed. */
export function PlanStanding({ current }: { current: HeldPlan }) {
  const { running, canChangeCard } = current;
  if (!running) return null;
  const isOverdue = running.status === 'overdue';
  if (!isOverdue && !running.endsAt && !running.nextPlan) return null;
  const { name } = plans[running.plan];
  return (
    <div className="mb-7 grid justify-items-start gap-3 rounded-choice border border-line bg-card px-4.5 py-4">
      <p className="max-w-measure">
        {isOverdue
          ? `The last payment for ${name} did not go through. ${canChangeCard ? 'Change your card, and it is tried again. Or choose a plan here and pay for it again.' : 'Choose a plan here and pay for it again.'}`
          : `Would you rather keep ${name} as it is? Nothing has been charged for what comes next.`}
      </p>
      {isOverdue ? canChangeCard && <ChangeCard /> : <KeepPlan subscription={running} />}
    </div>
  );
}
