import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { upcomingOf } from '../schedules/schedules.ts';

/** What a person has not received yet: dated ones in the order of their days, then those for after a death. */
export function waitingFor(recipientId: string, schedules: readonly Schedule[]): Schedule[] {
  return upcomingOf(schedules).filter(({ recipients }) =>
    recipients.some(({ id, state }) => id === recipientId && state !== 'delivered'),
  );
}

/** The same for everybody at once, by recipient id. */
export function waitingByPerson(schedules: readonly Schedule[]): Map<string, Schedule[]> {
  const waiting = new Map<string, Schedule[]>();
  for (const schedule of upcomingOf(schedules)) {
    for (const { id, state } of schedule.recipients) {
      if (state === 'delivered') continue;
      const theirs = waiting.get(id);
      if (theirs) theirs.push(schedule);
      else waiting.set(id, [schedule]);
    }
  }
  return waiting;
}

/** The last day that anybody has something, not before today. */
export function lastDayOf(schedules: readonly Schedule[], today: string): string {
  return upcomingOf(schedules)
    .filter(({ deliveryType }) => deliveryType === 'scheduled')
    .reduce((last, { localDate }) => (localDate > last ? localDate : last), today);
}
