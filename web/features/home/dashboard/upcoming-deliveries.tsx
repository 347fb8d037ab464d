import { ChevronRight, CircleAlert } from 'lucide-react';
import { scheduleStatus } from '../../../../shared/delivery/schedule-status.ts';
import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import { Link } from '../../../ui/link.tsx';
import { ReadFailure } from '../../../ui/read-failure.tsx';
import { SectionHeading } from '../../../ui/section-heading.tsx';
import { Skeleton, SkeletonArea } from '../../../ui/skeleton.tsx';
import { ThreadList } from '../../../ui/thread-list.tsx';
import { useSchedules } from '../../delivery/deliveries/schedules/queries.ts';
import {
  describeUpcoming,
  firstUpcoming,
  isOpenToChange,
  upcomingOf,
} from '../../delivery/deliveries/schedules/schedules.ts';
import { Remembered } from './remembered.tsx';

export function UpcomingDeliveries() {
  const { data: schedules, isPending, isFetching, refetch } = useSchedules();
  return (
    <section aria-labelledby="upcoming-deliveries">
      <SectionHeading id="upcoming-deliveries" action={schedules && <SeeAll schedules={schedules} />}>
        Upcoming Deliveries
      </SectionHeading>
      <Remembered place="upcoming" isWaiting={isPending} skeleton={<UpcomingSkeleton />}>
        {schedules && <Upcoming schedules={firstUpcoming(schedules)} />}
      </Remembered>
      {!isPending && !schedules && (
        <ReadFailure what="your deliveries" isRetrying={isFetching} onRetry={refetch} />
      )}
    </section>
  );
}

/** Renders nothing if there are none. */
function SeeAll({ schedules }: { schedules: readonly Schedule[] }) {
  const { length: count } = upcomingOf(schedules);
  return (
    count > 0 && (
      <Link
        href="/schedule#upcoming"
        aria-label={`See all upcoming deliveries: ${count}`}
        className="-my-2 inline-flex min-h-11 items-center"
      >
        See all
      </Link>
    )
  );
}

function Upcoming({ schedules }: { schedules: readonly Schedule[] }) {
  if (schedules.length === 0) {
    return (
      <p className="text-ink-soft">
        No upcoming deliveries
        <Link href="/schedule" className="flex min-h-11 w-fit items-center">
          Schedule a memory
        </Link>
      </p>
    );
  }
  const now = new Date();
  const isLate = (schedule: Schedule) => scheduleStatus(schedule, now) === 'Pending';
  const next = schedules.find((schedule) => schedule.deliveryType === 'scheduled' && !isLate(schedule));
  return (
    <ThreadList
      label="Upcoming Deliveries"
      items={schedules.map((schedule) => ({
        key: schedule.id,
        knot: isLate(schedule) ? 'late' : schedule === next ? 'full' : 'open',
        isLoose: isLate(schedule),
        content: <Delivery schedule={schedule} />,
      }))}
    />
  );
}

function Delivery({ schedule }: { schedule: Schedule }) {
  const { shortMoment, recipients, trouble } = describeUpcoming(schedule, Date.now());
  return (
    <Link
      href={isOpenToChange(schedule, Date.now()) ? `/schedule?change=${schedule.id}` : '/schedule#upcoming'}
      variant="plain"
      className="group block rounded-small"
    >
      <span className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2.5 font-serif text-[1.3125rem] leading-tight group-hover:underline group-hover:underline-offset-4">
        {shortMoment}
        <ChevronRight aria-hidden="true" className="mt-1 size-4.5 text-ink-soft" strokeWidth={1.5} />
      </span>
      <span className="side-by-side mt-0.5 text-small text-ink-soft">
        <span>Scheduled Memory</span>
        {recipients && (
          <span>
            <i> · </i>for {recipients}
          </span>
        )}
      </span>
      {trouble && (
        <span className="mt-1 flex items-start gap-1.5 text-small text-gold">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-5 flex-none" strokeWidth={1.5} />
          {trouble}
        </span>
      )}
    </Link>
  );
}

function UpcomingSkeleton() {
  return (
    <SkeletonArea label="Loading your deliveries" className="grid gap-7 pl-8.5">
      {['first', 'second', 'third'].map((place) => (
        <div key={place} className="grid h-13 content-between py-0.5">
          <Skeleton className="h-5.5 w-44 max-w-full" />
          <Skeleton className="h-4.5 w-56 max-w-full" />
        </div>
      ))}
    </SkeletonArea>
  );
}
