import { type Readable, Transform, type TransformCallback } from 'node:stream';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { announce } from '../../../../platform/events.ts';
import type { StoredFile } from '../../../../platform/storage/storage.ts';
import { faultsEntry, textEntry, type ZipEntry, type ZipFault, zipStream } from '../../../../platform/zip.ts';
import { findUsedPictureKeys } from '../../../accounts/profile/pictures/pictures.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { findUsedItemKeys } from '../../../keepsakes/physical-items/physical-items.ts';
import { findUsedMemoryKeys } from '../../../memories/memories/memories.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { type AccountExportRow, accountExports } from './account-export.table.ts';
import { exportKey } from './account-export.ts';
import { availableUntilOf } from './availability.ts';
import { collectContents, type ExportContents } from './export-contents.ts';
import { exportPage } from './export-page.ts';
import type { ExportedFile } from './exported-files.ts';

/** Progress is saved at most this often. */
const percentPerStep = 5;
/** More than any account can hold. */
const maxBytes = 2 ** 45;

/**
 * Builds a ZIP of everything an owner stores here: the originals unchanged, data.json for programs, index.html for
 * people. Streams file by file, so that its size does not matter. A retry starts over under the same key, and so does an export
 * whose owner has deleted one of the files meanwhile: nobody should be told that we have lost it. If the export
 * is cancelled, it stops before the next file, or at the next progress step within a long one, and leaves nothing behind.
 */
export async function buildExport(services: Services, exportId: string): Promise<void> {
  const { storage, clock } = services;
  const unfinished = await findUnfinished(services, exportId);
  if (!unfinished) return removeLeftoverFile(services, exportId);
  const { owner } = unfinished;
  const at = clock.now();
  const { contents, keys } = await collectContents(services, owner.id, at);
  const files = filesOf(contents);
  const stop = new AbortController();
  let isOutdated = false;
  const counter = countProgress(
    services,
    unfinished,
    files.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0),
    stop,
  );
  const originals = files.map((file): ZipEntry => {
    const { path, sha256 } = file;
    const key = keys.get(path) ?? '';
    const open = async () => {
      await stopUnlessWanted(services, exportId, stop);
      stop.signal.throwIfAborted();
      const bytes = await storage.read(key).catch(async (error: unknown) => {
        isOutdated = !(await isStillUsed(services, key));
        throw isOutdated ? new Error(`${key} was deleted while it was being exported`) : error;
      });
      return counter.pass(bytes);
    };
    return { path, compress: false, stored: { key, sha256 }, open };
  });
  let brokenFiles = 0;
  const last = (faults: readonly ZipFault[]) => {
    brokenFiles = faults.length;
    return textsOf(services, contents, faults);
  };
  const zip = zipStream(originals, at, { fileFaultFound: services.fileFaultFound, last });
  try {
    const options = { maxBytes, contentType: 'application/zip', signal: stop.signal };
    const stored = await storage.put(exportKey(exportId), zip, options);
    await counter.settle();
    await finish(services, unfinished, { ...stored, brokenFiles });
  } catch (error) {
    if (isOutdated) return buildExport(services, exportId);
    if (!stop.signal.aborted) throw error;
  }
}

async function isStillUsed({ db }: Services, key: string): Promise<boolean> {
  for (const findUsed of [findUsedMemoryKeys, findUsedItemKeys, findUsedPictureKeys])
    if ((await findUsed(db, [key])).includes(key)) return true;
  return false;
}

/** They come after the files, because only then is it known which of those are missing or damaged. */
function textsOf(
  { config }: Services,
  contents: ExportContents,
  faults: readonly ZipFault[],
): readonly ZipEntry[] {
  const told = faultsEntry(faults, (path) => path, config.supportEmail);
  return [
    textEntry('index.html', exportPage(contents, faults)),
    textEntry('data.json', JSON.stringify(contents, null, 2)),
    ...(told ? [told] : []),
  ];
}

type PackedFile = Pick<ExportedFile, 'path'> & Partial<Pick<ExportedFile, 'sizeBytes' | 'sha256'>>;

