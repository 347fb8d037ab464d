import type { z } from 'zod';
import type { ReportOutlook } from '../../../../../shared/after-death/death-reports.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Config } from '../../../../platform/config.ts';
import { isWeekend } from '../../../../platform/local-time.ts';

const dayHours = 24;
/** The zone of the service, for people who do not state theirs. */
export const serviceTimezone = 'America/New_York';

/** The days that a reporter may expect of a report whose proof is here at `from`: the last one for reading it, the first for what follows. */
export function outlookFrom(
  { deathReports: { reviewHours, objectionHours } }: Pick<Config, 'deathReports'>,
  from: Date,
  timezone: string,
): z.output<typeof ReportOutlook> {
  const readBy = reviewDue(from, reviewHours, timezone);
  return { readBy, objectionHours, deliveredFrom: minutesAfter(from, objectionHours * 60) };
}

/** `hours` after `from`, where Saturdays and Sundays do not count. */
export function reviewDue(from: Date, hours: number, timezone: string): Date {
  let due = from;
  for (let left = hours; left > 0; left -= dayHours) {
    due = minutesAfter(due, Math.min(left, dayHours) * 60);
    while (isWeekend(due, timezone)) due = minutesAfter(due, dayHours * 60);
  }
  return due;
}
