import { setTimeout as delay } from 'node:timers/promises';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { fromDrizzle, PgBoss, systemClock } from 'pg-boss';
import type { z } from 'zod';
import { advisoryLock } from './advisory-lock.ts';
import { type Database, inTransaction, isDatabaseUnavailable, type Queryable, type Tx } from './database.ts';
import { newId } from './ids.ts';
import type { Log } from './log.ts';
import { idsOf, type Sweeps } from './sweeps.ts';

/** One kind of background work. Its payload holds ids only; the state is in our own tables. */
export interface JobDefinition<Payload extends z.ZodType<object> = z.ZodType<object>> {
  name: string;
  payload: Payload;
  /** How many handlers of this job one worker process runs concurrently. */
  concurrency: number;
  /** The field of the payload that groups the jobs: in each group one runs at a time, across all processes. */
  oneAtATimePer?: string;
  /** The field of the payload with the id or ids that the job is about, for `requeueLost`. */
  subject?: string;
  /** How many times pg-boss retries a failed job, with exponential backoff. */
  retryLimit: number;
  retryDelaySeconds: number;
  /** The longest pause before a retry; unbounded unless given. */
  retryDelayMaxSeconds?: number;
  /** A job that runs longer than this is given to another worker. */
  expireSeconds: number;
  /** A job whose worker sends no heartbeat for this long is given to another; 60 by default, at least 10. */
  heartbeatSeconds?: number;
}

/** Work that every worker process runs at an interval. */
export interface TimerDefinition {
  name: string;
  everySeconds: number;
}

export type JobHandler<Payload> = (payload: Payload) => Promise<void>;

export interface Jobs {
  /** Enqueues one job per payload in `tx`: they exist if and only if it commits. */
  enqueue<Payload extends z.ZodType<object>>(
    tx: Tx,
    job: JobDefinition<Payload>,
    payloads: z.input<Payload>[],
    options?: {
      /** How many seconds to wait, at least, before it runs. */
      startAfterSeconds?: number;
      /** One per payload: among waiting jobs, higher numbers run first. 32-bit integers. */
      priorities?: readonly number[];
    },
  ): Promise<void>;
  /** Runs `handler` for each job of this kind, in this process, until stopped. */
  work<Payload extends z.ZodType<object>>(
    job: JobDefinition<Payload>,
    handler: JobHandler<z.output<Payload>>,
  ): Promise<void>;
  /** Takes no more jobs in this process; running ones continue. Does nothing if already paused. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** How many jobs are waiting or running; for metrics and tests. */
  backlog(job: JobDefinition): Promise<number>;
  /** True when this start had to create the queue: whatever was enqueued before is gone. */
  readonly startedEmpty: boolean;
  /** True once `stop` was called: a handler that works through many items should not begin another. */
  readonly isStopping: boolean;
  /** Waits up to `graceSeconds` for running handlers; unfinished jobs go back to the queue. */
  stop(graceSeconds: number): Promise<void>;
}

/**
 * Enqueues jobs again that were lost with the queue or gave up: for everything that `find` selects as still to be done
 * and that no unfinished job is about. `find` must include `isLost` in its condition, applied to the column with the
 * job's subject. A job that fails and waits for its retry does not keep others from being enqueued. Returns how many
 * were enqueued.
 */
export async function requeueLost<Payload extends z.ZodType<object>>(
  { db, jobs, sweeps }: { db: Database; jobs: Jobs; sweeps: Sweeps },
  job: JobDefinition<Payload> & { subject: string },
  find: (db: Queryable, isLost: (id: AnyColumn) => SQL) => Promise<z.input<Payload>[]>,
): Promise<number> {
  const sweep = `requeue-${job.name}`;
  const putOff = sql.param(sweeps.putOff(sweep));
  const lost = await find(db, (id) => sql`(${id}::text <> all(${putOff}::text[]) and ${hasNoJob(job, id)})`);
  let requeued = 0;
  const enqueue = (ids: readonly string[]) =>
    inTransaction(db, async (tx) => {
      await advisoryLock(tx, sweep);
      const still = await find(
        tx,
        (id) => sql`(${id}::text = any(${sql.param(ids)}::text[]) and ${hasNoJob(job, id)})`,
      );
      await jobs.enqueue(tx, job, still);
      return still.length;
    });
  const subjects = lost.map((payload) => ({ id: String(fieldOf(job.payload.parse(payload), job.subject)) }));
  await sweeps.together(sweep, subjects, async (some) => {
    requeued += await enqueue(idsOf(some));
  });
  return requeued;
}

/** SQL: no waiting or running job of this kind is about `id`. */
function hasNoJob({ name, subject }: { name: string; subject: string }, id: AnyColumn): SQL {
  const field = sql`data -> ${subject}::text`;
  return sql`${id}::text not in (
    select about.id from pgboss.job,
      jsonb_array_elements_text(case jsonb_typeof(${field}) when 'array' then ${field} else jsonb_build_array(${field}) end) as about (id)
    where name = ${name} and state in ('created', 'retry', 'active') and about.id is not null)`;
}

function fieldOf(payload: object, field: string): unknown {
  return new Map<string, unknown>(Object.entries(payload)).get(field);
}

const pollSeconds = 2;
const queueConnections = 4;
const sameErrorMilliseconds = 30_000;
const defaultHeartbeatSeconds = 60;
/** How often dead workers are looked for. */
const monitorSeconds = 10;

/**
 * A monotonic clock. pg-boss waits until instants of its clock: if the time of day jumped back it would supervise
 * nothing until that time came again, and a wait of more than 24 days overflows Node's timers, which then fire at once.
 */
const evenClock = { ...systemClock, now: () => performance.timeOrigin + performance.now() };

