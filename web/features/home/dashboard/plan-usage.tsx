import type { UserStats } from '../../../../shared/accounts/stats.ts';
import { type Plan, plans } from '../../../../shared/plans.ts';
import { Card } from '../../../ui/card.tsx';
import { LimitReached } from '../../../ui/limit-reached.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { useStats } from '../../memories/memories/queries.ts';

export function PlanUsage() {
  const { subscriptionPlan } = useSessionUser();
  const { data: stats, isPending, isFetching, refetch } = useStats();
  const plan = plans[subscriptionPlan];
  return (
    <Card as="section" aria-labelledby="plan-usage">
      <h2 id="plan-usage" className="mb-4 text-title">
        {plan.name}
      </h2>
      {stats?.unpaidSince && (
        <p className="mb-4">Until it is paid, you can add up to the limits of {plans.free.name}.</p>
      )}
      {isPending && <UsageSkeleton isPremium={plan.key === 'premium'} />}
      {stats && <Usage plan={plans[stats.planInForce]} stats={stats} />}
      {!isPending && !stats && (
        <ReadFailure what="what you have used" isRetrying={isFetching} onRetry={refetch} />
      )}
      <p className="mt-4.5 text-small text-ink-soft">
        {describeGuarantee(stats ? plans[stats.planInForce] : plan)}
      </p>
    </Card>
  );
}

function Usage({ plan, stats }: { plan: Plan; stats: UserStats }) {
  const { memoryLimits: limits } = plan;
  const items: [label: string, used: number, limit: number][] = [
    ['Letters', stats.letterCount, limits.letter],
    ['Photos', stats.photoCount, limits.photo],
    ['Videos', stats.videoCount, limits.video],
    ['Audio', stats.audioCount, limits.audio],
    ['Delivery dates per year', stats.deliveryDatesThisYear, plan.deliveryDatesPerYear],
  ];
  if (plan.key === 'premium') items.push(['Physical Items', stats.physicalItemsCount, plan.physicalItems]);
  return (
    <div className="grid gap-3">
      {items.map(([label, used, limit]) => (
        <Meter key={label} label={label} value={used} max={limit} fullNote={<LimitReached />} />
      ))}
    </div>
  );
}

const limits = ['letters', 'photos', 'videos', 'audio', 'dates', 'items'];

function UsageSkeleton({ isPremium }: { isPremium: boolean }) {
  return (
    <SkeletonArea label="Loading what you have used" className="grid gap-3">
      {limits.slice(0, isPremium ? 6 : 5).map((limit) => (
        <div key={limit} className="flex h-11 flex-wrap content-between justify-between">
          <Skeleton className="mt-1.5 h-4.5 w-24" />
          <Skeleton className="mt-1.5 h-4.5 w-16" />
          <Skeleton className="h-1.5 w-full" />
        </div>
      ))}
    </SkeletonArea>
  );
}

function describeGuarantee({ guaranteeYears }: Plan): string {
  return guaranteeYears === 1 ? 'Legacy guarantee: 1 year' : `Legacy guarantee: ${guaranteeYears} years`;
}
