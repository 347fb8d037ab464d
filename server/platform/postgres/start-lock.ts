// Lets one process at a time create, start, join or stop the database of a folder.
//
// Node has no file locks of its own, and a file containing a pid cannot be trusted after a kill -9, when the pid may
// already belong to another program. SQLite's file lock is the operating system's: it ends with the process that
// holds it, however that ends.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { readIfExists } from '../whole-file.ts';
import { DatabaseStartError, explainFailure } from './start-error.ts';

const WAIT_MS = 60_000;
const RETRY_MS = 20;
const SQLITE_BUSY = 5;

/**
 * Runs `work` while no other process holds the lock of `folder`. Throws a DatabaseStartError naming the holder if the
 * lock is not free within `waitMs`.
 */
export async function withStartLock<T>(folder: string, work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  const lock = await takeLock(folder, waitMs);
  try {
    return await work();
  } finally {
    lock.close();
  }
}

async function takeLock(folder: string, waitMs: number): Promise<DatabaseSync> {
  const lock = openLock(folder);
  const giveUpAt = performance.now() + waitMs;
  while (!tryLock(lock, folder)) {
    if (performance.now() >= giveUpAt) {
      lock.close();
      throw await describeHolder(folder, waitMs);
    }
    await delay(RETRY_MS);
  }
  noteHolder(folder);
  return lock;
}

function noteHolder(folder: string): void {
  try {
    writeFileSync(join(folder, 'start.lock.pid'), `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // The note only serves the error message; the lock works without it.
  }
}

function openLock(folder: string): DatabaseSync {
  try {
    const path = join(folder, 'start.lock');
    const lock = new DatabaseSync(path, { timeout: 0 });
    chmodSync(path, 0o600);
    return lock;
  } catch (cause) {
    throw new DatabaseStartError(`The database cannot be used: ${folder} is not writable for this account.`, {
      cause,
    });
  }
}

function tryLock(lock: DatabaseSync, folder: string): boolean {
  try {
    // With its journal in memory, taking the lock writes nothing, so it works on a full disk.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return false;
    throw explainFailure(error, folder);
  }
}

async function describeHolder(folder: string, waitMs: number): Promise<DatabaseStartError> {
  const holder = (await readIfExists(join(folder, 'start.lock.pid')))?.trim() ?? 'unknown';
  return new DatabaseStartError(
    `The process ${holder} is starting or stopping the database in ${folder}, and did not finish within ` +
      `${Math.round(waitMs / 1000)} seconds. Wait for it, or end it, then start again.`,
  );
}
