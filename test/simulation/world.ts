import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/platform/config.ts';
import type { App } from '../../server/platform/context.ts';
import { requireFound } from '../../server/platform/errors.ts';
import { openDiskStorage } from '../../server/platform/storage/disk-storage.ts';
import type { TestApp } from '../app.ts';
import { addQuickRegistration } from '../quick-registration.ts';
import { openBackups } from './backup.ts';
import { diceOf } from './dice.ts';
import { type FileStore, openFileStore } from './file-store.ts';
import { type MemoryLog, openMemoryLog } from './memory-log.ts';
import { openPaymentOffice, type PaymentOffice } from './payment-office.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';
import { openProcess, type Process, type Shared } from './process.ts';
import { seedIds } from './seeded.ts';
import { sessionOptions, timeIs } from './sessions.ts';
import { createStage, type Stage } from './stage.ts';
import { openWorkers, type Workers } from './workers.ts';

/** The whole product on one time line: its database, its processes, the mail that it sends, and a clock that jumps. */
export interface World {
  app: App;
  post: PostOffice;
  files: FileStore;
  payments: PaymentOffice;
  sendLog: MemoryLog;
  workers: Workers;
  /** The cookies of each person's browser, by their address. */
  devices: Map<string, Record<string, string>>;
  now(): Date;
  /** Time only moves forward, here and while a slow file is waited for. */
  moveTo(instant: Date): void;
  /** When the product has something to do next, as far as its rows tell; null for never. */
  nextDue(): Promise<Date | null>;
  steps(): number;
  /**
   * Dates in this time zone, from the day after tomorrow on, stand where clocks that go so many hours ahead had put them; workers with
   * the present rules take over. Answers how many dates there are.
   */
  changeRules(zone: string, hours: number): Promise<number>;
  /** Keeps a backup of the database. */
  backUp(): Promise<void>;
  /** All workers are stopped, and the database is again as it was then. What has left us has left us. */
  restore(): Promise<void>;
  /** For what makes people in other tests too. */
  people: TestApp;
  close(): Promise<void>;
}

export interface WorldOptions {
  databaseUrl: string;
  seed: string;
  start: Date;
  workers: number;
  logLevel?: string;
  /** Hears of each step of each process. */
  onStep(what: string): void;
  /** Hears what happens to processes. */
  onFate(what: string): void;
  /** Hears to which instant time has moved. */
  onMove(at: Date): void;
  /** Counts what happens. */
  count(what: string): void;
}

export const bounceSecret = 'a secret for bounces that is long enough';

export async function createWorld(options: WorldOptions): Promise<World> {
  const { start, onStep, onFate } = options;
  const { databaseUrl, logLevel = 'silent' } = options;
  const dice = diceOf(options.seed);
  let time = start;
  const now = () => time;
  const moveTo = (instant: Date) => {
    if (instant < time) throw new Error('Time does not go backwards');
    time = instant;
    options.onMove(instant);
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'long-after-world-'));
  const config = configOf({ databaseUrl, dataDir, logLevel });
  const restoreIds = seedIds(dice.fork('ids'), now);
  const control = new Pool({ connectionString: databaseUrl, max: 2, options: sessionOptions });
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => askAt(control, now(), text, values) },
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await control.query(jobsInOrder);
  await control.query(noRandom);
  const stage = createStage({
    dice: dice.fork('turns'),
    async blockersOf(session) {
      const found = await control.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [session]);
      return found.rows[0]?.pids ?? [];
    },
    performs: (actor, label) => onStep(`${actor.name} ${label}`),
    died: (actor, label) => onFate(`${actor.name} was killed ${label}`),
    disconnected: (actor, label) => onFate(`${actor.name} lost its database before ${label}`),
  });
  const post = openPostOffice(now, dice.fork('post'));
  const payments = openPaymentOffice();
  const files = openFileStore(await openDiskStorage({ dir: join(dataDir, 'files') }), (seconds) => {
    options.count('a file that took its time');
    moveTo(new Date(time.getTime() + seconds * 1000));
  });
  const shared: Shared = {
    ...{ config, databaseUrl, dataDir, dice, stage, post, payments, boss, control, now },
    appSecret: requireFound(config.appSecret),
    log: pino({ level: logLevel }),
    sendLog: openMemoryLog(now),
    storage: files,
  };
  const web = await openProcess(shared, 'web');
  const app = await openApp(web, stage);
  const workers = await openWorkers({
    ...{ shared, count: options.workers, tell: onFate },
    dice: dice.fork('deaths'),
  });
  const backups = openBackups(control);
  return {
    ...{
      app,
      post,
      files,
      payments,
      sendLog: shared.sendLog,
      workers,
      devices: new Map(),
      now,
      people: { app, services: web.services } as TestApp,
    },
    moveTo,
    async nextDue() {
      const { rows } = await control.query<Record<'at' | 'jobAt', Date | null>>(nextDueStatement);
      const jobAt = rows[0]?.jobAt && nextRound(rows[0].jobAt);
      const times = [rows[0]?.at, jobAt, ...workers.wakeTimes()].flatMap((at) => at ?? []);
      return times.length > 0 ? new Date(Math.min(...times.map(Number))) : null;
    },
    async changeRules(zone, hours) {
      const { rowCount } = await askAt(control, now(), computedByOldRules, [zone, hours]);
      await workers.stop();
      workers.setRules(newRules);
      return rowCount ?? 0;
    },
    backUp: () => backups.save(),
    async restore() {
      await workers.stop();
      await backups.restore();
    },
    steps: () => web.steps + workers.steps(),
    async close() {
      await app.close();
      await web.sessions.close().catch(() => undefined);
      await workers.close();
      await boss.stop({ graceful: false, close: true });
      await control.end();
      await files.close();
      await rm(dataDir, { recursive: true, force: true });
      restoreIds();
    },
  };
}

