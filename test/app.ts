import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { buildApp } from '../server/app.ts';
import { type Clock, secondsAfter, wait } from '../server/platform/clock.ts';
import { readConfig } from '../server/platform/config.ts';
import type { App, Services } from '../server/platform/context.ts';
import { createLog } from '../server/platform/log.ts';
import { openServices } from '../server/services.ts';
import { startWorker, type Worker } from '../server/worker.ts';
import { cloneDatabase } from './database.ts';
import { atEndOfFile } from './end-of-file.ts';
import { addQuickRegistration } from './quick-registration.ts';

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  set(instant: string | Date): void;
  advance(seconds: number): void;
  /** Makes the process's clock differ from the database's: from now on it is this many seconds ahead. */
  differ(seconds: number): void;
  /** Moves both clocks, although that much time has not passed. */
  jump(seconds: number): void;
}

export function createTestClock(start: string | Date = new Date()): TestClock {
  let now = new Date(start);
  let aheadSeconds = 0;
  let jumpedSeconds = 0;
  return {
    now: () => secondsAfter(now, aheadSeconds),
    databaseNow: () => sql`${now.toISOString()}::timestamptz`,
    uptimeSeconds: () => now.getTime() / 1000 - jumpedSeconds,
    wait,
    bootId: 'the machine of the test',
    set: (instant) => {
      now = new Date(instant);
    },
    advance: (seconds) => {
      now = secondsAfter(now, seconds);
    },
    differ: (seconds) => {
      aheadSeconds = seconds;
    },
    jump: (seconds) => {
      now = secondsAfter(now, seconds);
      jumpedSeconds += seconds;
    },
  };
}

export interface TestApp {
  app: App;
  services: Services;
  clock: TestClock;
  databaseUrl: string;
  /** Starts the background half too; jobs then run by themselves. */
  work(): Promise<Worker>;
}

export interface TestAppOptions {
  /** Settings on top of the tests' defaults, by their environment names. */
  env?: Record<string, string>;
  clock?: TestClock;
  /** Receives each line of the log, with LOG_LEVEL from `env`. */
  onLog?: (line: string) => void;
}

/** The whole product with its own database and data folder; closed when the test file ends. */
export async function startTestApp({
  env = {},
  clock = createTestClock(),
  onLog,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await cloneDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'long-after-app-'));
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    APP_SECRET: 'a secret for tests that is long enough',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    PUBLIC_URL: 'http://localhost:3000',
    ...env,
  });
  const log = createLog(config.logLevel, onLog && { write: onLog });
  const { services, close } = await openServices(config, log, { clock });
  const app = await buildApp(services, { refusesUnderLoad: false });
  addQuickRegistration(app);
  const workers: Worker[] = [];
  atEndOfFile(async () => {
    await app.close();
    for (const worker of workers) await worker.stop();
    await close(5);
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    app,
    services,
    clock,
    databaseUrl: database.url,
    async work() {
      const worker = await startWorker(services);
      workers.push(worker);
      return worker;
    },
  };
}

const pollMilliseconds = 25;
/** Much longer than a quiet machine needs, because a busy one may be slow; waiting for something that is there already costs nothing. */
const patienceSeconds = 240;

/** Waits until `look` finds the result of a job or another process. Throws after `seconds`. */
export async function eventually<T>(
  look: () => Promise<T | undefined | null | false>,
  what: string,
  seconds = patienceSeconds,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Still waiting for ${what} after ${seconds} s`);
    await new Promise((resume) => {
      setTimeout(resume, pollMilliseconds);
    });
  }
}
