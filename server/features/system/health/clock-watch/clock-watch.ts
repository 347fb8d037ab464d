import { gt, max } from 'drizzle-orm';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { describeDifference, measureDifference } from '../../../../platform/database-time.ts';
import { findNewerSchema } from '../../../../platform/migrations.ts';
import { clockSightings } from '../health.table.ts';

const jumpSeconds = 60 * 60;
const storeSeconds = 60;
/** Timers at the same moment share one check. */
const sharedSeconds = 0.1;

type Sighting = typeof clockSightings.$inferSelect;

export interface ClockWatch {
  /**
   * Compares the clocks. False while this process's clock differs from the database's, or while the database belongs to
   * a newer version: this process must then deliver and erase nothing.
   */
  agrees(): Promise<boolean>;
}

/**
 * Watches for two faults. A process whose clock or version differs from the database's logs it once and pauses its jobs
 * until they agree. If all clocks jump together, only the machine's uptime, which nobody sets, distinguishes a jump
 * from time that has passed.
 */
export function watchClock(
  { db, clock, jobs, log }: Pick<Services, 'db' | 'clock' | 'jobs' | 'log'>,
  /** Called after all clocks have jumped together. `message` says how far, and what to do. */
  afterJump: (tx: Tx, message: string) => Promise<unknown>,
): ClockWatch {
  let agreed: boolean | undefined;
  let last: Sighting | undefined;
  let stored: Sighting | undefined;
  let looking: Promise<boolean> | undefined;

  const look = async () => {
    const uptimeSeconds = clock.uptimeSeconds();
    const { seconds, databaseTime } = await measureDifference(db, clock);
    const fault = describeDifference(seconds) ?? (await findNewerSchema(db));
    if (fault) {
      if (agreed !== false) log.error({ differenceSeconds: seconds }, fault);
      agreed = false;
      await jobs.pause();
      return false;
    }
    await remember({ bootId: clock.bootId, uptimeSeconds, seenAt: databaseTime });
    if (agreed === false) log.info('this process agrees with the database again');
    await jobs.resume();
    agreed = true;
    return true;
  };

  const remember = async (seen: Sighting) => {
    const jump = last ? jumpBetween(last, seen) : await jumpSinceStored(db, seen);
    if (jump || !stored || secondsBetween(stored, seen) >= storeSeconds) {
      await inTransaction(db, async (tx) => {
        await store(tx, seen);
        if (jump) await afterJump(tx, describeJump(jump));
      });
      stored = seen;
    }
    last = seen;
    if (jump) log.error({ jumpSeconds: Math.round(jump) }, describeJump(jump));
  };

  return {
    async agrees() {
      if (agreed && last && clock.uptimeSeconds() - last.uptimeSeconds < sharedSeconds) return true;
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
}

/** By how many seconds the clocks jumped; undefined if by less than an hour. */
function jumpBetween(before: Sighting, seen: Sighting): number | undefined {
  const moved = secondsBetween(before, seen) - (seen.uptimeSeconds - before.uptimeSeconds);
  return Math.abs(moved) > jumpSeconds ? moved : undefined;
}

/**
 * Since the last process on this start of the machine. After a restart of the machine a jump ahead cannot be told apart from an
 * outage, but time never runs backwards.
 */
async function jumpSinceStored(db: Queryable, seen: Sighting): Promise<number | undefined> {
  const sightings = await db.select().from(clockSightings);
  const sameBoot = sightings.find(({ bootId }) => bootId === seen.bootId);
  if (sameBoot) return jumpBetween(sameBoot, seen);
  const backwards = Math.min(0, ...sightings.map((other) => secondsBetween(other, seen)));
  return -backwards > jumpSeconds ? backwards : undefined;
}

function secondsBetween(one: Sighting, other: Sighting): number {
  return (other.seenAt.getTime() - one.seenAt.getTime()) / 1000;
}

/** A later sighting was recorded by a clock that has been corrected since. */
async function store(tx: Tx, seen: Sighting): Promise<void> {
  await tx.delete(clockSightings).where(gt(clockSightings.seenAt, secondsAfter(seen.seenAt, jumpSeconds)));
  await tx
    .insert(clockSightings)
    .values(seen)
    .onConflictDoUpdate({ target: clockSightings.bootId, set: seen });
}

function describeJump(seconds: number): string {
  const hours = Math.round(Math.abs(seconds) / 360) / 10;
  return `The clocks went ${seconds > 0 ? 'forward' : 'back'} by ${hours === 1 ? '1 hour' : `${hours.toLocaleString('en-US')} hours`} although that time has not passed. Make sure that the time is right now, then release the deliveries at /admin, or run: npm run deliveries -- release`;
}

/** When a worker of any machine last looked at the clock, to the minute; null before the first one ran. */
export async function lastWorkerSighting(db: Queryable): Promise<Date | null> {
  const [last] = await db.select({ at: max(clockSightings.seenAt) }).from(clockSightings);
  return last?.at ?? null;
}
