import { ReadFailure } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { ChoicesSkeleton } from './column-states.tsx';
import { DeliveredList } from './delivered-list.tsx';
import { useSchedules } from './queries.ts';
import { deliveredOf, upcomingOf } from './schedule-words.ts';
import { UpcomingList } from './upcoming-list.tsx';
import { useNow } from './use-now.ts';

/** What is to come and, below it and quieter, what has arrived. */
export function ScheduleLists() {
  const { data: schedules, isPending, isFetching, refetch } = useSchedules();
  const nowMs = useNow();
  const delivered = deliveredOf(schedules ?? []);
  return (
    <>
      <section aria-labelledby="upcoming" className="mt-16 max-w-220">
        <SectionHeading id="upcoming">Upcoming Deliveries</SectionHeading>
        {isPending && <ChoicesSkeleton label="Loading your deliveries" />}
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
