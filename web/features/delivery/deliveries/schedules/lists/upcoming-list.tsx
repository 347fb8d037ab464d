import { CalendarClock, CircleCheck, Hourglass } from 'lucide-react';
import { useLocation } from 'wouter';
import { type ScheduleStatus, scheduleStatus } from '../../../../../../shared/delivery/schedule-status.ts';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { useHistoryState } from '../../../../../lib/use-history-state.ts';
import { Badge, type BadgeProps } from '../../../../../ui/badge.tsx';
import { Button } from '../../../../../ui/button.tsx';
import { useConfirm } from '../../../../../ui/question-provider.tsx';
import { SideBySide } from '../../../../../ui/side-by-side.tsx';
import { ThreadList } from '../../../../../ui/thread-list.tsx';
import { useMemories } from '../../../../memories/memories/queries.ts';
import { useRecipients } from '../../../../people/recipients/queries.ts';
import { describeAddressing } from '../form/delivery-sentence.ts';
import { joinFirstNames } from '../recipient-names.ts';
import { useCancelling, useRetrying } from '../schedule-actions.ts';
import { describeUpcoming, hasFailed, isOpenToChange, titleOf } from '../schedules.ts';
import { groupBySeries } from './group-by-series.ts';
import { SchedulePeople } from './schedule-people.tsx';
import { UpcomingSeries } from './series-line.tsx';

const shownAtFirst = 10;

interface UpcomingListProps {
  schedules: readonly Schedule[];
  nowMs: number;
}

export function UpcomingList({ schedules, nowMs }: UpcomingListProps) {
  const [limit, setLimit] = useHistoryState('upcomingDeliveries', shownAtFirst);
  const entries = groupBySeries(schedules, (schedule) => isOpenToChange(schedule, nowMs));
  const shown = entries.slice(0, limit);
  if (schedules.length === 0) {
    return <p className="text-ink-soft">No upcoming deliveries. What you schedule above appears here.</p>;
  }
  return (
    <>
      <ThreadList
        label="Upcoming Deliveries"
        items={shown.map(({ key, schedules: [first, ...more] }) => ({
          key,
          content:
            more.length > 0 ? (
              <UpcomingSeries schedules={[first, ...more]} />
            ) : (
              <Upcoming schedule={first} nowMs={nowMs} />
            ),
        }))}
      />
      {shown.length < entries.length && (
        <Button variant="quiet" size="small" className="mt-7" onPress={() => setLimit(entries.length)}>
          Show all {entries.length}
        </Button>
      )}
    </>
  );
}

const badges: Record<ScheduleStatus, Pick<BadgeProps, 'tone' | 'icon'>> = {
  Scheduled: { tone: 'pine', icon: CalendarClock },
  Pending: { tone: 'gold', icon: Hourglass },
  Delivered: { tone: 'sage', icon: CircleCheck },
};

function Upcoming({ schedule, nowMs }: { schedule: Schedule; nowMs: number }) {
  const status = scheduleStatus(schedule, new Date(nowMs));
  const { title, moment } = describeUpcoming(schedule, nowMs);
  return (
    <article className="grid grid-cols-1 gap-x-8 gap-y-1 md:grid-cols-[1fr_auto]">
      <div className="min-w-0 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <h3 className="text-[1.3125rem] leading-tight">{moment}</h3>
          <Badge {...badges[status]}>{status}</Badge>
        </div>
        <p className="mt-1">
          <SideBySide>
            {title}
            {schedule.memoryType && <span className="text-ink-soft">{schedule.memoryType}</span>}
            {schedule.deliveryMethod === 'physical' && <span className="text-ink-soft">by post</span>}
          </SideBySide>
        </p>
        <SchedulePeople schedule={schedule} />
        <OtherAddressee schedule={schedule} />
      </div>
      {isOpenToChange(schedule, nowMs) && <Actions schedule={schedule} nowMs={nowMs} />}
      {hasFailed(schedule) && <Retry schedule={schedule} />}
    </article>
  );
}

/** Says so if the memory is addressed to somebody else. */
function OtherAddressee({ schedule }: { schedule: Schedule }) {
  const { data: memories } = useMemories();
  const { data: recipients } = useRecipients();
  const memory = memories?.find(({ id }) => id === schedule.memoryId);
  const people = recipients?.filter(({ id }) => schedule.recipients.some((person) => person.id === id)) ?? [];
  const difference = memory && describeAddressing(memory, people);
  return difference && <p className="text-small text-ink-soft">{difference}</p>;
}

function Actions({ schedule, nowMs }: { schedule: Schedule; nowMs: number }) {
  const [, navigate] = useLocation();
  const confirm = useConfirm();
  const cancel = useCancelling();
  const { title, moment } = describeUpcoming(schedule, nowMs);

  async function askAndCancel() {
    const isConfirmed = await confirm({
      title: `Cancel the delivery of “${title}”?`,
      message: describeCancelling(schedule, moment),
      confirmLabel: 'Cancel this delivery',
      cancelLabel: 'Keep it',
      tone: 'danger',
    });
    if (isConfirmed) await cancel(schedule);
  }

  return (
    <div className="flex items-start gap-5">
      <Button
        variant="text"
        aria-label={`Change the delivery of ${title}, ${moment}`}
        onPress={() => navigate(`/schedule?change=${schedule.id}`)}
      >
        Change
      </Button>
      <Button
        variant="text"
        aria-label={`Cancel the delivery of ${title}, ${moment}`}
        onPress={() => void askAndCancel()}
      >
        Cancel
      </Button>
    </div>
  );
}

function describeCancelling({ recipients }: Schedule, moment: string): string {
  const names = joinFirstNames(recipients);
  const lost = names ? `${names} will not receive it (${moment}).` : `Nobody was to receive it (${moment}).`;
  return `${lost} The memory itself is kept.`;
}

function Retry({ schedule }: { schedule: Schedule }) {
  const { tryAgain, isPending } = useRetrying();
  return (
    <div className="flex items-start">
      <Button
        variant="text"
        aria-label={`Try again to deliver ${titleOf(schedule)}`}
        isPending={isPending}
        onPress={() => void tryAgain(schedule)}
      >
        Try again
      </Button>
    </div>
  );
}
