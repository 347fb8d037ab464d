import type { Clock } from './clock.ts';
import { isDatabaseUnavailable } from './database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

/** After this many failures in a row because the database is down, the other rows would fail too. */
const awayAtMost = 3;
/** After its first failure a row is retried by the next sweep, and then after pauses that double up to this. */
const longestPauseSeconds = 15 * 60;
/** A row that was not retried for this long was handled by another process, or is gone. */
const forgottenAfterSeconds = 60 * 60;

interface Row {
  id: string;
}

/**
 * How sweeps work through their rows. A row that fails does not stop the others: it is logged, counted
 * (`long_after_sweep_failures_total`) and retried after growing pauses. `name` is the sweep's name in the log and the
 * metric. `each` and `together` throw only if the database is down, and return how many rows are not done.
 */
export interface Sweeps {
  /** One row after the other, or up to `atOnce` at once. */
  each<Item extends Row>(
    name: string,
    items: readonly Item[],
    work: (item: Item) => Promise<unknown>,
    options?: { atOnce?: number },
  ): Promise<number>;
  /** All rows at once, or one at a time if that fails. `work` must change nothing when it fails. */
  together<Item extends Row>(
    name: string,
    items: readonly Item[],
    work: (items: readonly Item[]) => Promise<unknown>,
  ): Promise<number>;
  /** Whether a row has failed and has not succeeded since. */
  hasFailed(name: string): boolean;
  /** The rows that are not yet to be retried. A query with a limit excludes them, so that they do not crowd out others. */
  putOff(name: string): string[];
}

interface Failure {
  times: number;
  /** In seconds of uptime. */
  pausedUntil: number;
}

/** Runs sweeps one after the other, even after one that fails, and throws the first error at the end. */
export async function inTurn(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const faults: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => faults.push(error));
  if (faults.length > 0) throw faults[0];
}

export function idsOf(rows: readonly Row[]): string[] {
  return rows.map(({ id }) => id);
}

/** The sweeps of this process. Failures are remembered in memory only, so other processes find out for themselves. */
export function createSweeps({
  log,
  metrics,
  clock,
}: {
  log: Log;
  metrics: Pick<Metrics, 'sweepFailed'>;
  clock: Pick<Clock, 'uptimeSeconds'>;
}): Sweeps {
  const failures = new Map<string, Map<string, Failure>>();

  const failuresOf = (name: string) => {
    const known = failures.get(name) ?? new Map<string, Failure>();
    failures.set(name, known);
    return known;
  };
  /** Called once per pass, not for each row: every look at the clock is a system call. */
  const putOff = (name: string) => pausedAt(clock.uptimeSeconds(), failuresOf(name));
  const note = (name: string, { id }: Row, err: unknown) => {
    const times = (failuresOf(name).get(id)?.times ?? 0) + 1;
    const pauseSeconds = times === 1 ? 0 : Math.min(2 ** (times - 1), longestPauseSeconds);
    failuresOf(name).set(id, { times, pausedUntil: clock.uptimeSeconds() + pauseSeconds });
    metrics.sweepFailed(name, 1);
    log.error(
      { err, sweep: name, subjectId: id, pauseSeconds },
      'a sweep failed for one row and will try it again',
    );
  };

  const each: Sweeps['each'] = async (name, items, work, { atOnce = 1 } = {}) => {
    metrics.sweepFailed(name, 0);
    const due = without(items, putOff(name));
    let done = 0;
    let away = 0;
    await forEachConcurrently(due, atOnce, async (item) => {
      try {
        await work(item);
        done += 1;
        away = 0;
        failuresOf(name).delete(item.id);
      } catch (err) {
        away = isDatabaseUnavailable(err) ? away + 1 : 0;
        if (away >= awayAtMost) throw err;
        note(name, item, err);
      }
    });
    return items.length - done;
  };

  return {
    each,
    async together(name, items, work) {
      metrics.sweepFailed(name, 0);
      const due = without(items, putOff(name));
      if (due.length > 1) {
        try {
          await work(due);
          for (const { id } of due) failuresOf(name).delete(id);
          return items.length - due.length;
        } catch (err) {
          if (isDatabaseUnavailable(err)) throw err;
          log.warn(
            { err, sweep: name, rows: due.length },
            'a sweep failed for many rows and takes them one at a time',
          );
        }
      }
      return each(name, items, (item) => work([item]));
    },
    hasFailed: (name) => failuresOf(name).size > 0,
    putOff,
  };
}

/** The rows that are not yet to be retried. Forgets those that failed long ago. */
function pausedAt(now: number, failures: Map<string, Failure>): string[] {
  for (const [id, { pausedUntil }] of failures)
    if (pausedUntil < now - forgottenAfterSeconds) failures.delete(id);
  return [...failures].flatMap(([id, { pausedUntil }]) => (pausedUntil > now ? [id] : []));
}

function without<Item extends Row>(items: readonly Item[], ids: readonly string[]): Item[] {
  const leftOut = new Set(ids);
  return items.filter(({ id }) => !leftOut.has(id));
}

/** Runs `work` for each of `items` in order, up to `most` at once. Throws the first error, once all running ones have ended. */
export async function forEachConcurrently<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const workNext = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(most, items.length) }, workNext));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}
