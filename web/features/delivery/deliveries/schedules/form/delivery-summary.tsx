import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import type { Memory } from '../../../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';
import { plans } from '../../../../../../shared/plans.ts';
import { Link } from '../../../../../ui/link.tsx';
import { useSessionUser } from '../../../../accounts/auth/sessions/sessions.ts';
import { previewPath } from '../../../../memories/memories/memories.ts';
import { useStats } from '../../../../memories/memories/queries.ts';
import { dayOf, type FullPlan, instantOf } from './delivery-plan.ts';
import {
  describeAddressing,
  describeClockChange,
  describeDelivery,
  describeMissing,
  describePost,
  describeUnreachable,
  splitAtMessage,
} from './delivery-sentence.ts';
import { countDatesInYear, describeDateUse, describeGuarantee, yearOf } from './plan-limits.ts';

interface DeliverySummaryProps {
  plan: FullPlan;
  nowMs: number;
  memory: Memory | undefined;
  people: readonly Recipient[];
  schedules: readonly Schedule[] | undefined;
  /** The schedule being changed. */
  changingId: string | null;
}

/** Who gets what and when, in one sentence, with warnings and limits below. */
export function DeliverySummary(props: DeliverySummaryProps) {
  const { plan, nowMs, memory, people } = props;
  const sentence = memory && describeDelivery({ memoryType: memory.type, people, plan, nowMs });
  const known = { ...plan, memoryId: memory ? plan.memoryId : null };
  return (
    <div className="min-w-0 wrap-anywhere">
      <p
        aria-live="polite"
        className={`max-w-[38ch] font-serif text-[1.5625rem] leading-[1.35] ${sentence ? '' : 'text-ink-soft'}`}
      >
        {memory && sentence ? (
          <Sentence text={sentence} href={previewPath(memory.id, people[0]?.id)} />
        ) : (
          describeMissing(known, nowMs)
        )}
      </p>
      <ul className="mt-2 grid gap-0.5 text-small text-ink-soft">
        <Notes {...props} isWhole={sentence !== null && sentence !== undefined} />
      </ul>
    </div>
  );
}

/** What somebody will get is a link to how they will see it. */
function Sentence({ text, href }: { text: string; href: string }) {
  const [before, message, after] = splitAtMessage(text);
  if (!message) return text;
  return (
    <>
      {before}
      <Link href={href}>{message}</Link>
      {after}
    </>
  );
}

function Notes({
  plan,
  nowMs,
  memory,
  people,
  schedules,
  changingId,
  isWhole,
}: DeliverySummaryProps & { isWhole: boolean }) {
  const { subscriptionPlan, timezone } = useSessionUser();
  const { data: stats } = useStats();
  const ownerZone = timezone ?? plan.timeZone;
  const instant = instantOf(plan, nowMs);
  const day = dayOf(plan, nowMs);
  const use =
    instant &&
    schedules &&
    describeDateUse({
      used: countDatesInYear(schedules, instant, ownerZone, changingId),
      year: yearOf(instant, ownerZone),
      plan: plans[stats?.planInForce ?? subscriptionPlan],
    });
  const cautions = [
    describeClockChange(plan, nowMs),
    describeUnreachable(people, plan),
    describePost(plan),
    memory && describeAddressing(memory, people),
    day && describeGuarantee(day, plans[subscriptionPlan], plan.timeZone, nowMs),
  ];
  return (
    <>
      {cautions.map(
        (caution) =>
          caution && (
            <li key={caution} className="text-gold">
              {caution}
            </li>
          ),
      )}
      {use && <li className={use.isFull ? 'font-medium text-rose' : ''}>{use.text}</li>}
      {isWhole && (
        <li>
          You can change or cancel this {plan.deliveryType === 'scheduled' ? 'until then' : 'at any time'}.
        </li>
      )}
    </>
  );
}
