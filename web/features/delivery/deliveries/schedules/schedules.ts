import type { z } from 'zod';
import { describeAfterDeath } from '../../../../../shared/after-death.ts';
import { formatDate, formatDay, formatMoment } from '../../../../../shared/dates.ts';
import { upcomingDeliveriesShown } from '../../../../../shared/delivery/schedule-status.ts';
import type { Schedule, ScheduledRecipient } from '../../../../../shared/delivery/schedules.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { listNames } from '../../../../../shared/names.ts';
import { dayIn } from '../../../../lib/calendar-day.ts';
import { joinFirstNames } from './recipient-names.ts';

export { useNow } from './use-now.ts';

type Person = z.input<typeof ScheduledRecipient>;

export interface UpcomingDescription {
  title: string;
  /** 'Sunday, 4 May 2031 at 12:00 Eastern', 'After your death', '30 days after your death, not before 4 May 2031'. */
  moment: string;
  /** The same, a date without the time: '4 May 2031'. */
  shortMoment: string;
  /** First names, as in 'Leo and Ana'; empty if nobody is chosen. */
  recipients: string;
  /** Why it could fail: nobody is chosen, or somebody cannot be reached. Null if all is well. */
  trouble: string | null;
}

/** Describes an undelivered schedule, in full for the schedule page and in short for the dashboard. */
export function describeUpcoming(schedule: Schedule, nowMs: number): UpcomingDescription {
  return {
    title: titleOf(schedule),
    ...describeMoment(schedule, nowMs),
    recipients: listFirstNames(schedule.recipients),
    trouble: describeTrouble(schedule),
  };
}

function describeMoment(schedule: Schedule, nowMs: number) {
  const { deliveryType, deliveryDate, timezone, localDate } = schedule;
  if (deliveryType === 'scheduled') {
    return { moment: formatMoment(deliveryDate, timezone), shortMoment: formatDay(localDate) };
  }
  const afterDeath = afterDeathOf(schedule, nowMs);
  const moment = capitalized(afterDeath);
  return { moment, shortMoment: moment };
}

/** 'after your death', '30 days after your death, not before 4 May 2031'. */
export function afterDeathOf({ localDate, timezone, releaseDays }: Schedule, nowMs: number): string {
  return describeAfterDeath(localDate, dayIn(timezone, nowMs), releaseDays);
}

export const nobodyChosen = 'Nobody is chosen to receive this.';

/** Which address is missing for somebody to whom nothing can be sent. If text messages cannot be sent, a phone is not enough. */
export function neededAddress(method: Schedule['deliveryMethod'], hasPhone: boolean): string {
  if (method === 'physical') return 'mailing address';
  return hasPhone ? 'email address' : 'email address or phone number';
}

function describeTrouble({ recipients, timezone, deliveryMethod }: Schedule): string | null {
  if (recipients.length === 0) return nobodyChosen;
  const troubled = recipients.filter((person) => describePerson(person, timezone, deliveryMethod)?.isTrouble);
  const waiting = troubled.find((person) => person.waitingReason);
  if (waiting) return waiting.waitingReason;
  const unreachable = troubled.filter((person) => person.unreachable);
  if (unreachable.length === 0) return null;
  const have = unreachable.length === 1 ? 'has' : 'have';
  return `${listFirstNames(unreachable)} ${have} no ${neededAddress(
    deliveryMethod,
    unreachable.some(({ hasPhone }) => hasPhone),
  )} yet.`;
}

function listFirstNames(people: readonly Person[]): string {
  return listNames(people.map((person) => person.firstName));
}

/** '“For your thirtieth”, for Maya, on Sunday, 4 May 2031 at 12:00 Eastern.', or 'for nobody yet'. */
export function describeSchedule(schedule: Schedule, nowMs: number): string {
  const { deliveryType, deliveryDate, timezone } = schedule;
  const when =
    deliveryType === 'scheduled'
      ? `on ${formatMoment(deliveryDate, timezone)}`
      : afterDeathOf(schedule, nowMs);
  return `“${titleOf(schedule)}”, for ${joinFirstNames(schedule.recipients) || 'nobody yet'}, ${when}.`;
}

export function titleOf({ memoryTitle }: Pick<Schedule, 'memoryTitle'>): string {
  return memoryTitle ?? 'A memory you deleted';
}

/** Whether it can still be changed or cancelled: until its delivery starts. */
export function isOpenToChange(schedule: Schedule, nowMs: number): boolean {
  const isDue = schedule.deliveryType === 'scheduled' && Date.parse(schedule.deliveryDate) <= nowMs;
  return schedule.startedAt === null && !schedule.isDelivered && !isDue;
}

/** Whether somebody could not be reached in a week of attempts, so that the owner may want another try. */
export function hasFailed({ recipients }: Pick<Schedule, 'recipients'>): boolean {
  return recipients.some(({ state }) => state === 'failed');
}

/** Undelivered schedules in the order of their dates; those that wait for a death come last. */
export function upcomingOf(schedules: readonly Schedule[]): Schedule[] {
  const rank = ({ deliveryType }: Schedule) => (deliveryType === 'on_death' ? 1 : 0);
  return schedules
    .filter((schedule) => !schedule.isDelivered)
    .toSorted(
      (one, other) =>
        rank(one) - rank(other) ||
        (one.releaseDays ?? 0) - (other.releaseDays ?? 0) ||
        one.deliveryDate.localeCompare(other.deliveryDate),
    );
}

/** The first few of `upcomingOf`, for the dashboard. */
export function firstUpcoming(schedules: readonly Schedule[]): Schedule[] {
  return upcomingOf(schedules).slice(0, upcomingDeliveriesShown);
}

/** Delivered schedules, latest first. */
export function deliveredOf(schedules: readonly Schedule[]): Schedule[] {
  const instant = ({ deliveredAt, deliveryDate }: Schedule) => deliveredAt ?? deliveryDate;
  return schedules
    .filter((schedule) => schedule.isDelivered)
    .toSorted((one, other) => instant(other).localeCompare(instant(one)));
}

interface PersonState {
  text: string;
  /** Somebody has to act on it. */
  isTrouble: boolean;
}

/** State of the delivery to one person; null while there is nothing to report. */
export function describePerson(
  person: Person,
  timeZone: string,
  method: Schedule['deliveryMethod'],
): PersonState | null {
  const { state, waitingReason, isWithThePost, unreachable, hasPhone, openedAt } = person;
  if (openedAt) return { text: `opened on ${formatDate(openedAt, timeZone)}`, isTrouble: false };
  if (state === 'delivered') return { text: 'delivered', isTrouble: false };
  if (waitingReason) return { text: waitingReason, isTrouble: !isWithThePost };
  if (state === 'sending' || state === 'pending') return { text: 'being sent', isTrouble: false };
  return unreachable ? { text: `no ${neededAddress(method, hasPhone)} yet`, isTrouble: true } : null;
}