/** Starts pg-boss on the database at `url` and creates the queues of `definitions`. */
export async function openJobs(options: {
  url: string;
  log: Log;
  definitions: readonly JobDefinition[];
  /** Only worker processes supervise queues and listen for notifications. */
  works: boolean;
}): Promise<Jobs> {
  const { log, works } = options;
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: 'long-after jobs',
    max: queueConnections,
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    useListenNotify: works,
    clock: evenClock,
  });
  boss.on('error', reportSeldom(log));
  const startedEmpty = !(await hasQueue(options.url));
  await boss.start();
  await shareClock(boss);
  for (const definition of options.definitions) await ensureQueue(boss, definition);

  const starts = new Map<string, () => Promise<void>>();
  let paused = false;
  let stopping = false;

  return {
    startedEmpty,
    enqueue: enqueueWith(boss),
    async work(job, handler) {
      const start = async () => {
        for (let count = 0; count < job.concurrency; count++) await startWorker(boss, log, job, handler);
      };
      starts.set(job.name, start);
      if (!paused) await start();
    },
    async pause() {
      if (paused) return;
      paused = true;
      for (const name of starts.keys()) await boss.offWork(name, { wait: false });
    },
    async resume() {
      if (!paused) return;
      paused = false;
      for (const start of starts.values()) await start();
    },
    backlog: (job) => countUnfinished(boss, job),
    get isStopping() {
      return stopping;
    },
    async stop(graceSeconds) {
      stopping = true;
      // pg-boss itself would check only every half second whether its workers have ended.
      const ended = Promise.all([...starts.keys()].map((name) => boss.offWork(name)));
      await Promise.race([ended, delay(graceSeconds * 1000, undefined, { ref: false })]);
      await boss.stop({ graceful: false, close: true });
    },
  };
}

/** The implementation of `Jobs['enqueue']` on this pg-boss. */
export function enqueueWith(boss: Pick<PgBoss, 'insert'>): Jobs['enqueue'] {
  return async (tx, job, payloads, { startAfterSeconds, priorities } = {}) => {
    if (payloads.length === 0) return;
    const inserts = payloads.map((payload, index) => ({
      id: newId(),
      ...dataOf(job, payload),
      priority: priorities?.[index] ?? 0,
      ...(startAfterSeconds && { startAfter: startAfterSeconds }),
    }));
    await boss.insert(job.name, inserts, { db: fromDrizzle(tx, sql) });
  };
}

function dataOf<Payload extends z.ZodType<object>>(job: JobDefinition<Payload>, payload: z.input<Payload>) {
  const data = job.payload.parse(payload);
  if (!job.oneAtATimePer) return { data };
  return { data, group: { id: String(fieldOf(data, job.oneAtATimePer)) } };
}

/** The implementation of `Jobs['backlog']` on this pg-boss: how many jobs are waiting or running. */
export async function countUnfinished(boss: PgBoss, { name }: JobDefinition): Promise<number> {
  const statement = `select count(*)::int as n from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`;
  const { rows } = await boss.getDb().executeSql(statement, [name]);
  return Number(rows[0]?.n ?? 0);
}

/**
 * One worker running one job at a time. A notification wakes it once, however many jobs were enqueued, so after each
 * job it looks for the next until there is none.
 */
async function startWorker<Payload extends z.ZodType<object>>(
  boss: PgBoss,
  log: Log,
  job: JobDefinition<Payload>,
  handler: JobHandler<z.output<Payload>>,
): Promise<void> {
  let workerId: string | undefined;
  const settings = {
    batchSize: 1,
    pollingIntervalSeconds: pollSeconds,
    notifyPollingIntervalSeconds: pollSeconds,
    ...(job.oneAtATimePer && { groupConcurrency: 1 }),
  };
  workerId = await boss.work(job.name, settings, async ([taken]) => {
    if (!taken) return;
    if (workerId) boss.notifyWorker(workerId);
    try {
      await handler(job.payload.parse(taken.data));
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      log[level]({ err: error, job: job.name, jobId: taken.id }, 'a job failed and will be tried again');
      throw error;
    }
  });
}

/** While the database is down, each of pg-boss's workers reports it every two seconds. */
function reportSeldom(log: Log): (error: Error) => void {
  let last = { message: '', at: 0 };
  return (error) => {
    const at = performance.now();
    const message = error.message.replace(/ \(Queue: .*\)$/, '');
    if (message === last.message && at - last.at < sameErrorMilliseconds) return;
    last = { message, at };
    log.warn({ reason: message }, 'the job queue reported an error');
  };
}

/** Must be called before pg-boss starts, since that creates what is missing. */
async function hasQueue(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, application_name: 'long-after jobs' });
  await client.connect();
  try {
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('pgboss.job') is not null as found",
    );
    return rows[0]?.found ?? false;
  } finally {
    await client.end();
  }
}

/** pg-boss reads the time from a function of its own. It is replaced, so that queue and product have one clock. */
async function shareClock(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(`
    select pg_advisory_xact_lock(hashtext('clock of the queue'));
    create or replace function pgboss.job_now() returns timestamptz language sql stable as 'select clock_now()'`);
}

async function ensureQueue(boss: PgBoss, definition: JobDefinition): Promise<void> {
  const settings = {
    retryLimit: definition.retryLimit,
    retryDelay: definition.retryDelaySeconds,
    retryBackoff: true,
    ...(definition.retryDelayMaxSeconds && { retryDelayMax: definition.retryDelayMaxSeconds }),
    expireInSeconds: definition.expireSeconds,
    heartbeatSeconds: definition.heartbeatSeconds ?? defaultHeartbeatSeconds,
    notify: true,
  };
  const existing = await boss.getQueue(definition.name);
  if (existing) await boss.updateQueue(definition.name, settings);
  else await boss.createQueue(definition.name, settings);
}
