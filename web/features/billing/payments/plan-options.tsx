import { type BillingPeriod, paidPlanKeys } from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { plans } from '../../../../shared/plans.ts';
import { isAnythingSold } from '../../../lib/site-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ChangeCard, KeepPlan } from '../subscriptions/subscriptions.tsx';
import type { HeldPlan } from './held-plan.ts';
import { PlanOption } from './plan-option.tsx';

/** What people should know before they choose: the plan ends, becomes another one, or could not be renewed. */
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

interface PlanOptionsProps {
  current: HeldPlan;
  period: BillingPeriod;
  settingUp: string | null;
  onChoose: (plan: (typeof paidPlanKeys)[number]) => void;
}

export function PlanOptions({ current, period, settingUp, onChoose }: PlanOptionsProps) {
  if (current.isPending) return <OptionSkeletons />;
  if (current.isMissing)
    return <ReadFailure what="your plan" isRetrying={current.isFetching} onRetry={current.retry} />;
  return (
    // The subgrid rows align the parts of both cards when they are side by side.
    <div className="mt-6 grid gap-5 md:grid-cols-2 md:grid-rows-[repeat(5,auto)] md:gap-y-0 lg:gap-x-6">
      {paidPlanKeys.map((key) => (
        <PlanOption
          key={key}
          planKey={key}
          period={period}
          current={current}
          isIntended={current.requestedPlan === key}
          isSettingUp={settingUp === key}
          isDisabled={settingUp !== null || !isAnythingSold()}
          onChoose={() => onChoose(key)}
        />
      ))}
    </div>
  );
}

function OptionSkeletons() {
  return (
    <SkeletonArea label="Loading the plans" className="mt-6 grid gap-5 md:grid-cols-2 lg:gap-6">
      <Skeleton className="h-150 rounded-card" />
      <Skeleton className="h-150 rounded-card" />
    </SkeletonArea>
  );
}

interface FreeOptionProps {
  current: HeldPlan;
  onChoose: () => void;
}

/** Links to the free plan further down. */
export function FreeOption({ current: { running, timezone }, onChoose }: FreeOptionProps) {
  const { name, memoryLimits, deliveryDatesPerYear } = plans.free;
  const endsAt = running?.endsAt;
  return (
    <Card
      as="section"
      aria-labelledby="plan-free"
      className="mt-5 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 md:px-7"
    >
      <div className="min-w-0 max-w-measure">
        <h2 id="plan-free" className="text-title">
          {name}
        </h2>
        <p className="mt-1">
          Free. {memoryLimits.letter} letters, {memoryLimits.photo} photos, a video and a recording,{' '}
          {deliveryDatesPerYear} delivery dates a year.
        </p>
        {endsAt && <p className="mt-1 text-small">It begins on {formatDate(endsAt, timezone)}.</p>}
      </div>
      <Button variant="quiet" className="w-full md:w-auto" isDisabled={Boolean(endsAt)} onPress={onChoose}>
        {endsAt ? `${name} comes next` : `Change to ${name}`}
      </Button>
    </Card>
  );
}
