import type { TimerDefinition } from './jobs.ts';
import type { Log } from './log.ts';

export interface Timers {
  every(timer: TimerDefinition, work: () => Promise<unknown>): void;
  /** Lets the beat in progress end, then stops. */
  stop(): Promise<void>;
}

/**
 * Beats of this process: each waits for the one before to end, so that a slow beat never overlaps the next.
 * A beat that fails is logged and tried again at the next.
 */
export function startTimers(log: Log): Timers {
  const running = new Set<Promise<void>>();
  const pending = new Set<NodeJS.Timeout>();
  let stopped = false;

  const wait = (timer: TimerDefinition, work: () => Promise<unknown>) => {
    const handle = setTimeout(() => {
      pending.delete(handle);
      const beat = work()
        .then(() => {})
        .catch((error) => log.error({ err: error, timer: timer.name }, 'a timer failed and will run again'))
        .finally(() => {
          running.delete(beat);
          if (!stopped) wait(timer, work);
        });
      running.add(beat);
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
