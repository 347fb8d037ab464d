import { and, asc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { instantOf } from '../../../../platform/local-time.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { type AuditAction, recordAll } from '../../../system/audit/audit.ts';
import { type ClosingRow, readClosing } from '../../../system/closing/closing.ts';
import { type ScheduleRow, schedules } from '../deliveries.table.ts';
import { refreshDueAt } from '../plan/plan.ts';
import { requireUnstarted } from '../plan/schedule-rules.ts';
import { instantByRules } from '../plan/time-zone-rules.ts';
import { type HandOverRow, handOvers } from './hand-over.table.ts';

export { listLater } from './list-later.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'log'>;

/** Early enough to arrive on that day everywhere on earth. */
const timeOfDay = '12:00';

interface HandingOver {
  scheduleIds: readonly string[];
  /** `system` if the owner has died. */
  actor: string;
}

/**
 * Moves schedules of an owner that would come later, or at their death, to the last day of the service. 404
 * for one that is not theirs; 409 if its delivery has begun, or while no end is announced.
 */
export function handOver(
  { db, clock }: Deps,
  userId: string,
  { scheduleIds, actor }: HandingOver,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockOwner(tx, userId);
    const rows = await lockOwn(tx, userId, scheduleIds);
    const closing = await requireClosing(tx);
    const ahead = await notHandedOver(tx, rows);
    for (const row of ahead) {
      requireUnstarted(row, now);
      await moveToLastDay(tx, row, closing, { actor, now });
    }
    await finish(tx, 'schedule.handed-over', { userId, actor, now, rows: ahead });
  });
}

async function requireClosing(tx: Tx): Promise<ClosingRow> {
  const closing = await readClosing(tx);
  if (!closing || closing.closedAt)
    throw new AppError(
      'conflict',
      'Long After goes on: there is no last day on which this could be delivered.',
    );
  return closing;
}

/** The owners who have handed something over. */
export async function listHandedOver(db: Queryable): Promise<{ id: string }[]> {
  return db.selectDistinct({ id: handOvers.userId }).from(handOvers).orderBy(asc(handOvers.userId));
}

async function lockOwn(tx: Tx, userId: string, ids: readonly string[]): Promise<ScheduleRow[]> {
  const wanted = [...new Set(ids)];
  const rows = await tx
    .select()
    .from(schedules)
    .where(and(eq(schedules.userId, userId), inArray(schedules.id, wanted), isNotNull(schedules.memoryId)))
    .orderBy(asc(schedules.id))
    .for('update');
  if (rows.length < wanted.length) throw notFound('This schedule');
  return rows;
}

async function notHandedOver(tx: Tx, rows: readonly ScheduleRow[]): Promise<ScheduleRow[]> {
  const ids = rows.map(({ id }) => id);
  const moved = await tx.select().from(handOvers).where(inArray(handOvers.scheduleId, ids));
  const known = new Set(moved.map(({ scheduleId }) => scheduleId));
  return rows.filter(({ id }) => !known.has(id));
}

/** 409 for a schedule that comes by then anyway; also once noon of that day has passed, unless its owner has died: then it is due at once. */
async function moveToLastDay(
  tx: Tx,
  row: ScheduleRow,
  { lastDay }: ClosingRow,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const { id, userId, deliveryDate, deliveryType, localDate, localTime, releaseDays, seriesId, year } = row;
  if (deliveryType === 'scheduled' && localDate <= lastDay && (row.dueAt ?? deliveryDate) <= deliveryDate)
    throw new AppError('conflict', 'This comes by the last day as it is.');
  const to = { localDate: lastDay, localTime: timeOfDay, timezone: row.timezone };
  const at = instantOf(to);
  if (at <= now && actor !== 'system')
    throw new AppError('conflict', 'The last day has come. Nothing more can be handed over.');
  const before = { deliveryDate, deliveryType, localDate, localTime, releaseDays, seriesId, year };
  await tx.insert(handOvers).values({ scheduleId: id, userId, handedOverAt: now, ...before });
  await change(tx, row, now, {
    ...{ deliveryDate: at, localDate: lastDay, localTime: timeOfDay },
    ...{ deliveryType: 'scheduled', releaseDays: null, seriesId: null, year: null },
  });
}

/** Restores all of an owner's schedules as they were, except those that have begun or were changed since. Returns how many. */
export function takeBackHandOver({ db, clock, log }: Deps, userId: string, actor = userId): Promise<number> {
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    await lockOwner(tx, userId);
    const found = await tx
      .select({ before: handOvers, row: schedules })
      .from(handOvers)
      .innerJoin(schedules, eq(schedules.id, handOvers.scheduleId))
      .where(and(eq(handOvers.userId, userId), isNull(schedules.startedAt)))
      .orderBy(asc(schedules.id))
      .for('update', { of: schedules });
    const same = found.filter(({ row, before }) => isAsHandedOver(row, before));
    for (const { row, before } of same) {
      const { scheduleId: _, userId: __, handedOverAt: ___, ...planned } = before;
      const byRules = instantByRules({ log }, { id: row.id, timezone: row.timezone, ...planned });
      const deliveryDate = byRules ?? planned.deliveryDate;
      await change(tx, row, now, { ...planned, deliveryDate });
    }
    await tx.delete(handOvers).where(eq(handOvers.userId, userId));
    const rows = same.map(({ row }) => row);
    await finish(tx, 'schedule.hand-over-undone', { userId, actor, now, rows });
    return rows.length;
  });
}

/** Whether nobody has changed it since. */
function isAsHandedOver({ updatedAt, deliveryType }: ScheduleRow, { handedOverAt }: HandOverRow): boolean {
  return deliveryType === 'scheduled' && updatedAt <= handedOverAt;
}

async function change(tx: Tx, row: ScheduleRow, now: Date, to: Partial<ScheduleRow>): Promise<void> {
  const columns = { ...to, version: row.version + 1, updatedAt: now };
  await tx.update(schedules).set(columns).where(eq(schedules.id, row.id));
}

interface Finished {
  userId: string;
  actor: string;
  now: Date;
  rows: readonly ScheduleRow[];
}

async function finish(tx: Tx, action: AuditAction, { userId, actor, now, rows }: Finished): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await refreshDueAt(tx, ids);
  await recordAll(
    tx,
    now,
    ids.map((subjectId) => ({ action, actor, userId, subjectId })),
  );
  await announce(tx, userId, ['schedules', 'stats']);
}
