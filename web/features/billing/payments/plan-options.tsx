import { type BillingPeriod, paidPlanKeys } from '../../../../shared/billing/billing.ts';
import { isAnythingSold } from '../../../lib/site-settings.ts';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import type { HeldPlan } from './held-plan.ts';
import { PlanOption } from './plan-option.tsx';

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
