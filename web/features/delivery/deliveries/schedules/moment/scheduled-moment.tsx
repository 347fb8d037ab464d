import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import { plans } from '../../../../../../shared/plans.ts';
import { Button } from '../../../../../ui/button.tsx';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../../ui/empty-state.tsx';
import { Link } from '../../../../../ui/link.tsx';
import { PhoneBar } from '../../../../../ui/phone-bar.tsx';
import { ReadFailure } from '../../../../../ui/read-failure.tsx';
import { dismissErrors, toast } from '../../../../../ui/toast.ts';
import { useSessionUser } from '../../../../accounts/auth/sessions/sessions.ts';
import { SeeItAs } from '../../../../memories/memories/memories.ts';
import { useMemories } from '../../../../memories/memories/queries.ts';
import { useRecipients } from '../../../../people/recipients/queries.ts';
import { ChoicesSkeleton } from '../choices-skeleton.tsx';
import { undoneState } from '../form/plan-draft.ts';
import { describeGuarantee } from '../form/plan-limits.ts';
import { useCancelSchedule, useSchedules } from '../queries.ts';
import { showCancellingFailure } from '../schedule-toasts.ts';
import { isOpenToChange, titleOf } from '../schedules.ts';
import { useNow } from '../use-now.ts';
import { describeMoment, type MomentLabels } from './moment-labels.ts';
import { ThreadToTheirDay } from './thread-to-their-day.tsx';

/** What has just been scheduled: who will have it, when and how, and how to undo it. */
export function ScheduledMoment({ scheduleId }: { scheduleId: string }) {
  const { data: schedules, isPending, isFetching, refetch } = useSchedules();
  const recipients = useRecipients();
  const schedule = schedules?.find(({ id }) => id === scheduleId);
  if (isPending || recipients.isPending) return <ChoicesSkeleton label="Loading this delivery" />;
  if (!schedules)
    return <ReadFailure headingLevel={2} what="this delivery" isRetrying={isFetching} onRetry={refetch} />;
  if (!schedule || schedule.isDelivered) return <Over isDelivered={schedule?.isDelivered === true} />;
  return <Moment schedule={schedule} people={recipients.data ?? []} />;
}

function Moment({ schedule, people }: { schedule: Schedule; people: readonly Recipient[] }) {
  const nowMs = useNow();
  const { firstName } = useSessionUser();
  const chosen = people.filter(({ id }) => schedule.recipients.some((person) => person.id === id));
  const words = describeMoment(schedule, chosen, nowMs);
  const letter = useMemories().data?.find(({ id }) => id === schedule.memoryId)?.content ?? undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    dismissErrors();
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="pt-4 md:pt-12 md:pb-6">
      <ThreadToTheirDay
        memory={{ type: schedule.memoryType ?? 'letter', title: titleOf(schedule) }}
        text={letter}
        sealedBy={firstName}
        tag={words.tag}
      />
      <div className="after-folding mt-7 items-end gap-x-15 md:mt-8 md:grid md:grid-cols-[1fr_auto]">
        <div className="min-w-0 wrap-anywhere">
          <h1
            ref={heading}
            tabIndex={-1}
            className="text-[clamp(2.375rem,4.6vw,3.75rem)] leading-[1.12] outline-none"
          >
            {words.title} <span className="sm:whitespace-nowrap">{words.when}</span>
          </h1>
          <Ways words={words} />
          <Guarantee schedule={schedule} nowMs={nowMs} />
          {schedule.memoryId && chosen.length > 0 && (
            <SeeItAs memoryId={schedule.memoryId} people={chosen} className="mt-4" />
          )}
        </div>
        <PhoneBar className="flex gap-3.5 bg-paper py-3 max-md:-mx-4.5 max-md:mt-2 max-md:px-4.5 max-md:*:flex-1 md:py-0">
          <ButtonLink href="/" size="large">
            Done
          </ButtonLink>
          {isOpenToChange(schedule, nowMs) && <Undo schedule={schedule} />}
        </PhoneBar>
      </div>
    </div>
  );
}

const waysShown = 6;

/** A single person in a sentence, several in a list. */
function Ways({ words: { opening, pause, ways, closing } }: { words: MomentLabels }) {
  const [only] = ways;
  const look = 'mt-4 max-w-[46ch] text-lead text-ink-soft';
  if (only && ways.length === 1) {
    return only.address === null ? (
      <>
        <p className={look}>{closing}</p>
        <Missing personId={only.id}>{only.text}.</Missing>
      </>
    ) : (
      <p className={look}>
        {opening}
        {pause} {only.text} <span className="text-ink">{only.address}</span>. {closing}
      </p>
    );
  }
  return (
    <>
      <p className={look}>{opening}:</p>
      <ul className="mt-2 grid gap-1 text-ink-soft">
        {ways.slice(0, waysShown).map(({ id, text, address }) =>
          address === null ? (
            <li key={id}>
              <Missing personId={id}>{text}.</Missing>
            </li>
          ) : (
            <li key={id}>
              {text} <span className="text-ink">{address}</span>
            </li>
          ),
        )}
        {ways.length > waysShown && <li>and {ways.length - waysShown} more</li>}
      </ul>
      <p className="mt-3 text-ink-soft">{closing}</p>
    </>
  );
}

function Missing({ personId, children }: { personId: string; children: ReactNode }) {
  return (
    <Known>
      {children} <Link href={`/recipients?edit=${personId}`}>Add it</Link>
    </Known>
  );
}

function Guarantee({ schedule, nowMs }: { schedule: Schedule; nowMs: number }) {
  const { subscriptionPlan } = useSessionUser();
  const { deliveryType, localDate, timezone } = schedule;
  const warning =
    deliveryType === 'scheduled'
      ? describeGuarantee(localDate, plans[subscriptionPlan], timezone, nowMs)
      : null;
  return warning && <Known>{warning}</Known>;
}

function Known({ children }: { children: ReactNode }) {
  return (
    <p className="mt-3 flex max-w-[52ch] items-start gap-2.5 text-gold">
      <CircleAlert aria-hidden="true" className="mt-1 size-5 flex-none" strokeWidth={1.5} />
      <span>{children}</span>
    </p>
  );
}

/** Deletes the schedule, and asks for the day again with everything else as it was. */
function Undo({ schedule }: { schedule: Schedule }) {
  const [, navigate] = useLocation();
  const { mutateAsync: cancel, isPending } = useCancelSchedule();

  async function undo() {
    try {
      await cancel(schedule.id);
    } catch (error) {
      return showCancellingFailure(error);
    }
    toast({ title: 'The delivery is cancelled', description: 'The memory itself is kept.' });
    navigate('/schedule', { replace: true, state: undoneState(schedule, Date.now()) });
  }

  return (
    <Button
      variant="quiet"
      size="large"
      isPending={isPending}
      pendingLabel="Undoing"
      onPress={() => void undo()}
    >
      Undo
    </Button>
  );
}

function Over({ isDelivered }: { isDelivered: boolean }) {
  return (
    <EmptyState
      headingLevel={2}
      title={isDelivered ? 'It has been delivered' : 'This delivery is not there any more'}
      description={
        isDelivered ? 'You see below who has opened it.' : 'It was cancelled. The memory itself is kept.'
      }
      action={<ButtonLink href="/schedule">Schedule another</ButtonLink>}
    />
  );
}
