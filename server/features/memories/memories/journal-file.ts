import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { afterCheck } from './approval.ts';
import { fileColumns } from './create-memory.ts';
import { inReview } from './findings.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import { storedKeys } from './memory-versions.ts';
import { storageKey } from './receive-upload.ts';

// A letter that carries the journal has the book as its file, which is made again before a delivery. Books that were
// delivered are kept by `beforeChange`, like everything that was given, and are hashed and sent like any other file.

const bookName = 'In my own words.pdf';
const bookMaxBytes = 64 * 1024 * 1024;

/** Makes `book` the file of a letter; without one the journal is empty, and the letter is sent alone. */
export async function putJournalFile(
  services: Services,
  hooks: Pick<MemoryHooks, 'beforeChange'>,
  { id }: MemoryRow,
  { book, state }: { book: Buffer | undefined; state: string },
): Promise<void> {
  const key = storageKey(id, 'original');
  const stored =
    book &&
    (await services.storage.put(key, Readable.from([book]), {
      maxBytes: bookMaxBytes,
      contentType: 'application/pdf',
    }));
  const isTaken = await changeIfWanted(services, hooks, id, state, () => ({
    ...fileColumns(undefined),
    ...(stored && {
      fileKey: key,
      fileName: bookName,
      fileSizeBytes: stored.sizeBytes,
      fileSha256: stored.sha256,
      contentType: 'application/pdf',
    }),
    journalState: state,
  }));
  if (stored && !isTaken) await services.storage.remove(key);
}

/** Leaves a letter to staff if its book cannot be made. Once they approve it, or its owner changes it, the book is tried again. */
export async function holdForJournal(
  services: Services,
  hooks: Pick<MemoryHooks, 'beforeChange'>,
  { id }: MemoryRow,
  state: string,
): Promise<void> {
  const fault = inReview('Your journal could not be made into a book, so this letter waits. We look at it.');
  await changeIfWanted(services, hooks, id, state, () =>
    afterCheck({ fault }, 'automatic', services.clock.now()),
  );
}

/** False if the owner has removed the journal meanwhile, or another process was faster. */
function changeIfWanted(
  services: Services,
  hooks: Pick<MemoryHooks, 'beforeChange'>,
  id: string,
  state: string,
  columns: () => Partial<MemoryRow>,
): Promise<boolean> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const [before] = await tx.select().from(memories).where(eq(memories.id, id)).for('update');
    if (!before?.journalSince || !before.isApproved || before.journalState === state) return false;
    await hooks.beforeChange(tx, services, before);
    const [after] = await tx
      .update(memories)
      .set({ ...columns(), revision: before.revision + 1, updatedAt: clock.now() })
      .where(eq(memories.id, id))
      .returning();
    if (after) await recordChange(tx, services, before, after);
    return true;
  });
}

async function recordChange(
  tx: Tx,
  { clock, jobs }: Pick<Services, 'clock' | 'jobs'>,
  before: MemoryRow,
  { id, userId, isApproved, heldReason }: MemoryRow,
): Promise<void> {
  const entry = { actor: 'system', userId, subjectId: id };
  if (isApproved) {
    await record(tx, clock.now(), { ...entry, action: 'memory.changed', details: { journal: true } });
    const keys = storedKeys(before);
    if (keys.length > 0) await jobs.enqueue(tx, eraseFiles, [{ keys }]);
  } else {
    await record(tx, clock.now(), { ...entry, action: 'memory.held', details: { reason: heldReason } });
    await announceToStaff(tx);
  }
  await announce(tx, userId, ['memories', 'schedules', 'stats']);
}
