import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { knownTimeZone } from '../../../../../shared/time-zones.ts';
import { tryAdvisoryLock } from '../../../../platform/advisory-lock.ts';
import { wholeDaysAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { announceAll } from '../../../../platform/events.ts';
import { instantOf, timeZoneRulesVersion, wallClockAt } from '../../../../platform/local-time.ts';
import { recordAll } from '../../../system/audit/audit.ts';
import { type ScheduleRow, schedules, timeZoneRules } from '../deliveries.table.ts';
import { refreshDueAt } from './plan.ts';

// A schedule names a local day and time. When a government changes the rules of that time zone, the instant
// changes. New rules come with a new version of Node; its rules' version is compared with the last one applied.
// While two versions run side by side, the newer decides: whatever the older computes meanwhile is computed again.

/** No change of rules moves an instant further than this. */
const soonDays = 2;
/** Computing is slow, and requests wait meanwhile. */
const perTransaction = 250;
/** Limits how long a run can delay a shutdown. */
const transactionsPerRun = 80;

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'sweeps'>;
const sweep = 'time-zone-rules';

/** Called before anything is sent. If the rules have changed, recomputes the instants of everything due within two days. */
export async function applyRulesToSoon(services: Deps, version = timeZoneRulesVersion): Promise<void> {
  const { db, clock } = services;
  if (await isApplied(db, version)) return recomputeMarked(services, version);
  const soon = lt(schedules.dueAt, wholeDaysAfter(await readDatabaseTime(db, clock), soonDays));
  const order = [asc(schedules.dueAt), asc(schedules.id)];
  let last: ScheduleRow | undefined;
  do {
    const which = and(
      isNotNull(schedules.dueAt),
      soon,
      last?.dueAt ? isAfter(last.dueAt, last.id) : undefined,
    );
    const { rows } = await inTransaction(db, (tx) => recompute(tx, services, { version, which, order }));
    last = rows.length < perTransaction ? undefined : rows.at(-1);
  } while (last);
}

function isAfter(dueAt: Date, id: string): SQL | undefined {
  return or(gt(schedules.dueAt, dueAt), and(eq(schedules.dueAt, dueAt), gt(schedules.id, id)));
}

/** Recomputes the rest in batches; called until all are done. */
export async function applyRules(services: Deps, version = timeZoneRulesVersion): Promise<void> {
  for (let count = 0; count < transactionsPerRun; count++) {
    if (await isApplied(services.db, version)) return recomputeMarked(services, version);
    if ((await inTransaction(services.db, (tx) => applyToNext(tx, services, version))) !== 'more') return;
  }
}

/** If some fail, the next run starts over after reaching the end. */
async function applyToNext(
  tx: Tx,
  services: Deps,
  version: string,
): Promise<'more' | 'at the end' | 'elsewhere'> {
  if (!(await tryAdvisoryLock(tx, 'time-zone-rules'))) return 'elsewhere';
  const [progress] = await tx.select().from(timeZoneRules).where(eq(timeZoneRules.version, version));
  const which = progress?.doneUpTo ? gt(schedules.id, progress.doneUpTo) : undefined;
  const { rows, left } = await recompute(tx, services, { version, which, order: [asc(schedules.id)] });
  const isEnd = rows.length < perTransaction;
  const hasFailed = left > 0 || services.sweeps.hasFailed(sweep);
  const doneUpTo = isEnd && hasFailed ? null : (rows.at(-1)?.id ?? progress?.doneUpTo ?? null);
  const finishedAt = isEnd && !hasFailed ? services.clock.now() : null;
  const state = { doneUpTo, finishedAt };
  await tx
    .insert(timeZoneRules)
    .values({ version, ...state })
    .onConflictDoUpdate({ target: timeZoneRules.version, set: state });
  return isEnd ? 'at the end' : 'more';
}

/** A process with older rules than the last ones applied is about to be replaced, and changes nothing. */
async function isApplied(db: Queryable, version: string): Promise<boolean> {
  const applied = and(gte(timeZoneRules.version, version), isNotNull(timeZoneRules.finishedAt));
  return (await db.$count(timeZoneRules, applied)) > 0;
}

/** The newest rules that a process has applied to this database, and how many schedules were computed with older ones since. */
export async function readTimeZoneRules(db: Queryable): Promise<{ newest: string | null; marked: number }> {
  const [row] = await db.select({ newest: max(timeZoneRules.version) }).from(timeZoneRules);
  const marked = await db.$count(schedules, isMarked);
  return { newest: row?.newest ?? null, marked };
}

const isMarked = and(isNotNull(schedules.computedBy), isNull(schedules.startedAt));

/** Recomputes what processes with older rules have computed since these were applied. Only processes with the newest rules do this. */
async function recomputeMarked(services: Deps, version: string): Promise<void> {
  const { db } = services;
  if ((await db.$count(timeZoneRules, gt(timeZoneRules.version, version))) > 0) return;
  let last: string | undefined;
  do {
    const after = last ? gt(schedules.id, last) : undefined;
    const which = and(isMarked, after);
    const { rows } = await inTransaction(db, (tx) =>
      recompute(tx, services, { version, which, order: [asc(schedules.id)] }),
    );
    last = rows.length < perTransaction ? undefined : rows.at(-1)?.id;
  } while (last);
}

/** Recomputes the instants of the first batch of these schedules that have not started; returns how many failed. */
async function recompute(
  tx: Tx,
  services: Deps,
  { version, which, order }: { version: string; which: SQL | undefined; order: SQL[] },
): Promise<{ rows: ScheduleRow[]; left: number }> {
  const rows = await tx
    .select()
    .from(schedules)
    .where(and(isNull(schedules.startedAt), ne(schedules.timezone, 'UTC'), which))
    .orderBy(...order)
    .limit(perTransaction)
    .for('no key update');
  const left = await services.sweeps.together(sweep, rows, (some) =>
    tx.transaction((inner) => move(inner, services, version, some)),
  );
  return { rows, left };
}

async function move(tx: Tx, services: Deps, version: string, rows: readonly ScheduleRow[]): Promise<void> {
  const now = await readDatabaseTime(tx, services.clock);
  const moved = rows.flatMap((row) => {
    const to = instantByRules(services, row);
    // If the new instant is in the past, the old one is kept.
    return to && to > now ? [{ ...row, to }] : [];
  });
  const ids = moved.map(({ id }) => id);
  const records = moved.map(({ id, to }) => ({ id, to }));
  await tx.execute(sql`
    update schedules s set delivery_date = row.to
    from json_to_recordset(${JSON.stringify(records)}::json) as row (id uuid, "to" timestamptz) where s.id = row.id`);
  const counted = rows.filter((row) => row.computedBy !== null || isCounted(row)).map(({ id }) => id);
  await refreshDueAt(tx, [...new Set([...ids, ...counted])]);
  await tx
    .update(schedules)
    .set({ computedBy: null })
    .where(and(inArray(schedules.id, [...ids, ...counted]), isNotNull(schedules.computedBy)));
  if (ids.length === 0) return;
  await recordAll(
    tx,
    now,
    moved.map(({ id, userId, deliveryDate, to }) => ({
      action: 'schedule.moved-by-rules',
      actor: 'system',
      userId,
      subjectId: id,
      details: { from: deliveryDate.toISOString(), to: to.toISOString(), rules: version },
    })),
  );
  await announceAll(tx, new Set(moved.map(({ userId }) => userId)), ['schedules']);
  services.log.warn(
    { schedules: ids.length, rules: version },
    'time-zone rules have changed: schedules were moved',
  );
}

/** Whether its due time was computed from a number of days, counted in its time zone. */
function isCounted({ dueAt, deliveryDate }: ScheduleRow): boolean {
  return dueAt !== null && dueAt.getTime() !== deliveryDate.getTime();
}

type Timed = Pick<ScheduleRow, 'id' | 'deliveryDate' | 'localDate' | 'localTime' | 'timezone'>;

/** Undefined if the stored instant still matches the chosen day and time in its time zone. */
export function instantByRules(
  { log }: Pick<Services, 'log'>,
  { id, deliveryDate, localDate, localTime, timezone }: Timed,
): Date | undefined {
  if (!knownTimeZone(timezone)) {
    log.error({ scheduleId: id, timezone }, 'the rules do not know the time zone of a schedule');
    return undefined;
  }
  const wall = wallClockAt(deliveryDate, timezone);
  if (wall.localDate === localDate && wall.localTime === localTime) return undefined;
  const at = instantOf({ localDate, localTime, timezone });
  return at.getTime() === deliveryDate.getTime() ? undefined : at;
}
