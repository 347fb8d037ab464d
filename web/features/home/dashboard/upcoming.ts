import { upcomingDeliveriesShown } from '../../../../shared/delivery/schedule-status.ts';
import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import { formatDay } from '../../../lib/dates.ts';

/** The first undelivered schedules: those with a day in order of their days, then those that wait for a death. */
export function firstUpcoming(schedules: readonly Schedule[]): Schedule[] {
  return schedules
    .filter((schedule) => !schedule.isDelivered)
    .toSorted((one, other) => rank(one) - rank(other) || one.deliveryDate.localeCompare(other.deliveryDate))
    .slice(0, upcomingDeliveriesShown);
}

function rank({ deliveryType }: Schedule): number {
  return deliveryType === 'on_death' ? 1 : 0;
}

/** When it goes out, as in "4 May 2031"; after a death, with the day before which it does not. */
export function describeMoment({ deliveryType, localDate }: Schedule): string {
  const day = formatDay(localDate);
  return deliveryType === 'scheduled' ? day : `After your death, from ${day}`;
}

/** The first names of whom it goes to, as in "Leo and Ana". */
export function describeRecipients({ recipients }: Schedule): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(recipients.map((one) => one.firstName));
}

/** What a person should know about it before its day: nobody to receive it, or somebody who cannot be reached. */
export function describeTrouble(schedule: Schedule): string | null {
  if (schedule.recipients.length === 0) return 'Nobody is chosen to receive this.';
  const [waiting] = schedule.recipients.filter((one) => one.waitingReason);
  if (waiting?.waitingReason) return waiting.waitingReason;
  const unreachable = schedule.recipients.filter((one) => one.unreachable);
  if (unreachable.length === 0) return null;
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(
    unreachable.map((one) => one.firstName),
  );
  return `${names} ${unreachable.length === 1 ? 'has' : 'have'} no address yet.`;
}
