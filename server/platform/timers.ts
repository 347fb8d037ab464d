import { isDatabaseUnavailable } from './database.ts';
import type { TimerDefinition } from './jobs.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface Timers {
  every(timer: TimerDefinition, work: () => Promise<unknown>): void;
  /** Stops all timers and waits for runs in progress. */
  stop(): Promise<void>;
}

/** The timers of this process. The interval starts when a run has ended, so that a slow run never overlaps the next. */
export function startTimers(log: Log, metrics: Pick<Metrics, 'timerRan'>): Timers {
  const running = new Set<Promise<void>>();
  const pending = new Set<NodeJS.Timeout>();
  let stopped = false;

  const wait = (timer: TimerDefinition, work: () => Promise<unknown>) => {
    const handle = setTimeout(() => {
      pending.delete(handle);
      const run = work()
        .then(() => metrics.timerRan(timer.name))
        .catch((err: unknown) => {
          // It runs again soon, and works as soon as the database does.
          const level = isDatabaseUnavailable(err) ? 'warn' : 'error';
          log[level]({ err, timer: timer.name }, 'a timer failed and will run again');
        })
        .finally(() => {
          running.delete(run);
          if (!stopped) wait(timer, work);
        });
      running.add(run);
    }, timer.everySeconds * 1000);
    pending.add(handle);
  };

  return {
    every: wait,
    async stop() {
      stopped = true;
      for (const handle of pending) clearTimeout(handle);
      await Promise.all(running);
    },
  };
}
