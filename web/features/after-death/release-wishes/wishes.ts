import {
  maxObjectionDays,
  maxQuietDays,
  type ReleaseWishes,
} from '../../../../shared/after-death/release-wishes.ts';
import { formatDate, formatFullDate, formatMoment } from '../../../../shared/dates.ts';

// What the owner's choices do, in sentences with real days. Instants are milliseconds since 1970.

export const usualWait = 'usual';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The hours that apply now; a shorter wait that was just chosen applies only later. */
export function hoursOfWaiting({
  objectionDays,
  stricterUntil,
  defaultObjectionHours,
}: ReleaseWishes): number {
  const days = stricterUntil ? stricterUntil.objectionDays : objectionDays;
  return Math.max((days ?? 0) * 24, defaultObjectionHours);
}

/** When something would first be sent, if a report were verified now. */
export function firstSentAt(wishes: ReleaseWishes, nowMs: number): Date {
  return new Date(nowMs + hoursOfWaiting(wishes) * hourMs);
}

/** Until when dated deliveries would wait; null without quiet days. */
export function quietUntil(wishes: ReleaseWishes, nowMs: number): Date | null {
  if (wishes.quietDays === 0) return null;
  return new Date(firstSentAt(wishes, nowMs).getTime() + wishes.quietDays * dayMs);
}

/** '3 days', or '36 hours' if it is not a whole number of days. */
export function nameHours(hours: number): string {
  if (hours % 24 === 0) return nameDays(hours / 24);
  return hours === 1 ? '1 hour' : `${hours} hours`;
}

export function nameDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}

export function describeWaiting(wishes: ReleaseWishes, timeZone: string, nowMs: number): string {
  const moment = formatMoment(firstSentAt(wishes, nowMs), timeZone);
  return `If a report were verified today, nothing would be sent before ${moment}.`;
}

/** Why a choice does not apply yet; null if it does. */
export function describeDelay(
  wishes: ReleaseWishes,
  choice: 'reporters' | 'objectionDays',
  timeZone: string,
): string | null {
  const { stricterUntil } = wishes;
  if (!stricterUntil || stricterUntil[choice] === wishes[choice]) return null;
  const still =
    choice === 'reporters'
      ? 'a report by anybody but your trusted contacts takes two of us'
      : `we wait for ${nameHours(hoursOfWaiting(wishes))}`;
  return `This applies from ${formatDate(stricterUntil.until, timeZone)}. Until then ${still}, so that somebody who got into your account could not hurry us.`;
}

export function describeQuiet(wishes: ReleaseWishes, timeZone: string, nowMs: number): string {
  const until = quietUntil(wishes, nowMs);
  if (!until) return 'Everything goes out on its date.';
  const day = formatFullDate(until, timeZone);
  return `If a report were verified today, what has an earlier date would wait until ${day}. What is for after your death does not wait.`;
}

/** The default wait, then each longer one that is possible, and any that was chosen under other settings. */
export function waitingOptions({ objectionDays, defaultObjectionHours }: ReleaseWishes) {
  const first = Math.floor(defaultObjectionHours / 24) + 1;
  const days = daysFromTo(Math.min(first, objectionDays ?? first), maxObjectionDays);
  return [
    { value: usualWait, label: `${nameHours(defaultObjectionHours)}, as for everybody` },
    ...days.map((count) => ({ value: String(count), label: nameDays(count) })),
  ];
}

export const quietOptions = [
  { value: '0', label: 'None' },
  ...daysFromTo(1, maxQuietDays).map((count) => ({ value: String(count), label: nameDays(count) })),
];

function daysFromTo(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const quietStep = 5;

/** The next lower or higher number of quiet days, in steps of five; null if there is none. */
export function stepQuietDays(days: number, direction: -1 | 1): number | null {
  const steps = days / quietStep;
  const next = (direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * quietStep;
  return next < 0 || next > maxQuietDays ? null : next;
}
