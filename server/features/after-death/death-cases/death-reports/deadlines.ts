import type { z } from 'zod';
import type { ReportDeadlines } from '../../../../../shared/after-death/death-reports.ts';
import { minutesAfter, secondsAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Config } from '../../../../platform/config.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Queryable } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { isWeekend } from '../../../../platform/local-time.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { toleratedLateSeconds } from '../../../outbox/messages/mails/mails.table.ts';
import { objectionHoursOf } from '../../release-wishes/release-wishes.ts';
import type { DeathReportRow } from './death-reports.table.ts';

const dayHours = 24;
/** The service's time zone, for people who do not state theirs. */
export const serviceTimezone = 'America/New_York';

/** What a reporter is told when their proof arrives at `from`: by when we will have read it, and the earliest that anything follows. */
export function deadlinesFrom(
  { deathReports: { reviewHours, objectionHours } }: Pick<Config, 'deathReports'>,
  from: Date,
  timezone: string,
): z.output<typeof ReportDeadlines> {
  const readBy = reviewDue(from, reviewHours, timezone);
  return { readBy, objectionHours, deliveredFrom: minutesAfter(from, objectionHours * 60) };
}

/** `hours` after `from`, not counting Saturdays and Sundays. */
export function reviewDue(from: Date, hours: number, timezone: string): Date {
  let due = from;
  for (let left = hours; left > 0; left -= dayHours) {
    due = minutesAfter(due, Math.min(left, dayHours) * 60);
    while (isWeekend(due, timezone)) due = minutesAfter(due, dayHours * 60);
  }
  return due;
}

/** What would happen if a proof of this owner's death came at `now`, was read on the last promised day, and nobody objected. */
export async function deadlinesIfDead(
  db: Queryable,
  { config }: Pick<Services, 'config'>,
  owner: UserRow,
  now: Date,
): Promise<{ proofReadBy: Date; objectionHours: number; releasedAt: Date }> {
  const proofReadBy = reviewDue(now, config.deathReports.reviewHours, owner.timezone);
  const objectionHours = await objectionHoursOf(db, { config }, owner.id, proofReadBy);
  return { proofReadBy, objectionHours, releasedAt: minutesAfter(proofReadBy, objectionHours * 60) };
}

/** When an objection window that begins at `now` ends, by the owner's choice as of then. */
export async function endOfWindow(
  db: Queryable,
  services: Pick<Services, 'config'>,
  { userId }: Pick<DeathReportRow, 'userId'>,
  now: Date,
): Promise<Date> {
  const hours = await objectionHoursOf(db, services, requireFound(userId ?? undefined), now);
  return minutesAfter(now, hours * 60);
}

/** How long a reporter can come back to a report that they have not sent. Mails state it too. */
export const draftDays = 30;

/** On the last day, messages go out this many hours before the window ends; before that, one a day. */
const hoursBeforeEnd = [24, 12, 6, 3, 1];

/** When the owner is asked again after `askedAt`, in a window that ends at `endsAt`; null if that was the last time. */
export function nextQuestionAt(askedAt: Date, endsAt: Date): Date | null {
  const inADay = wholeDaysAfter(askedAt, 1);
  const inLastDay = hoursBeforeEnd.map((hours) => minutesAfter(endsAt, -hours * 60));
  const ahead = [inADay, ...inLastDay].filter((at) => at > askedAt && at < endsAt);
  return ahead.reduce<Date | null>((first, at) => (first && first <= at ? first : at), null);
}

export function lateSeconds(dueAt: Date, now: Date): number {
  const seconds = (now.getTime() - dueAt.getTime()) / 1000;
  return now > secondsAfter(dueAt, toleratedLateSeconds) ? Math.ceil(seconds) : 0;
}

/** When a message of the window was due, and when the window was to end at that time; kept in the details of its mail. */
export interface Ask {
  dueAt: Date;
  endsAt: Date;
}

export function toDetails({ dueAt, endsAt }: Ask): Record<string, string> {
  return { dueAt: dueAt.toISOString(), endsAt: endsAt.toISOString() };
}

export function askIn({ dueAt, endsAt }: Record<string, string>): Ask | undefined {
  return dueAt && endsAt ? { dueAt: new Date(dueAt), endsAt: new Date(endsAt) } : undefined;
}

/** When the window ends if this message leaves at `now`; undefined if it ends as planned. */
export function endIfAskedAt({ dueAt, endsAt }: Ask, now: Date): Date | undefined {
  const late = lateSeconds(dueAt, now);
  return late > 0 ? secondsAfter(endsAt, late) : undefined;
}