/** Each file once: a version often shares the file of its memory. */
function filesOf({ memories, givenVersions, physicalItems, profilePicture }: ExportContents): PackedFile[] {
  const left = [...memories, ...givenVersions].flatMap(({ file }) => file ?? []);
  const all: PackedFile[] = [...left, ...physicalItems.flatMap(({ files }) => files)];
  if (profilePicture) all.push(profilePicture);
  return [...new Map(all.map((file) => [file.path, file])).values()];
}

interface Unfinished {
  job: AccountExportRow;
  owner: UserRow;
}

async function findUnfinished({ db }: Services, exportId: string): Promise<Unfinished | undefined> {
  const [row] = await db
    .select({ job: accountExports, owner: users })
    .from(accountExports)
    .innerJoin(users, eq(users.id, accountExports.userId))
    .where(
      and(eq(accountExports.id, exportId), isNull(accountExports.readyAt), isNull(accountExports.failedAt)),
    );
  return row;
}

/** Removes the file of a cancelled build that crashed before it could do so itself. */
async function removeLeftoverFile({ db, storage }: Services, exportId: string): Promise<void> {
  const isKept = (await db.$count(accountExports, eq(accountExports.id, exportId))) > 0;
  if (!isKept) await storage.remove(exportKey(exportId));
}

async function stopUnlessWanted(services: Services, exportId: string, stop: AbortController): Promise<void> {
  if (!(await findUnfinished(services, exportId))) stop.abort();
}

/** Counts the bytes that pass and saves the progress now and then. A failed save is only logged. */
function countProgress(
  services: Services,
  { job, owner }: Unfinished,
  totalBytes: number,
  stop: AbortController,
) {
  const { db, log } = services;
  let doneBytes = 0;
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  const step = (bytes: number) => {
    doneBytes += bytes;
    const percent = Math.min(99, Math.floor((doneBytes / totalBytes) * 100));
    if (percent < written + percentPerStep) return;
    written = percent;
    writing = writing
      .then(() =>
        inTransaction(db, async (tx) => {
          await tx
            .update(accountExports)
            .set({ percent })
            .where(and(eq(accountExports.id, job.id), lt(accountExports.percent, percent)));
          await announce(tx, owner.id, ['export']);
        }),
      )
      .then(() => stopUnlessWanted(services, job.id, stop))
      .catch((err: unknown) =>
        log.warn({ err, exportId: job.id }, 'the progress of an export was not saved'),
      );
  };
  return {
    pass(file: Readable): Readable {
      const counted = new Transform({
        transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
          step(chunk.length);
          done(null, chunk);
        },
        destroy(error, done) {
          file.destroy();
          done(error);
        },
      });
      file.on('error', (error) => counted.destroy(error));
      return file.pipe(counted);
    },
    settle: () => writing,
  };
}

async function finish(
  services: Services,
  { job, owner }: Unfinished,
  stored: StoredFile & { brokenFiles: number },
): Promise<void> {
  const { db, clock, storage } = services;
  const isReady = await inTransaction(db, async (tx) => {
    const now = clock.now();
    const availableUntil = await availableUntilOf(tx, now);
    const { key: fileKey, sizeBytes, sha256, brokenFiles } = stored;
    const [ready] = await tx
      .update(accountExports)
      .set({ percent: 100, readyAt: now, availableUntil, fileKey, sizeBytes, sha256, brokenFiles })
      .where(and(eq(accountExports.id, job.id), isNull(accountExports.failedAt)))
      .returning({ id: accountExports.id });
    if (!ready) return false;
    const detail = formatMoment(availableUntil, owner.timezone);
    await enqueueMail(tx, services, {
      kind: 'export-ready',
      userId: owner.id,
      toAddress: owner.email,
      details: { detail },
    });
    await record(tx, now, { action: 'export.ready', actor: 'system', userId: owner.id, subjectId: job.id });
    await announce(tx, owner.id, ['export']);
    return true;
  });
  // No longer wanted: the account is gone, or the export was cancelled or given up.
  if (!isReady) await storage.remove(stored.key);
}
