import { describeAfterDeath } from '../../../../shared/after-death.ts';
import { formatDate } from '../../../../shared/dates.ts';
import type { MemoryReach } from '../../../../shared/memories/memory-reach.ts';
import { listNames } from '../../../../shared/names.ts';
import { dayIn } from '../../../lib/calendar-day.ts';

// What the owner is told before they change or delete a memory that others have, or are still to get.

type Upcoming = MemoryReach['upcoming'][number];

/** Whom an edit no longer reaches, and whom it does. Empty while nobody has the memory. */
export function reachOfEdit(reach: MemoryReach, nowMs: number): string {
  const { names, has } = receivedBy(reach);
  if (names.length === 0) return '';
  const kept = `${listNames(names)} ${has} and ${names.length === 1 ? 'keeps' : 'keep'} what they were sent.`;
  const next = reach.upcoming.filter(({ recipients }) => recipients.length > 0);
  const [first] = next;
  if (!first) return `${kept} Your changes are for those to whom you send it from now on.`;
  if (next.length === 1) return `${kept} ${whoAndWhen(first, nowMs, 'will get the new version')}.`;
  return `${kept} The new version goes to ${listNames(next.map((one) => whoAndWhen(one, nowMs)))}.`;
}

/** Who gets the kept one of two texts, and when. Empty if nobody is to get it. */
export function reachOfChoice({ upcoming }: MemoryReach, nowMs: number): string {
  const next = upcoming.filter(({ recipients }) => recipients.length > 0);
  const [first] = next;
  if (!first) return '';
  if (next.length > 1)
    return `The one you keep goes to ${listNames(next.map((one) => whoAndWhen(one, nowMs)))}.`;
  const verb = first.recipients.length === 1 ? 'gets' : 'get';
  return `${whoAndWhen(first, nowMs, `${verb} the one you keep`)}.`;
}

/** A sentence for each delivery that the deletion stops. */
export function stoppedByDeletion({ upcoming }: MemoryReach, nowMs: number): string[] {
  return upcoming
    .filter(({ recipients }) => recipients.length > 0)
    .map((one) => `${whoAndWhen(one, nowMs, 'will no longer receive it')}.`);
}

/** 'Maya has already received it.' Undefined while nobody has it. */
export function whoHasIt(reach: MemoryReach): string | undefined {
  const { names, has } = receivedBy(reach);
  return names.length > 0 ? `${listNames(names)} ${has.replace('this', 'it')}.` : undefined;
}

/** Each person once, even if they were sent it twice. While a mail is on its way nobody knows yet. */
function receivedBy({ received }: MemoryReach): { names: string[]; has: string } {
  const names = [...new Set(received.map(({ name }) => name))];
  if (received.some(({ deliveredAt }) => deliveredAt === null))
    return { names, has: 'may have received this already' };
  return { names, has: names.length === 1 ? 'has already received this' : 'have already received this' };
}

/** 'Tom on 4 May 2031'. Without the day if that is over: what waits then goes out as soon as it can. */
function whoAndWhen(upcoming: Upcoming, nowMs: number, does?: string): string {
  return [listNames(upcoming.recipients), does, whenOf(upcoming, nowMs)].filter(Boolean).join(' ');
}

function whenOf({ afterDeath, releaseDays, deliveryDate, timezone }: Upcoming, nowMs: number): string {
  if (afterDeath) {
    const [earliest, today] = [dayIn(timezone, deliveryDate), dayIn(timezone, nowMs)];
    return describeAfterDeath(earliest, today, releaseDays);
  }
  return Date.parse(deliveryDate) > nowMs ? `on ${formatDate(deliveryDate, timezone)}` : '';
}
