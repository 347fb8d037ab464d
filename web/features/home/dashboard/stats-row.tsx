import type { CountName } from '../../../../shared/accounts/stats.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { useStats } from '../../memories/memories/queries.ts';

interface Figure {
  label: string;
  count: CountName;
  isPremiumOnly?: boolean;
}

const figures: readonly Figure[] = [
  { label: 'Videos', count: 'videoCount' },
  { label: 'Letters', count: 'letterCount' },
  { label: 'Photos', count: 'photoCount' },
  { label: 'Audio', count: 'audioCount' },
  { label: 'Physical Items', count: 'physicalItemsCount', isPremiumOnly: true },
  { label: 'Scheduled', count: 'scheduledDeliveries' },
];

/** The first figure of each row has no line before it. */
const rows = {
  five: { grid: 'md:grid-cols-5', begin: 'max-md:nth-[3n+1]:border-l-0 max-md:nth-[3n+1]:pl-0' },
  six: { grid: 'lg:grid-cols-6', begin: 'max-lg:nth-[3n+1]:border-l-0 max-lg:nth-[3n+1]:pl-0' },
};

/** The layout stays the same while the figures load and when they cannot be loaded. */
export function StatsRow() {
  const { subscriptionPlan } = useSessionUser();
  const { data: stats, isPending } = useStats();
  const isPremium = subscriptionPlan === 'premium';
  const row = isPremium ? rows.six : rows.five;
  const shown = figures.filter((figure) => isPremium || !figure.isPremiumOnly);
  return (
    <dl
      aria-busy={isPending}
      className={`grid grid-cols-3 large-text:grid-cols-2 gap-y-4 border-y border-line py-5 ${row.grid}`}
    >
      {shown.map(({ label, count }) => (
        <div
          key={label}
          className={`flex flex-col-reverse justify-end border-l border-line pl-3.5 first:border-l-0 first:pl-0 md:pl-5.5 large-text:border-l-0 large-text:pl-0 ${row.begin}`}
        >
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-serif text-[2.25rem] leading-[1.15] lining-nums">
            {isPending ? <Skeleton className="my-1 h-8.5 w-10" /> : (stats?.[count] ?? '–')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
