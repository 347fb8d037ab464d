import { createHash } from 'node:crypto';
import { eq, inArray, lte, sql } from 'drizzle-orm';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { isWhole, readToEnd } from '../../../platform/storage/whole-read.ts';
import { announceToStaff } from '../changes/changes.ts';
import { findCheck } from './file-faults.ts';
import { type FileCheckRow, fileChecks } from './stored-files.table.ts';
import { filesOf, findUnused, rowIdsOf, type StoredFileKinds } from './used-keys.ts';

/** How often an undamaged file is read again, if the rate allows it. */
const daysBetweenChecks = 7;
/** How often its copy in the mirror is read. Another service may charge for every byte. */
const daysBetweenCopyChecks = 91;
const millisecondsPerDay = 24 * 60 * 60 * 1000;
/** A check that was interrupted by a crash is repeated after this. */
const leaseMinutes = 15;
const filesPerBatch = 20;
/** The cost of a check besides its bytes: two statements and opening the file. */
const leastCostBytes = 1_000_000;
const minutesBetweenListings = 60;
/** When to retry a file that could not be mirrored. */
const minutesUntilMirrored = 60;

type CheckServices = Pick<Services, 'db' | 'clock' | 'log' | 'storage' | 'mirror' | 'fileFaultFound'>;

/** Called once a broken file is whole again. */
export type AfterMending = (tx: Tx, rowId: string) => Promise<void>;

export interface FileChecks {
  kinds: StoredFileKinds;
  /** The handlers, by key prefix, as for the kinds. */
  afterMending: Readonly<Record<string, AfterMending>>;
}

/** Called by a timer: reads the files that are due, `bytesPerRun` on average each time. */
export function fileChecksOf(
  services: CheckServices,
  checks: FileChecks,
  bytesPerRun: number,
): () => Promise<void> {
  let owedBytes = 0;
  let listAfter = new Date(0);
  return async () => {
    if (bytesPerRun === 0) return;
    const now = services.clock.now();
    if (now >= listAfter) await listFiles(services, checks.kinds);
    if (now >= listAfter) listAfter = minutesAfter(now, minutesBetweenListings);
    owedBytes = Math.max(0, owedBytes - bytesPerRun);
    while (owedBytes < bytesPerRun) {
      const rows = await claimDue(services);
      for (const row of rows) owedBytes += leastCostBytes + (await checkFile(services, checks, row));
      if (rows.length < filesPerBatch) return;
    }
  };
}

/** Creates a row for each stored file that has none, due to be checked at once. */
async function listFiles(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  kinds: StoredFileKinds,
): Promise<void> {
  const now = clock.now();
  for (const { files } of filesOf(kinds))
    await db.execute(sql`
      insert into ${fileChecks} (key, sha256, next_check_at)
      select distinct on (f.key) f.key, f.sha256, ${now}::timestamptz from (${files}) f
      where not exists (select 1 from ${fileChecks} c where c.key = f.key)
      on conflict do nothing`);
}

/** Reads every stored file, or only these, and its copy, without waiting for their turn. Returns how many were read. */
export async function checkFilesNow(
  services: CheckServices,
  checks: FileChecks,
  report: (checked: number) => void,
  keys?: string[],
): Promise<number> {
  const { db, clock } = services;
  await listFiles(services, checks.kinds);
  await db
    .update(fileChecks)
    .set({ nextCheckAt: clock.now() })
    .where(keys && inArray(fileChecks.key, keys));
  for (let checked = 0; ; ) {
    const rows = await claimDue(services);
    if (rows.length === 0) return checked;
    for (const row of rows) {
      await checkFile(services, checks, { ...row, lastCheckedAt: null });
      checked += 1;
      report(checked);
    }
  }
}

/** Files that are due, reserved for this process for a while. */
function claimDue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<FileCheckRow[]> {
  const now = clock.now();
  // A subquery in the condition might run again for each row, and then exceed its limit.
  const due = db
    .$with('due')
    .as(
      db
        .select({ key: fileChecks.key })
        .from(fileChecks)
        .where(lte(fileChecks.nextCheckAt, now))
        .orderBy(fileChecks.nextCheckAt)
        .limit(filesPerBatch)
        .for('update', { skipLocked: true }),
    );
  return db
    .with(due)
    .update(fileChecks)
    .set({ nextCheckAt: minutesAfter(now, leaseMinutes) })
    .where(inArray(fileChecks.key, db.select({ key: due.key }).from(due)))
    .returning();
}

/**
 * Reads one file to its end, and repairs or records it if it is not what was saved; some weeks its copy in the mirror too. Returns how
 * many bytes were read.
 */
async function checkFile(services: CheckServices, checks: FileChecks, row: FileCheckRow): Promise<number> {
  const { db, log, fileFaultFound } = services;
  const { key } = row;
  try {
    const found = await readToEnd(services.storage, key);
    if (isWhole(found, row.sha256))
      return found.sizeBytes + (await noteWhole(services, checks, row, found.sha256));
    const isUsed = (await findUnused(db, checks.kinds, [key])).length === 0;
    if (isUsed) await fileFaultFound(row, found.fault ?? 'damaged');
    else await db.delete(fileChecks).where(eq(fileChecks.key, key));
    return found.sizeBytes;
  } catch (err) {
    log.warn({ err, key }, 'a stored file could not be checked, and will be later');
    return 0;
  }
}

async function noteWhole(
  services: CheckServices,
  { afterMending }: FileChecks,
  row: FileCheckRow,
  sha256: string,
): Promise<number> {
  const { db, clock, log, mirror } = services;
  const { key } = row;
  const now = clock.now();
  const readCopy = isCopyDue(row, now);
  const copyBytes = await (mirror?.keep(key, sha256, { readCopy }) ?? Promise.resolve(0)).catch(
    (err: unknown) => log.warn({ err, key }, 'a stored file was not mirrored, and will be later'),
  );
  const isMirrored = copyBytes !== undefined;
  const minutes = isMirrored ? daysBetweenChecks * 24 * 60 : minutesUntilMirrored;
  await inTransaction(db, async (tx) => {
    const before = await findCheck(tx, key);
    await tx
      .update(fileChecks)
      .set({
        sha256,
        // Otherwise the next check would find that the copy was due before, and leave it for another period.
        ...((isMirrored || !readCopy) && { lastCheckedAt: now }),
        nextCheckAt: minutesAfter(now, minutes),
        brokenAt: null,
        fault: null,
        ...(before?.brokenAt && { mendedAt: now }),
      })
      .where(eq(fileChecks.key, key));
    if (!before?.brokenAt) return;
    log.info({ key }, 'a stored file is whole again');
    const [prefix, follow] = Object.entries(afterMending).find(([start]) => key.startsWith(start)) ?? [];
    const [rowId] = prefix ? rowIdsOf([key]) : [];
    if (follow && rowId) await follow(tx, rowId);
    await announceToStaff(tx);
  });
  return copyBytes ?? 0;
}

/** Each file has its own day on which another period begins, so that the copies are not all read in the same week. */
function isCopyDue({ key, lastCheckedAt }: FileCheckRow, now: Date): boolean {
  if (!lastCheckedAt) return true;
  const offset = createHash('sha256').update(key).digest().readUInt16BE() % daysBetweenCopyChecks;
  const periodOf = (at: Date) =>
    Math.floor((at.getTime() / millisecondsPerDay + offset) / daysBetweenCopyChecks);
  return periodOf(lastCheckedAt) !== periodOf(now);
}
