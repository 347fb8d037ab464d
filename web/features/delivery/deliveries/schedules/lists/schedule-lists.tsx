import { CircleCheck } from 'lucide-react';
import { formatDateTime } from '../../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { useHistoryState } from '../../../../../lib/use-history-state.ts';
import { Badge } from '../../../../../ui/badge.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { Link } from '../../../../../ui/link.tsx';
import { ReadFailure } from '../../../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../../../ui/section-heading.tsx';
import { DeliveriesSkeleton } from '../choices-skeleton.tsx';
import { useSchedules } from '../queries.ts';
import { deliveredOf, titleOf, upcomingOf } from '../schedules.ts';
import { useNow } from '../use-now.ts';
import { groupBySeries } from './group-by-series.ts';
import { SchedulePeople } from './schedule-people.tsx';
import { DeliveredSeries } from './series-line.tsx';
import { UpcomingList } from './upcoming-list.tsx';

export function ScheduleLists() {
  const { data: schedules, isPending, isFetching, refetch } = useSchedules();
  const nowMs = useNow();
  const delivered = deliveredOf(schedules ?? []);
  return (
    <>
      <section aria-labelledby="upcoming" className="mt-16 max-w-220">
        <SectionHeading
          id="upcoming"
          action={
            <Link href="/rehearsal" className="inline-flex min-h-11 items-center">
              If you died today, who would hear?
            </Link>
          }
        >
          Upcoming Deliveries
        </SectionHeading>
        {isPending && <DeliveriesSkeleton />}
        {schedules && <UpcomingList schedules={upcomingOf(schedules)} nowMs={nowMs} />}
        {!isPending && !schedules && (
          <ReadFailure what="your deliveries" isRetrying={isFetching} onRetry={refetch} />
        )}
      </section>
      {delivered.length > 0 && (
        <section aria-labelledby="delivered" className="mt-14 max-w-220">
          <SectionHeading id="delivered" level={3}>
            Delivered
          </SectionHeading>
          <DeliveredList schedules={delivered} />
        </section>
      )}
    </>
  );
}

const shownAtFirst = 5;

function DeliveredList({ schedules }: { schedules: readonly Schedule[] }) {
  const [limit, setLimit] = useHistoryState('delivered', shownAtFirst);
  const entries = groupBySeries(schedules, () => true);
  const shown = entries.slice(0, limit);
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map(({ key, schedules: [schedule, ...earlier] }) => (
          <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3.5">
            <div className="min-w-0 wrap-anywhere">
              {earlier.length > 0 ? (
                <DeliveredSeries schedules={[schedule, ...earlier]} />
              ) : (
                <>
                  <p>{titleOf(schedule)}</p>
                  <SchedulePeople schedule={schedule} />
                </>
              )}
            </div>
            <p className="flex flex-wrap items-center gap-x-3 text-small text-ink-soft">
              <span>{formatDateTime(schedule.deliveredAt ?? schedule.deliveryDate, schedule.timezone)}</span>
              <Badge tone="sage" icon={CircleCheck}>
                Delivered
              </Badge>
            </p>
          </li>
        ))}
      </ul>
      {shown.length < entries.length && (
        <Button variant="quiet" size="small" className="mt-5" onPress={() => setLimit(entries.length)}>
          Show all {entries.length}
        </Button>
      )}
    </>
  );
}
