import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { fileFaultsOf } from '../../server/features/system/stored-files/stored-files.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { Services } from '../../server/platform/context.ts';
import { createMetrics } from '../../server/platform/metrics.ts';
import { openSandboxPayments } from '../../server/platform/payments/sandbox.ts';
import { createSweeps } from '../../server/platform/sweeps.ts';
import type { Dice } from './dice.ts';
import type { MemoryLog } from './memory-log.ts';
import type { PaymentOffice } from './payment-office.ts';
import type { PostOffice } from './post-office.ts';
import { type DrivenQueue, openQueue } from './queue.ts';
import { seededRandom } from './seeded.ts';
import { openSessions, type Sessions } from './sessions.ts';
import type { Stage } from './stage.ts';
import type { Actor } from './steps.ts';

/** One process of the product. */
export interface Process extends Actor {
  services: Services;
  sessions: Sessions;
  queue: DrivenQueue;
  /** How far its clock is from the database's. */
  aheadSeconds: number;
}

/** What all processes of a world have in common. */
export interface Shared extends Pick<Services, 'config' | 'appSecret' | 'log' | 'storage'> {
  databaseUrl: string;
  dataDir: string;
  dice: Dice;
  stage: Stage;
  post: PostOffice;
  payments: PaymentOffice;
  sendLog: MemoryLog;
  boss: PgBoss;
  /** Connections of the simulation's own, whose statements are no steps. */
  control: Pool;
  now(): Date;
}

export async function openProcess(shared: Shared, name: string): Promise<Process> {
  const { databaseUrl, stage, control, boss, now } = shared;
  const actor: Actor = {
    ...{ name, steps: 0, isAlive: true, dies: undefined, isAsleep: false, sleepsBefore: undefined },
    disconnectsAt: undefined,
    bury: () => sessions.end((pids) => terminate(control, pids)),
    sessionsInUse: () => sessions.inUse(),
    isConnecting: () => sessions.isConnecting(),
  };
  const sessions = openSessions({ url: databaseUrl, stage, actor, time: () => now().toISOString() });
  await sessions.warmUp();
  const queue = openQueue(boss, sessions.pool);
  const process: Process = Object.assign(actor, {
    ...{ sessions, queue, aheadSeconds: 0 },
    services: undefined as never,
  });
  const clock: Clock = {
    now: () => new Date(now().getTime() + process.aheadSeconds * 1000),
    databaseNow: () => sql`clock_now()`,
    uptimeSeconds: () => now().getTime() / 1000,
    wait: () => stage.step(actor, 'wait', async () => undefined),
    bootId: 'the machine of the simulation',
  };
  process.services = servicesOf(shared, process, clock);
  return process;
}

function servicesOf(shared: Shared, process: Process, clock: Clock): Services {
  const { config, appSecret, log, storage, dataDir, stage, post, payments, sendLog, dice } = shared;
  const { db } = process.sessions;
  const metrics = createMetrics({ clock, dataDir });
  return {
    ...{ config, appSecret, log, clock, db, storage, metrics },
    random: seededRandom(dice.fork(`random of ${process.name}`)),
    jobs: process.queue.jobs,
    sweeps: createSweeps({ log, metrics, clock }),
    events: { subscribe: () => () => undefined, close: async () => undefined },
    mirror: undefined,
    fileFaultFound: fileFaultsOf({ db, clock, log, mirror: undefined }),
    sendLog: sendLog.of(process, stage),
    compared: { server: undefined, unrecorded: [] },
    mailer: post.mailerOf(process, stage),
    bounceMailbox: undefined,
    texter: post.texterOf(process, stage),
    payments: payments.of(openSandboxPayments(clock, db, { isOffered: true })),
  };
}

/** Resolves once the database has ended them, and with them their locks. */
async function terminate(control: Pool, pids: readonly number[]): Promise<void> {
  await control.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]);
  for (;;) {
    const { rows } = await control.query('select 1 from pg_stat_activity where pid = any($1::int[])', [pids]);
    if (rows.length === 0) return;
  }
}
