import { ReadFailure } from '../../../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../../../ui/section-heading.tsx';
import { ChoicesSkeleton } from '../choices-skeleton.tsx';
import { useSchedules } from '../queries.ts';
import { deliveredOf, upcomingOf } from '../schedules.ts';
import { useNow } from '../use-now.ts';
import { DeliveredList } from './delivered-list.tsx';
import { UpcomingList } from './upcoming-list.tsx';

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