/** A statement of the simulation's own, at its time. */
async function askAt(control: Pool, now: Date, text: string, values: unknown[] = []) {
  const client = await control.connect();
  try {
    await client.query(timeIs(now.toISOString()));
    return await client.query(text, values);
  } finally {
    client.release();
  }
}

function configOf({
  databaseUrl,
  dataDir,
  logLevel,
}: Record<'databaseUrl' | 'dataDir' | 'logLevel', string>) {
  return readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for simulations that is long enough',
    RATE_LIMITS: 'off',
    LOG_LEVEL: logLevel,
    DEATH_VERIFICATION_APPROVERS: '2',
    BOUNCE_ADDRESS: 'bounce@long-after.example',
    BOUNCE_WEBHOOK_SECRET: bounceSecret,
  });
}

/** pg-boss spreads retries by random numbers: which job gets which would be up to where PostgreSQL has put their rows. */
const noRandom = `create function public.random() returns float8 language sql immutable return 0.5`;

/** Jobs of one instant are taken in the order in which they came: pg-boss leaves it to where PostgreSQL has put their rows. */
const jobsInOrder = `
  create sequence job_number;
  create function number_job() returns trigger language plpgsql as $$ begin
    if new.created_on = date_trunc('milliseconds', new.created_on) then
      new.created_on := new.created_on + (nextval('job_number') % 1000) * interval '1 microsecond';
    end if;
    return new;
  end $$;
  create trigger number_job before insert on pgboss.job for each row execute function number_job();`;

/** Takes each request to its end, with whatever goes on after its answer: two at once would differ from run to run. */
async function openApp(web: Process, stage: Stage): Promise<App> {
  const app = await buildApp(web.services, { refusesUnderLoad: false });
  addQuickRegistration(app);
  const inject = app.inject.bind(app);
  const request = async (options: InjectOptions) => {
    const answers: InjectResponse[] = [];
    await stage.together([{ actor: web, run: async () => answers.push(await inject(options)) }]);
    return requireFound(answers[0]);
  };
  return Object.assign(app, { inject: request }) as App;
}

/** Later than any that a version of Node brings. */
const newRules = '2999a';
const computedByOldRules = `
  update schedules set delivery_date = delivery_date - make_interval(hours => $2),
    due_at = case when due_at = delivery_date then due_at - make_interval(hours => $2) else due_at end
  where timezone = $1 and started_at is null and delivery_date > clock_now() + interval '1 day'
    and coalesce(due_at, delivery_date) > clock_now() + interval '1 day'`;

/** Mails that are tried again at times which jitter has spread are tried together, so that they share the sweeps. */
function nextRound(jobAt: Date): Date {
  const round = 5 * 60_000;
  return new Date(Math.ceil(jobAt.getTime() / round) * round);
}

/** What the product has put off until a certain time. Only where time jumps to follows from it, never what is expected. */
const nextDueStatement = {
  name: 'next due',
  text: `
  select (select min(start_after) from pgboss.job where state in ('created', 'retry')) as "jobAt", min(at) as at from (
    select min(due_at) as at from schedules where due_at is not null and started_at is null
    union all select min(coalesce(sweep_at, attempt_after)) from delivery_queue where status in ('pending', 'sending')
    union all select min(heartbeat_on + heartbeat_seconds * interval '1 second') from pgboss.job where state = 'active'
    union all select min(least(objection_ends_at, next_ask_at)) from death_reports where state = 'objection_window'
    union all select min(leased_until) from outbox_mails where sent_at is null and failed_at is null and unwanted_at is null
  ) as times`,
};
