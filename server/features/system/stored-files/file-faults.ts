import { asc, count, eq, isNotNull, min, sql } from 'drizzle-orm';
import type { FilesOfTable } from '../../../platform/backup/database-snapshot.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { ReadMetrics, Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import type { FileFault, FileFaultFound, HashedFile } from '../../../platform/storage/file-faults.ts';
import { announceToStaff } from '../changes/changes.ts';
import { type FileCheckRow, fileChecks } from './stored-files.table.ts';

type FaultServices = Pick<Services, 'db' | 'clock' | 'log' | 'mirror'>;

/** A broken file is checked again this soon: it may have been put back by hand, or its folder mounted again. */
const minutesUntilNextLook = 10;

/**
 * Called by every reader of a stored file that turns out to be missing or damaged: restores it from the mirror, or
 * records it for staff.
 */
export function fileFaultsOf(services: FaultServices): FileFaultFound {
  return async (file, fault) => {
    try {
      return await mendOrRecord(services, file, fault);
    } catch (err) {
      services.log.error({ err, key: file.key, fault }, 'a broken stored file could not be recorded');
      return false;
    }
  };
}

async function mendOrRecord(services: FaultServices, file: HashedFile, fault: FileFault): Promise<boolean> {
  const { db, clock, log } = services;
  const known = await findCheck(db, file.key);
  const sha256 = file.sha256 ?? known?.sha256 ?? null;
  const isMended = sha256 !== null && (await restoreFromMirror(services, file.key, sha256));
  const now = clock.now();
  if (!known?.brokenAt || isMended)
    log.error({ key: file.key, isMended }, `a stored file is ${fault}${isMended ? ', and was mended' : ''}`);
  await inTransaction(db, async (tx) => {
    // The next check, which is soon, decides whether it is whole again and resumes what waited for it.
    const found = isMended
      ? { mendedAt: now, nextCheckAt: now }
      : { brokenAt: now, fault, nextCheckAt: minutesAfter(now, minutesUntilNextLook) };
    await tx
      .insert(fileChecks)
      .values({ key: file.key, sha256, ...found })
      .onConflictDoUpdate({
        target: fileChecks.key,
        set: { ...found, ...(!isMended && { brokenAt: sql`coalesce(${fileChecks.brokenAt}, ${now})` }) },
      });
    await announceToStaff(tx);
  });
  return isMended;
}

async function restoreFromMirror(
  { mirror, log }: Pick<Services, 'mirror' | 'log'>,
  key: string,
  sha256: string,
): Promise<boolean> {
  try {
    return (await mirror?.restore(key, sha256)) ?? false;
  } catch (err) {
    log.warn({ err, key }, 'the copy of a broken stored file could not take its place');
    return false;
  }
}

export async function findCheck(db: Queryable, key: string): Promise<FileCheckRow | undefined> {
  const [row] = await db.select().from(fileChecks).where(eq(fileChecks.key, key));
  return row;
}

/** How many files are missing or damaged, and since when. */
export async function countBroken(db: Queryable): Promise<{ broken: number; since: Date | null }> {
  const [row] = await db
    .select({ broken: count(), since: min(fileChecks.brokenAt) })
    .from(fileChecks)
    .where(isNotNull(fileChecks.brokenAt));
  return row ?? { broken: 0, since: null };
}

/** The files that are missing or damaged, longest known first. */
export function listBroken(db: Queryable): Promise<FileCheckRow[]> {
  return db
    .select()
    .from(fileChecks)
    .where(isNotNull(fileChecks.brokenAt))
    .orderBy(asc(fileChecks.brokenAt), asc(fileChecks.key));
}

interface KeptCount {
  files: number;
  bytes: number;
  whole: number;
  checkedAt: Date | null;
}

/**
 * How many originals a person has left, or everybody, how large they are, how many of them are whole as far as we know, and when the
 * least recently checked one was checked.
 */
export async function countWhole(
  db: Queryable,
  tables: readonly FilesOfTable[],
  userId?: string,
): Promise<KeptCount> {
  const files = sql.join(
    tables.map((table) => table.files),
    sql` union all `,
  );
  const { rows } = await db.execute<KeptCount & Record<string, unknown>>(sql`
    select count(*)::int as files, coalesce(sum(f.size_bytes), 0)::float8 as bytes, count(*) filter (where c.broken_at is null)::int as whole,
      min(c.last_checked_at) as "checkedAt"
    from (${files}) f left join ${fileChecks} c on c.key = f.key
    where ${userId ? sql`f.user_id = ${userId} and` : sql``} f.sha256 is not null`);
  const [row] = rows;
  return {
    files: row?.files ?? 0,
    bytes: row?.bytes ?? 0,
    whole: row?.whole ?? 0,
    checkedAt: row?.checkedAt ? new Date(row.checkedAt) : null,
  };
}

export const storedFileMetrics: ReadMetrics = async ({ db, clock }) => {
  const faults: readonly FileFault[] = ['missing', 'damaged'];
  const rows = await db
    .select({ fault: fileChecks.fault, files: count() })
    .from(fileChecks)
    .where(isNotNull(fileChecks.brokenAt))
    .groupBy(fileChecks.fault);
  const [oldest] = await db
    .select({ at: fileChecks.lastCheckedAt })
    .from(fileChecks)
    .where(isNotNull(fileChecks.lastCheckedAt))
    .orderBy(asc(fileChecks.lastCheckedAt))
    .limit(1);
  const age = oldest?.at ? (clock.now().getTime() - oldest.at.getTime()) / 1000 : 0;
  return [
    {
      name: 'long_after_stored_files_broken',
      help: 'Stored files that are missing or damaged.',
      samples: faults.map((fault) => ({
        labels: { fault },
        value: rows.find((row) => row.fault === fault)?.files ?? 0,
      })),
    },
    {
      name: 'long_after_stored_files_oldest_check_seconds',
      help: 'Time since the stored file that waits longest was last compared with its SHA-256.',
      samples: [{ value: age }],
    },
  ];
};
