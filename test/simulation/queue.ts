import type { Pool } from 'pg';
import type { ConnectionOptions, PgBoss } from 'pg-boss';
import type { z } from 'zod';
import {
  countUnfinished,
  enqueueWith,
  type JobDefinition,
  type JobHandler,
  type Jobs,
} from '../../server/platform/jobs.ts';

/** The product's queue, which works jobs off when it is told to, and not by timers. */
export interface DrivenQueue {
  jobs: Jobs;
  /** Works off one job after the other until none is ready; how many there were. */
  workOff(): Promise<number>;
}

interface Registered {
  job: JobDefinition;
  handle(data: unknown): Promise<void>;
}

/** Of one process: it takes jobs through `pool`, and ends with it. */
export function openQueue(boss: PgBoss, pool: Pool): DrivenQueue {
  const handlers = new Map<string, Registered>();
  let isPaused = false;
  const db: NonNullable<ConnectionOptions['db']> = {
    executeSql: (text, values) => pool.query(text, values ?? []),
  };

  const takeOne = async ({ job, handle }: Registered): Promise<boolean> => {
    const group = job.oneAtATimePer ? { groupConcurrency: 1 } : {};
    const [taken] = await boss.fetch<unknown>(job.name, { batchSize: 1, ...group, db });
    if (!taken) return false;
    try {
      await handle(taken.data);
    } catch (error) {
      await boss.fail(job.name, taken.id, { message: String(error) }, { db });
      return true;
    }
    await boss.complete(job.name, taken.id, null, { db });
    return true;
  };

  const ready = async (): Promise<Registered[]> => {
    const { rows } = await pool.query<{ name: string }>(`
      select distinct name from pgboss.job
      where state in ('created', 'retry') and start_after <= clock_now() order by name`);
    return rows.flatMap(({ name }) => handlers.get(name) ?? []);
  };

  return {
    jobs: {
      enqueue: enqueueWith(boss),
      async work<Payload extends z.ZodType<object>>(
        job: JobDefinition<Payload>,
        handler: JobHandler<z.output<Payload>>,
      ) {
        handlers.set(job.name, { job, handle: (data) => handler(job.payload.parse(data)) });
      },
      async pause() {
        isPaused = true;
      },
      async resume() {
        isPaused = false;
      },
      backlog: (job) => countUnfinished(boss, job),
      startedEmpty: false,
      isStopping: false,
      async stop() {},
    },
    async workOff() {
      let done = 0;
      for (;;) {
        const before = done;
        for (const each of isPaused ? [] : await ready()) while (await takeOne(each)) done += 1;
        if (done === before) return done;
      }
    },
  };
}
