import type { z } from 'zod';
import type { Schedule, ScheduledRecipient } from '../../../../shared/delivery/schedules.ts';
import { formatDate, formatDay, formatMoment, todayIn } from '../../../lib/dates.ts';
import { joinNames } from './form/delivery-sentence.ts';

type Person = z.input<typeof ScheduledRecipient>;

/** When it goes out: 'Sunday, 4 May 2031 at 12:00 Eastern', 'After your death', 'After your death, not before 4 May 2031'. */
export function describeMoment(schedule: Schedule, nowMs: number): string {
  if (schedule.deliveryType === 'scheduled') return formatMoment(schedule.deliveryDate, schedule.timezone);
  const isAhead = schedule.localDate > todayIn(schedule.timezone, nowMs).toString();
  return isAhead ? `After your death, not before ${formatDay(schedule.localDate)}` : 'After your death';
}

/** What was just arranged: '“For your thirtieth”, for Maya, on Sunday, 4 May 2031 at 12:00 Eastern.' */
export function describeSchedule(schedule: Schedule): string {
  const when =
    schedule.deliveryType === 'scheduled'
      ? `on ${formatMoment(schedule.deliveryDate, schedule.timezone)}`
      : 'after your death';
  return `“${titleOf(schedule)}”, for ${joinNames(schedule.recipients)}, ${when}.`;
}

export function titleOf({ memoryTitle }: Pick<Schedule, 'memoryTitle'>): string {
  return memoryTitle ?? 'A memory you deleted';
}

/** Can it still be changed or cancelled? Not from the moment at which its delivery starts. */
export function isOpenToChange(schedule: Schedule, nowMs: number): boolean {
  const isDue = schedule.deliveryType === 'scheduled' && Date.parse(schedule.deliveryDate) <= nowMs;
  return schedule.startedAt === null && !schedule.isDelivered && !isDue;
}

/** Undelivered ones in the order in which they go out; those that wait for a death come last. */
export function upcomingOf(schedules: readonly Schedule[]): Schedule[] {
  const rank = ({ deliveryType }: Schedule) => (deliveryType === 'on_death' ? 1 : 0);
  return schedules
    .filter((schedule) => !schedule.isDelivered)
    .toSorted((one, other) => rank(one) - rank(other) || one.deliveryDate.localeCompare(other.deliveryDate));
}

/** The latest first. */
export function deliveredOf(schedules: readonly Schedule[]): Schedule[] {
  const instant = ({ deliveredAt, deliveryDate }: Schedule) => deliveredAt ?? deliveryDate;
  return schedules
    .filter((schedule) => schedule.isDelivered)
    .toSorted((one, other) => instant(other).localeCompare(instant(one)));
}

interface PersonState {
  text: string;
  /** Somebody has to do something about it. */
  isTrouble: boolean;
}

/** How far the delivery to one person is; null while there is nothing to say of it. */
export function describePerson(person: Person, timeZone: string): PersonState | null {
  const { state, waitingReason, unreachable, openedAt } = person;
  if (openedAt) return { text: `opened on ${formatDate(openedAt, timeZone)}`, isTrouble: false };
  if (state === 'delivered') return { text: 'delivered', isTrouble: false };
  if (state === 'failed')
    return { text: 'it could not be delivered; our staff are looking into it', isTrouble: true };
  if (waitingReason) return { text: waitingReason, isTrouble: true };
  if (state === 'sending' || state === 'pending') return { text: 'being sent', isTrouble: false };
  return unreachable ? { text: 'no address yet', isTrouble: true } : null;
}
