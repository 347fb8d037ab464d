import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Clock, secondsAfter } from './clock.ts';
import type { Queryable } from './database.ts';

/** A process whose clock differs from the database's by more than this does nothing that cannot be undone. */
const toleratedSeconds = 30;

/**
 * SQL: the time to use for anything irrevocable. It is the earlier of the process's and the database's time,
 * and null while they differ by more than 30 seconds, so that nothing is due. A caller that also stores the
 * process's time passes the same reading as `now`: a second one might fall on the other side of a due time.
 */
export function agreedNow(clock: Clock, now = clock.now()): SQL {
  const own = sql`${now.toISOString()}::timestamptz`;
  const database = clock.databaseNow();
  return sql`(case when abs(extract(epoch from ${own} - ${database})) <= ${toleratedSeconds} then least(${own}, ${database}) end)`;
}

/** The same as a value: undefined while the clocks differ. */
export async function readAgreedNow(db: Queryable, clock: Clock): Promise<Date | undefined> {
  return readInstant(db, agreedNow(clock));
}

/** For instants that are stored and decide something later: right even if this process's clock is wrong. */
export async function readDatabaseTime(db: Queryable, clock: Clock): Promise<Date> {
  const now = await readInstant(db, clock.databaseNow());
  if (!now) throw new Error('The database does not know the time');
  return now;
}

/** The latest that a clock which is not wrong can say at `now`: both it and this process's may differ from the database's. */
export function latestNow(now: Date): Date {
  return secondsAfter(now, 2 * toleratedSeconds);
}

/** The earliest that another such clock can have said when this one said `now`. */
export function earliestNow(now: Date): Date {
  return secondsAfter(now, -2 * toleratedSeconds);
}

/** SQL: whether a wrong clock stored this instant. Nothing is while the clocks differ. */
export function isFromTheFuture(instant: SQLWrapper, clock: Clock): SQL {
  return sql`${instant} > ${agreedNow(clock)} + make_interval(secs => ${2 * toleratedSeconds})`;
}

async function readInstant(db: Queryable, instant: SQL): Promise<Date | undefined> {
  const { rows } = await db.execute<{ at: string | null }>(sql`select ${instant}::timestamptz as at`);
  const at = rows[0]?.at;
  return at ? new Date(at) : undefined;
}

/**
 * By how many seconds this process's clock is certainly ahead of the database's, or behind it if negative; a slow
 * answer does not count as a difference.
 */
export async function measureDifference(
  db: Queryable,
  clock: Clock,
): Promise<{ seconds: number; databaseTime: Date }> {
  const before = clock.now().getTime();
  const databaseTime = await readDatabaseTime(db, clock);
  const after = clock.now().getTime();
  const ahead = Math.min(before, after) - databaseTime.getTime();
  const behind = Math.max(before, after) - databaseTime.getTime();
  const milliseconds = Math.max(ahead, 0) || Math.min(behind, 0);
  return { seconds: milliseconds / 1000, databaseTime };
}

/** A sentence about a difference, without its full stop; undefined while it is tolerated. */
export function describeDifference(seconds: number): string | undefined {
  if (Math.abs(seconds) <= toleratedSeconds) return undefined;
  const much = Math.round(Math.abs(seconds)).toLocaleString('en-US');
  return `The clock of this process is ${much} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the database's: nothing is delivered or erased until they agree. Check the time of both machines (NTP)`;
}
