import { describeAfterDeath } from '../../../../../shared/after-death.ts';
import { formatDay } from '../../../../../shared/dates.ts';
import type { Preview } from '../../../../../shared/delivery/previews.ts';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { channelLabels } from '../../../../../shared/outbox/channels.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { timeZoneLabel } from '../../../../../shared/time-zones.ts';
import { dayIn } from '../../../../lib/calendar-day.ts';
import type { SelectGroup, SelectOption } from '../../../../ui/select.tsx';

/** The schedule that brings a memory to somebody, or to anybody: the first that is still to come, or else the last one. */
export function scheduleFor(
  schedules: readonly Schedule[],
  memoryId: string,
  recipientId: string | null,
): Schedule | undefined {
  const bringing = schedules
    .filter(
      (schedule) =>
        schedule.memoryId === memoryId &&
        (recipientId === null || schedule.recipients.some(({ id }) => id === recipientId)),
    )
    .toSorted((a, b) => a.deliveryDate.localeCompare(b.deliveryDate));
  return bringing.find(({ isDelivered }) => !isDelivered) ?? bringing.at(-1);
}

/** The people through whose eyes it can be seen: those who get it, and others in the address book. */
export function whoseEyes(
  people: readonly Recipient[],
  schedules: readonly Schedule[],
  memoryId: string,
): (SelectOption | SelectGroup)[] {
  const named = new Set(
    schedules
      .filter((schedule) => schedule.memoryId === memoryId)
      .flatMap(({ recipients }) => recipients.map(({ id }) => id)),
  );
  const toOption = (recipient: Recipient) => ({
    value: recipient.id,
    label: fullNameOf(recipient),
  });
  const those = people.filter(({ id }) => named.has(id)).map(toOption);
  const others = people.filter(({ id }) => !named.has(id)).map(toOption);
  return [
    { value: anybody, label: 'Anybody’s' },
    ...(those.length > 0 ? [{ label: 'Who gets it', options: those }] : []),
    ...(others.length > 0 ? [{ label: 'From your address book', options: others }] : []),
  ];
}

export const anybody = 'anybody';

/** '4 May 2031, 12:00 Eastern', 'After your death', 'On the day you choose'. */
export function momentOf(schedule: Schedule | undefined, nowMs: number): string {
  if (!schedule) return 'On the day you choose';
  const { deliveryType, localDate, localTime, timezone, releaseDays } = schedule;
  if (deliveryType === 'scheduled')
    return `${formatDay(localDate)}, ${localTime.slice(0, 5)} ${timeZoneLabel(timezone)}`;
  const afterDeath = describeAfterDeath(localDate, dayIn(timezone, nowMs), releaseDays);
  return capitalized(afterDeath);
}

/** The day at the end of the thread. */
export function dayOf(schedule: Schedule | undefined): { label: string; day: string } {
  return schedule?.deliveryType === 'scheduled'
    ? { label: 'today', day: formatDay(schedule.localDate) }
    : { label: 'today', day: 'the day it comes' };
}

/** How it arrives on that day. */
export function howItComes({ channel }: Preview['message'], schedule: Schedule | undefined): string {
  if (schedule?.deliveryMethod === 'physical')
    return `it goes by post; ${channelLabels[channel]} it would look like this`;
  return channel === 'text' ? 'a text message comes' : 'an email comes';
}
