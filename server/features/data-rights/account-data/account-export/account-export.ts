import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type ExportAddress,
  type ExportState,
  exportUnlockedMinutes,
} from '../../../../../shared/data-rights/account-export.ts';
import { buildExport as buildExportJob, eraseFiles } from '../../../../job-list.ts';
import type { FilesOfTable } from '../../../../platform/backup/database-snapshot.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import type { ServedFile } from '../../../../platform/http/stored-file.ts';
import { wallClockAt } from '../../../../platform/local-time.ts';
import { confirmSession, isConfirmedSince } from '../../../accounts/auth/sessions/sessions.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { record } from '../../../system/audit/audit.ts';
import { rowIdsOf } from '../../../system/stored-files/stored-files.ts';
import { type AccountExportRow, accountExports } from './account-export.table.ts';

export { lastExportDays } from './availability.ts';

type State = z.output<typeof ExportState>;

/** The storage key of an export, which is known before its file exists or its row names it. */
export function exportKey(exportId: string): string {
  return `exports/${exportId}.zip`;
}

export async function readExport(
  db: Queryable,
  now: Date,
  { id: userId }: UserRow,
  sessionId: string,
): Promise<State> {
  const newest = await findNewest(db, userId);
  const isUnlocked = await isConfirmedSince(db, sessionId, unlockedSince(now));
  return { ...toState(newest && isOver(newest, now) ? undefined : newest), isUnlocked };
}

/**
 * Begins an export, unless one is being built, and erases the previous one. The caller has authenticated the owner, so
 * this session may also download it for some minutes: nobody who waits for it should be asked for the password twice.
 */
export function beginExport(services: Services, { id: userId }: UserRow, sessionId: string): Promise<State> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    const now = clock.now();
    await confirmSession(tx, now, sessionId);
    const newest = await findNewest(tx, userId);
    if (newest && isBeingBuilt(newest)) return { ...toState(newest), isUnlocked: true };
    return { ...toState(await startExport(tx, services, userId, userId)), isUnlocked: true };
  });
}

/** Begins an export for an owner who has not requested it, unless one is being built. Nobody can download it without their password. */
export async function beginExportFor(tx: Tx, services: Services, userId: string): Promise<void> {
  const newest = await findNewest(tx, userId);
  if (!newest || !isBeingBuilt(newest)) await startExport(tx, services, userId, 'system');
}

function isBeingBuilt({ readyAt, failedAt }: AccountExportRow): boolean {
  return !readyAt && !failedAt;
}

async function startExport(
  tx: Tx,
  services: Services,
  userId: string,
  actor: string,
): Promise<AccountExportRow> {
  const now = services.clock.now();
  await deleteEarlier(tx, services, userId);
  const [begun] = await tx.insert(accountExports).values({ userId, requestedAt: now }).returning();
  if (!begun) throw new Error('An export was not written');
  await services.jobs.enqueue(tx, buildExportJob, [{ exportId: begun.id }]);
  await record(tx, now, { action: 'export.requested', actor, userId, subjectId: begun.id });
  await announce(tx, userId, ['export']);
  return begun;
}

/** Cancels the export that is being built, or erases the finished one. 404 if there is neither. */
export function cancelExport(services: Services, { id: userId }: UserRow): Promise<void> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    await lockOwner(tx, userId);
    const now = clock.now();
    const newest = await findNewest(tx, userId);
    if (!newest || isOver(newest, now)) throw notFound('This export');
    await deleteEarlier(tx, services, userId);
    await record(tx, now, { action: 'export.cancelled', actor: userId, userId, subjectId: newest.id });
    await announce(tx, userId, ['export']);
  });
}

/** Lets the session download the export for some minutes. The caller has authenticated the owner. */
export async function unlockExport(
  services: Services,
  { id: userId }: UserRow,
  sessionId: string,
): Promise<z.output<typeof ExportAddress>> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const { id } = await findAvailable(tx, now, userId);
    await confirmSession(tx, now, sessionId);
    await record(tx, now, { action: 'export.unlocked', actor: userId, userId, subjectId: id });
    return { url: '/api/user/export/file', unlockedUntil: minutesAfter(now, exportUnlockedMinutes) };
  });
}

/** The owner's export as a file. 403 unless the password was recently entered again in this session. */
export async function exportFile(services: Services, owner: UserRow, sessionId: string): Promise<ServedFile> {
  const { db, clock } = services;
  const now = clock.now();
  const available = await findAvailable(db, now, owner.id);
  if (!(await isConfirmedSince(db, sessionId, unlockedSince(now))))
    throw new AppError('forbidden', 'Please enter your password again to fetch your export');
  const { fileKey, sizeBytes, sha256 } = available;
  if (!fileKey || !sha256) throw notFound('This export');
  const day = wallClockAt(available.requestedAt, owner.timezone).localDate;
  return {
    key: fileKey,
    contentType: 'application/zip',
    sizeBytes,
    etag: sha256,
    sha256,
    fileName: `long-after-${day}.zip`,
    download: true,
  };
}

function unlockedSince(now: Date): Date {
  return minutesAfter(now, -exportUnlockedMinutes);
}

async function findNewest(db: Queryable, userId: string): Promise<AccountExportRow | undefined> {
  const [newest] = await db
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, userId))
    .orderBy(desc(accountExports.id))
    .limit(1);
  return newest;
}

async function findAvailable(db: Queryable, now: Date, userId: string): Promise<AccountExportRow> {
  const newest = await findNewest(db, userId);
  if (!newest?.availableUntil || isOver(newest, now)) throw notFound('This export');
  return newest;
}

function isOver({ availableUntil }: AccountExportRow, now: Date): boolean {
  return availableUntil !== null && availableUntil <= now;
}

function toState(row: AccountExportRow | undefined): Omit<State, 'isUnlocked'> {
  if (!row)
    return {
      status: 'none',
      percent: 0,
      requestedAt: null,
      availableUntil: null,
      sizeBytes: null,
      brokenFiles: 0,
    };
  const { percent, requestedAt, availableUntil, sizeBytes, brokenFiles, readyAt, failedAt } = row;
  const status = readyAt ? 'ready' : failedAt ? 'failed' : 'preparing';
  return { status, percent, requestedAt, availableUntil, sizeBytes, brokenFiles };
}

async function deleteEarlier(tx: Tx, { jobs }: Services, userId: string): Promise<void> {
  const earlier = await tx
    .delete(accountExports)
    .where(eq(accountExports.userId, userId))
    .returning({ id: accountExports.id });
  const keys = earlier.map(({ id }) => exportKey(id));
  if (keys.length > 0) await jobs.enqueue(tx, eraseFiles, [{ keys }]);
}

/**
 * The stored files among `keys` that an export uses. This includes an export that is still being built,
 * although its row names the file only at the end, but not an abandoned one.
 */
export async function findUsedExportKeys(db: Queryable, keys: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: accountExports.id })
    .from(accountExports)
    .where(and(inArray(accountExports.id, rowIdsOf(keys)), isNull(accountExports.failedAt)));
  return rows.map(({ id }) => exportKey(id));
}

/** Every export that can be downloaded, for backups. */
export const exportFiles: readonly FilesOfTable[] = [
  {
    table: 'account_exports',
    files: sql`
  select ${accountExports.fileKey} as key, ${accountExports.sha256} as sha256, ${accountExports.sizeBytes} as size_bytes, ${accountExports.userId} as user_id
  from ${accountExports} where ${accountExports.readyAt} is not null`,
  },
];
