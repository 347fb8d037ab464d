/** Many letters that fall due at the same moment, with one worker of the product to send them. */
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { findDifferences } from '../server/features/delivery/deliveries/reconcile.ts';
import { type Database, inTransaction } from '../server/platform/database.ts';
import { seedSchedules } from '../test/seed.ts';
import { withDatabase } from './environments.ts';
import { milliseconds, until } from './harness.ts';
import { ask, type Program, startWorker } from './programs.ts';

const schedulesPerOwner = 50;

export interface Herd {
  /** The database's URL, for a baseline next to the product. */
  url: string;
  db: Database;
  /** Sends letters, and releases owners. */
  worker: Program;
  /** Makes `count` letters fall due and returns the seconds until the last was recorded as delivered. */
  deliver(count: number, dueAt: Date, sharing?: Sharing): Promise<number>;
}

/** Which letters go to one person, and so are one message. By default, none do. */
type Sharing = Pick<Parameters<typeof seedSchedules>[1], 'perPerson' | 'sharedEvery'>;

/** Runs `work` with a worker on its own database; afterwards schedules, deliveries and the audit log must agree. */
export async function withHerd<T>(
  folder: string,
  settings: Record<string, string>,
  work: (herd: Herd) => Promise<T>,
): Promise<T> {
  const dataDir = join(folder, 'herd');
  return withDatabase(dataDir, async (db, url) => {
    const worker = await startWorker({ DATA_DIR: dataDir, ...settings });
    try {
      const result = await work({
        url,
        db,
        worker,
        deliver: (count, dueAt, sharing = {}) => deliver(db, worker, { count, dueAt, ...sharing }),
      });
      await assertNothingDiffers(db);
      return result;
    } finally {
      await worker.stop();
    }
  });
}

async function deliver(
  db: Database,
  worker: Program,
  { count, dueAt, perPerson = 1, sharedEvery }: { count: number; dueAt: Date } & Sharing,
): Promise<number> {
  const before = await ask<number>(worker, { sent: true });
  const owners = Math.ceil(count / schedulesPerOwner);
  const messages = (sharedEvery ? count - count / sharedEvery : count) / perPerson;
  // In one transaction, so that the worker sees all of them or none.
  await inTransaction(db, (tx) =>
    seedSchedules(tx, { count, dueAt, owners, perPerson, ...(sharedEvery && { sharedEvery }) }),
  );
  const wait = dueAt.getTime() - Date.now();
  if (wait > 0) await new Promise((resume) => setTimeout(resume, wait));
  const took = await milliseconds(async () => {
    const allSent = async () => (await ask<number>(worker, { sent: true })) >= before + messages;
    await until(allSent, 'every message to be sent', { seconds: 600 });
    await until(() => isEverythingDelivered(db), 'every letter to be delivered');
  });
  await until(() => isQueueEmpty(db), 'the queue to be empty', { seconds: 600, everyMs: 250 });
  // Otherwise it would slow down a baseline measured next.
  await until(() => isAuditChained(db), 'the audit log to be chained', { seconds: 600, everyMs: 250 });
  const sent = (await ask<number>(worker, { sent: true })) - before;
  if (sent !== messages) throw new Error(`${messages} messages were due and ${sent} were sent`);
  return took / 1000;
}

export async function isEverythingDelivered(db: Database): Promise<boolean> {
  const open = await db.execute(sql`select 1 from schedules where not is_delivered limit 1`);
  return open.rows.length === 0;
}

async function isQueueEmpty(db: Database): Promise<boolean> {
  const open = await db.execute(sql`select 1 from pgboss.job where state < 'completed' limit 1`);
  return open.rows.length === 0;
}

async function isAuditChained(db: Database): Promise<boolean> {
  const open = await db.execute(sql`
    select 1 where (select max(id) from audit_log) > (select coalesce(max(entry_id), 0) from audit_chain)`);
  return open.rows.length === 0;
}

async function assertNothingDiffers(db: Database): Promise<void> {
  const [first, ...others] = await findDifferences(db, new Date());
  if (first) throw new Error(`${first.what} (${first.subjectId}), and ${others.length} more differences`);
}
