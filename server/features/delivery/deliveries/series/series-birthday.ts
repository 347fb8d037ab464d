import { eq, sql } from 'drizzle-orm';
import type { BirthdayAnswer, BirthdayUndo } from '../../../../../shared/delivery/series.ts';
import { dayOfBirthday, seriesMaxYears, yearOfAge } from '../../../../../shared/delivery/series-days.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { record } from '../../../system/audit/audit.ts';
import { type ScheduleRow, type SeriesRow, schedules, series } from '../deliveries.table.ts';
import { recordPlan } from '../plan/insert-schedules.ts';
import { refreshDueAt } from '../plan/plan.ts';
import { hasBegun, requireFreeDates } from '../plan/schedule-rules.ts';
import { type LockedSeries, lockSeries } from './lock-series.ts';
import { birthdayMoved, isMovedByHand, momentIn } from './moments.ts';
import { birthdayOf, recipientsOf } from './series-recipients.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'payments'>;
const changedMeanwhile = () => new AppError('conflict', 'This birthday has been changed in the meantime');

/**
 * The owner's answer after a birthday was corrected: either all years that have not begun move to the new
 * one, or the series stays as it is. 409 if there is no question, or if the birthday has changed again.
 */
export function answerBirthday(
  services: Deps,
  owner: Pick<UserRow, 'id'>,
  id: string,
  { move, to }: BirthdayAnswer,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const locked = await lockSeries(tx, services, owner.id, id);
    const moved = birthdayMoved(locked.row, await birthdayOf(tx, await recipientsOf(tx, id)));
    if (moved?.to !== to) throw changedMeanwhile();
    await planFor(tx, services, locked, { after: move ? movedTo(locked, moved.from, to) : locked.row, to });
  });
}

/** Takes the answer back: the series asks again. 409 if the birthday it was planned for is another one by now. */
export function undoBirthdayAnswer(
  services: Deps,
  owner: Pick<UserRow, 'id'>,
  id: string,
  { move, from, to, before }: BirthdayUndo,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const locked = await lockSeries(tx, services, owner.id, id);
    if (locked.row.birthday !== to) throw changedMeanwhile();
    await planFor(tx, services, locked, { after: move ? plannedFor(locked, before) : locked.row, to: from });
  });
}

/** Saves the series as `after`, planned for the birthday `to`. If the day is unchanged, nothing moves. */
async function planFor(
  tx: Tx,
  services: Deps,
  locked: LockedSeries,
  { after, to }: { after: SeriesRow; to: string },
): Promise<void> {
  const { owner, row, now } = locked;
  const move = after !== row;
  if (move) await moveYears(tx, services, locked, after);
  await tx
    .update(series)
    .set({ ...after, birthday: to, version: sql`${series.version} + 1`, updatedAt: now })
    .where(eq(series.id, row.id));
  const action = move ? 'series.moved' : 'series.birthday-kept';
  await record(tx, now, { action, actor: owner.id, userId: owner.id, subjectId: row.id });
}

function movedTo(locked: LockedSeries, from: string, to: string): SeriesRow {
  const { row } = locked;
  const born = dayOfBirthday(from);
  const isOnBirthday = born.month === row.month && born.day === row.day;
  const untilYear = row.untilAge === null ? row.untilYear : yearOfAge(row.untilAge, to);
  return plannedFor(locked, { ...(isOnBirthday ? dayOfBirthday(to) : row), untilYear });
}

/** Keeps every year for which something is planned, even if it comes after the last one asked for. */
function plannedFor(
  { row, planned }: LockedSeries,
  { month, day, untilYear }: Pick<SeriesRow, 'month' | 'day' | 'untilYear'>,
): SeriesRow {
  const last = Math.max(untilYear, row.fromYear, ...planned.keys());
  return { ...row, month, day, untilYear: Math.min(last, row.fromYear + seriesMaxYears - 1) };
}

async function moveYears(tx: Tx, services: Deps, locked: LockedSeries, after: SeriesRow): Promise<void> {
  const { owner, row, planned, now } = locked;
  const moved = [...planned.values()]
    .filter((schedule) => !hasBegun(schedule, now) && !isMovedByHand(row, schedule))
    .map((schedule) => ({ schedule, to: momentIn(after, schedule.year ?? after.fromYear) }))
    .filter(({ schedule, to }) => schedule.localDate !== to.localDate);
  requireAhead(moved, now);
  await requireFreeDates(
    tx,
    services,
    owner,
    moved.map(({ schedule, to }) => ({ deliveryDate: to.deliveryDate, before: schedule.deliveryDate })),
  );
  const ids = moved.map(({ schedule }) => schedule.id);
  for (const { schedule, to } of moved)
    await tx
      .update(schedules)
      .set({ ...to, version: schedule.version + 1, updatedAt: now })
      .where(eq(schedules.id, schedule.id));
  await refreshDueAt(tx, ids);
  await recordPlan(tx, now, 'schedule.changed', owner.id, ids);
}

/** 409, naming the years in which the new day has already passed. */
function requireAhead(
  moved: readonly { schedule: ScheduleRow; to: { deliveryDate: Date } }[],
  now: Date,
): void {
  const past = moved.filter(({ to }) => to.deliveryDate <= now).map(({ schedule }) => String(schedule.year));
  if (past.length === 0) return;
  const message = `In ${past.join(' and ')} the new day has passed already. Nothing was moved.`;
  const fields = Object.fromEntries(past.map((year) => [year, 'The new day has passed already']));
  throw new AppError('conflict', message, { fields });
}
