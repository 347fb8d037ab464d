// Data folders, members and child processes for the tests of this folder; all are removed when a test ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, type QueryResultRow } from 'pg';
import { pino } from 'pino';
import { onTestFinished, vi } from 'vitest';
import { readIfExists } from '../whole-file.ts';
import { type EmbeddedServer, joinEmbeddedPostgres, type PlatformLog } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster.ts';

export const WAIT = { timeout: 120_000, interval: 10 };

/** A folder that every account can traverse. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
  await chmod(folder, 0o755);
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function makeDataDir(): Promise<string> {
  return coverDataDir(join(await makeFolder(), 'data'));
}

/** Ensures that nothing of this data folder's database outlives the test. */
export function coverDataDir(dataDir: string): string {
  onTestFinished(async () => {
    const server = await findServer(dataDir);
    if (server) process.kill(server.pid, 'SIGQUIT');
    await waitUntilStopped(dataDir);
    const { home } = await locate(dataDir);
    if (home) await rm(home, { recursive: true, force: true });
  });
  return dataDir;
}

/** The cluster's path, and its home where that is outside the data folder. */
export async function locate(dataDir: string): Promise<{ cluster: string; home?: string }> {
  const home = await readIfExists(join(dataDir, 'postgres', 'location'));
  return home ? { cluster: join(home, 'cluster'), home } : { cluster: join(dataDir, 'postgres', 'cluster') };
}

export async function findServer(dataDir: string) {
  return findPostmaster((await locate(dataDir)).cluster);
}

export async function waitUntilStopped(dataDir: string): Promise<void> {
  await vi.waitFor(async () => {
    const server = await findServer(dataDir);
    if (server) throw new Error(`The server ${server.pid} still runs`);
  }, WAIT);
}

export interface RecordedLog extends PlatformLog {
  messages: string[];
}

/** A real pino logger whose messages can be read. */
export function recordLog(): RecordedLog {
  const messages: string[] = [];
  const write = (line: string) => messages.push((JSON.parse(line) as { msg: string }).msg);
  return Object.assign(pino({}, { write }), { messages });
}

/** Joins from this process, as one member. */
export async function joinHere(dataDir: string, log: PlatformLog = recordLog()): Promise<EmbeddedServer> {
  const server = await joinEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off' } });
  onTestFinished(() => server.leave());
  return server;
}

export async function query<R extends QueryResultRow>(url: string, sql: string): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql)).rows;
  } finally {
    await client.end();
  }
}

export interface ChildApp {
  process: ChildProcess;
  /** The first line it printed: its URL. Rejects with its error output if it exits first. */
  url: Promise<string>;
  exitCode: Promise<number | null>;
  printed(): string;
}

/** Starts a fixture of this folder in its own process and process group. */
export function startChild(
  script: string,
  args: string[],
  ids: { uid?: number; gid?: number } = {},
): ChildApp {
  const child = spawn(process.execPath, [fileURLToPath(new URL(script, import.meta.url)), ...args], {
    ...ids,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let printed = '';
  let errorOutput = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errorOutput += text;
  });
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('\n')) resolve(printed.slice(0, printed.indexOf('\n')));
    });
    ended.then(() => reject(new Error(errorOutput)), reject);
  });
  url.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { process: child, url, exitCode: ended, printed: () => printed };
}

export function startApp(dataDir: string, ids?: { uid: number; gid: number }): ChildApp {
  return startChild('./app.fixture.ts', [dataDir], ids);
}
