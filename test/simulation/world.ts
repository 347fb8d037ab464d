import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify';
import { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { buildApp } from '../../server/app.ts';
import { fileFaultsOf } from '../../server/features/system/stored-files/stored-files.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { readConfig } from '../../server/platform/config.ts';
import type { App, Services } from '../../server/platform/context.ts';
import { requireFound } from '../../server/platform/errors.ts';
import type { TimerDefinition } from '../../server/platform/jobs.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { openSandboxPayments } from '../../server/platform/payments/sandbox.ts';
import { openDiskStorage } from '../../server/platform/storage/disk-storage.ts';
import { createSweeps } from '../../server/platform/sweeps.ts';
import { startWorker } from '../../server/worker.ts';
import type { TestApp } from '../app.ts';
import { addQuickRegistration } from '../quick-registration.ts';
import { diceOf } from './dice.ts';
import { openMemoryLog } from './memory-log.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';
import { type DrivenQueue, openQueue } from './queue.ts';
import { seededRandom, seedIds } from './seeded.ts';
import { openSessions, type Sessions } from './sessions.ts';
import { type Actor, createStage } from './stage.ts';
import { isBackground, isLeftOut, runsNow } from './timers.ts';

/** The whole product on one time line: its database, its processes, the mail that it sends, and a clock that jumps. */
export interface World {
  app: App;
  post: PostOffice;
  now(): Date;
  /** Time only moves forward, and only here. */
  moveTo(instant: Date): void;
  /** Lets the background half do what is to be done at this moment: everything, or what a person would notice at once and some of the rest. */
  settle(how: 'thoroughly' | 'briefly'): Promise<void>;
  /** When the product has something to do next, as far as its rows tell; null for never. */
  nextDue(): Promise<Date | null>;
  /** Its clock from now on: that many seconds ahead of the database's. */
  setClockOf(worker: number, aheadSeconds: number): void;
  /** How many processes are to die from now on, of a hundred settlings. */
  setDeaths(percent: number): void;
  /** No background process runs while it lasts. */
  setOutage(isOut: boolean): void;
  /** What happened to processes, for the story and the counters. */
  onDeath(listener: (what: string) => void): void;
  steps(): number;
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
}

interface Process extends Actor {
  services: Services;
  sessions: Sessions;
  queue: DrivenQueue;
  aheadSeconds: number;
  timers: { timer: TimerDefinition; work: () => Promise<unknown>; ranAt: number }[];
}

export const bounceSecret = 'a secret for bounces that is long enough';

export async function createWorld({
  databaseUrl,
  seed,
  start,
  workers,
  logLevel = 'silent',
  onStep,
}: WorldOptions): Promise<World> {
  const dice = diceOf(seed);
  let now = start;
  const dataDir = await mkdtemp(join(tmpdir(), 'long-after-world-'));
  const config = readConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for simulations that is long enough',
    RATE_LIMITS: 'off',
    LOG_LEVEL: logLevel,
    DEATH_VERIFICATION_APPROVERS: '2',
    BOUNCE_ADDRESS: 'bounce@long-after.example',
    BOUNCE_WEBHOOK_SECRET: bounceSecret,
  });
  if (!config.appSecret) throw new Error('The world has no secret');
  const appSecret = config.appSecret;
  const log = pino({ level: logLevel });
  seedIds(dice.fork('ids'), () => now);

  const control = new Pool({ connectionString: databaseUrl, max: 2 });
  const deaths: ((what: string) => void)[] = [];
  const stage = createStage({
    dice: dice.fork('turns'),
    async blockersOf(session) {
      const { rows } = await control.query<{ pids: number[] }>('select pg_blocking_pids($1) as pids', [
        session,
      ]);
      return rows[0]?.pids ?? [];
    },
    performs: (actor, label) => onStep(`${actor.name} ${label}`),
    died: (actor, label) => {
      for (const listener of deaths) listener(`${actor.name} was killed ${label}`);
    },
  });
  const post = openPostOffice(() => now, dice.fork('post'));
  const sendLog = openMemoryLog();
  const storage = await openDiskStorage({ dir: join(dataDir, 'files') });
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => control.query(text, values ?? []) },
    supervise: false,
    schedule: false,
  });
  await boss.start();

  const open = async (name: string): Promise<Process> => {
    const actor: Actor = {
      ...{ name, isAlive: true, dies: undefined, steps: 0 },
      bury: () => bury(actor),
      sessionsInUse: () => sessions.inUse(),
    };
    const sessions = openSessions({ url: databaseUrl, stage, actor, time: () => now.toISOString() });
    await sessions.warmUp();
    const queue = openQueue(boss, sessions.pool);
    const process: Process = Object.assign(actor, {
      sessions,
      queue,
      aheadSeconds: 0,
      timers: [],
      services: undefined as never,
    });
    const clock: Clock = {
      now: () => new Date(now.getTime() + process.aheadSeconds * 1000),
      databaseNow: () => sql`clock_now()`,
      uptimeSeconds: () => now.getTime() / 1000,
      wait: async () => undefined,
      bootId: 'the machine of the simulation',
    };
    const { db } = sessions;
    const metrics = createMetrics({ clock, dataDir });
    process.services = {
      ...{ config, appSecret, log, clock, db, storage, metrics },
      random: seededRandom(dice.fork(`random of ${name}`)),
      jobs: queue.jobs,
      sweeps: createSweeps({ log, metrics, clock }),
      events: { subscribe: () => () => undefined, close: async () => undefined },
      mirror: undefined,
      fileFaultFound: fileFaultsOf({ db, clock, log, mirror: undefined }),
      sendLog: sendLog.of(actor, stage),
      mailer: post.mailerOf(actor, stage),
      bounceMailbox: undefined,
      texter: post.texterOf(actor, stage),
      payments: openSandboxPayments(clock, db, { isOffered: true }),
    };
    return process;
  };
  const burials = new Map<Actor, Sessions>();
  const bury = async (actor: Actor) => {
    const pids = burials.get(actor)?.pids() ?? [];
    await control.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
    for (;;) {
      const { rows } = await control.query('select 1 from pg_stat_activity where pid = any($1::int[])', [
        pids,
      ]);
      if (rows.length === 0) return;
    }
  };

  const begin = async (index: number): Promise<Process> => {
    const process = await open(`worker ${index + 1}`);
    burials.set(process, process.sessions);
    await startWorker(process.services, {
      every: (timer, work) => {
        if (!isLeftOut(timer)) process.timers.push({ timer, work, ranAt: 0 });
      },
      stop: async () => undefined,
    });
    return process;
  };

  const web = await open('web');
  const app = await buildApp(web.services, { refusesUnderLoad: false });
  addQuickRegistration(app);
  const inject = app.inject.bind(app);
  /** Each request to its end, with whatever goes on after its answer: two at once would differ from run to run. */
  const request = async (options: InjectOptions) => {
    const answers: InjectResponse[] = [];
    await stage.together([{ actor: web, run: async () => answers.push(await inject(options)) }]);
    return requireFound(answers[0]);
  };
  Object.assign(app, { inject: request });
  const running: Process[] = [];
  for (let index = 0; index < workers; index++) running.push(await begin(index));
  const ahead = running.map(() => 0);

  const chance = dice.fork('deaths');
  let deathPercent = 0;
  let isOut = false;
  let buriedSteps = 0;

  /** What one process does at this moment. */
  const work = async (process: Process, isThorough: boolean): Promise<void> => {
    const seconds = now.getTime() / 1000;
    const due = process.timers.filter(({ timer, ranAt }) =>
      runsNow(timer, seconds - ranAt, { isThorough, dice: chance }),
    );
    const run = async (entry: (typeof due)[number]) => {
      entry.ranAt = seconds;
      await entry
        .work()
        .catch((error: unknown) => log.error({ err: error, timer: entry.timer.name }, 'a timer failed'));
    };
    // At the same time, as in the product, the order of their steps would differ from run to run.
    for (const entry of due) await run(entry);
    await process.queue.workOff();
  };

  const replaceDead = async () => {
    for (const [index, process] of running.entries()) {
      if (process.isAlive) continue;
      buriedSteps += process.steps;
      void process.sessions.close().catch(() => undefined);
      const next = await begin(index);
      next.aheadSeconds = ahead[index] ?? 0;
      // It has no memory of when anything ran; the others have done the background work.
      for (const entry of next.timers) if (isBackground(entry.timer)) entry.ranAt = now.getTime() / 1000;
      running[index] = next;
    }
  };

  return {
    ...{ app, post, people: { app, services: web.services } as TestApp },
    now: () => now,
    moveTo(instant) {
      if (instant < now) throw new Error('Time does not go backwards');
      now = instant;
    },
    async settle(how) {
      if (isOut) return;
      await replaceDead();
      const most = chance.chance(0.3) ? running.length : 1;
      const first = chance.int(0, running.length - 1);
      const players = Array.from({ length: most }, (_, n) => running[(first + n) % running.length]).flatMap(
        (process) => process ?? [],
      );
      for (const process of players)
        if (chance.chance(deathPercent / 100))
          process.dies = {
            at: process.steps + chance.int(1, 120),
            when: chance.pick(['before', 'after']),
            ...(chance.chance(0.5) && { label: chance.pick(['commit', 'mail', 'log']) }),
          };
      await stage.together(
        players.map((process) => ({ actor: process, run: () => work(process, how === 'thoroughly') })),
      );
      for (const process of players) process.dies = undefined;
    },
    async nextDue() {
      const { rows } = await control.query<{ at: Date | null }>(nextDueStatement);
      return rows[0]?.at ?? null;
    },
    setClockOf(worker, aheadSeconds) {
      ahead[worker] = aheadSeconds;
      const process = running[worker];
      if (process) process.aheadSeconds = aheadSeconds;
    },
    setDeaths(percent) {
      deathPercent = percent;
    },
    setOutage(out) {
      isOut = out;
    },
    onDeath: (listener) => deaths.push(listener),
    steps: () => buriedSteps + running.reduce((sum, { steps }) => sum + steps, web.steps),
    async close() {
      await app.close();
      for (const process of [web, ...running]) await process.sessions.close().catch(() => undefined);
      await boss.stop({ graceful: false, close: true });
      await control.end();
      await storage.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What the product has put off until a certain time. Only where time jumps to follows from it, never what is expected. */
const nextDueStatement = `
  select min(at) as at from (
    select min(due_at) as at from schedules where due_at is not null and started_at is null
    union all select min(coalesce(sweep_at, attempt_after)) from delivery_queue where status in ('pending', 'sending')
    union all select min(start_after) from pgboss.job where state in ('created', 'retry')
    union all select min(least(objection_ends_at, next_ask_at)) from death_reports where state = 'objection_window'
    union all select min(leased_until) from outbox_mails where sent_at is null and failed_at is null and unwanted_at is null
  ) as times`;
