import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { dayIn } from '../../../../../shared/delivery/series-days.ts';
import type { Memory } from '../../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { toInstant } from '../../../../lib/dates.ts';
import { yearlyDays } from '../life-thread/yearly-days.ts';
import { titleOf } from '../schedules/schedules.ts';
import { memoryOf, noon, type SeriesPlan, yearsOfPlan } from './series-plan.ts';

export interface Content extends Pick<Memory, 'id' | 'title' | 'type'> {
  /** How long a recording plays. */
  seconds: number | null;
}

/** A year on the line, with what is sent then. */
export interface PlannedYear {
  year: number;
  /** YYYY-MM-DD */
  date: string;
  /** ISO 8601 UTC. */
  instant: string;
  /** The age that the person reaches on this very day; null on any other day. */
  age: number | null;
  /** 'Maya turns 26', 'ten years married'. */
  note: string | null;
  content: Content | null;
  /** The chosen memory, if it cannot be scheduled before it is approved. */
  unapproved: Choosable | null;
  /** What was already scheduled for this day, and stays unchanged. */
  scheduled: Schedule | null;
}

/** What is needed about somebody who gets something every year. */
export type SeriesPerson = Pick<Recipient, 'id' | 'firstName' | 'birthday' | 'days'>;

/** What is needed about a memory that a year may get. */
export type Choosable = Pick<
  Memory,
  'id' | 'title' | 'type' | 'durationSeconds' | 'isApproved' | 'deleteOnDeath'
>;

/** Whether it can be scheduled: approved, and not to be deleted when its owner dies. */
export function isChoosable({
  isApproved,
  deleteOnDeath,
}: Pick<Choosable, 'isApproved' | 'deleteOnDeath'>): boolean {
  return isApproved && !deleteOnDeath;
}

interface Sources {
  person: SeriesPerson | undefined;
  memories: readonly Choosable[];
  schedules: readonly Schedule[];
  nowMs: number;
}

/** The years of a plan, each with what it gets. A memory that is not approved, or gone, is ignored. */
export function planYears(plan: SeriesPlan, { person, memories, schedules, nowMs }: Sources): PlannedYear[] {
  const { day, time, timeZone } = plan;
  if (!person || !day) return [];
  const byId = new Map(memories.map((each) => [each.id, each]));
  const scheduledOn = scheduledFor(person.id, schedules);
  const years = yearsOfPlan(plan, person, nowMs);
  const noted = notedDays(person, years);
  return years.map((year) => {
    const date = dayIn(year, day);
    const scheduled = scheduledOn.get(date) ?? null;
    const chosen = byId.get(memoryOf(plan, year) ?? '') ?? null;
    const memory = chosen && isChoosable(chosen) ? chosen : null;
    return {
      ...{ year, date, scheduled },
      instant: toInstant({ date, time: time || noon, timeZone }),
      ...(noted.get(date) ?? { age: null, note: null }),
      content: scheduled ? contentOfSchedule(scheduled) : memory && contentOf(memory),
      unapproved: scheduled || memory || chosen?.deleteOnDeath ? null : chosen,
    };
  });
}

/** By day: the age that the person reaches on it, and what else the day is. */
export function notedDays(
  person: Pick<SeriesPerson, 'firstName' | 'birthday' | 'days'>,
  years: readonly number[],
): Map<string, Pick<PlannedYear, 'age' | 'note'>> {
  const [first, last] = [years[0], years.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const days = yearlyDays(person, `${first - 1}-12-31`, `${last}-12-31`);
  // If two fall on the same day, the birthday counts, which comes first.
  return new Map(
    days
      .toReversed()
      .map(({ date, isBirthday, years: age, note }) => [date, { note, age: isBirthday ? age : null }]),
  );
}

/** By day: what is sent only to this person then, and has not begun. */
function scheduledFor(recipientId: string, schedules: readonly Schedule[]): Map<string, Schedule> {
  const own = schedules.filter(
    ({ deliveryType, isDelivered, startedAt, recipients }) =>
      deliveryType === 'scheduled' &&
      !isDelivered &&
      startedAt === null &&
      recipients.length === 1 &&
      recipients[0]?.id === recipientId,
  );
  return new Map(own.map((schedule) => [schedule.localDate, schedule]));
}

export function contentOf({ id, title, type, durationSeconds }: Choosable): Content {
  return { id, title, type, seconds: durationSeconds };
}

function contentOfSchedule(schedule: Schedule): Content | null {
  const { memoryId, memoryType, memorySeconds } = schedule;
  return memoryId && memoryType
    ? { id: memoryId, title: titleOf(schedule), type: memoryType, seconds: memorySeconds }
    : null;
}
