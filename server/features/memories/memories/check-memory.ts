import { and, eq, isNull } from 'drizzle-orm';
import { isPlayed, isWritten } from '../../../../shared/memory-types.ts';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { unlessMissing } from '../../../platform/storage/storage.ts';
import { checkFile, damaged, type Original } from './check-file.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import { type MemoryHooks, storedKeys } from './memories.ts';
import { addRendition } from './memory-versions.ts';
import { convert, drawPhoto, makeRenditions, noRenditions, type Renditions } from './renditions.ts';
import { autoApproved, type Outcome, sameRevision, settleMemory } from './settle-memory.ts';

export interface Revision {
  memoryId: string;
  revision: number;
}

/**
 * Checks one revision of a memory and approves it, or holds it for a person's review with the reason. Does
 * nothing if the memory was changed or deleted meanwhile.
 */
export async function checkMemory(services: Services, hooks: MemoryHooks, which: Revision): Promise<void> {
  const memory = await loadRevision(services, which);
  if (!memory || memory.checkedAt) return;
  const outcome = isWritten(memory.type) ? autoApproved : await examine(services, memory);
  const settled = await inTransaction(services.db, (tx) =>
    settleMemory(tx, services, hooks, memory, outcome),
  );
  if (!settled) await eraseLater(services, outcome.renditions);
}

/** Makes what pages show of a checked file, if its check left that out and nobody has done it since. */
export async function convertRecording(services: Services, which: Revision): Promise<void> {
  const memory = await loadRevision(services, which);
  if (!memory?.checkedAt || !memory.fileKey || memory.displayKey) return;
  const make = isPlayed(memory.type) ? convert : drawPhoto;
  const rendition = await withOriginal(services, memory, (original) => make(services, memory, original));
  if (!rendition) return;
  const isAdded = await inTransaction(services.db, async (tx) => {
    const [added] = await tx
      .update(memories)
      .set(rendition)
      .where(and(sameRevision(memory), isNull(memories.displayKey)))
      .returning({ id: memories.id });
    await addRendition(tx, memory, rendition);
    if (added) await announce(tx, memory.userId, ['memories']);
    return added !== undefined;
  });
  if (!isAdded) await eraseLater(services, { ...noRenditions, ...rendition });
}

async function loadRevision(
  { db }: Services,
  { memoryId, revision }: Revision,
): Promise<MemoryRow | undefined> {
  const [row] = await db
    .select()
    .from(memories)
    .where(and(eq(memories.id, memoryId), eq(memories.revision, revision)));
  return row;
}

async function examine(services: Services, memory: MemoryRow): Promise<Outcome> {
  const examined = await withOriginal(services, memory, async (original) => {
    const findings = await checkFile(services, memory, original);
    if (findings.fault) return { ...findings, renditions: noRenditions };
    const renditions = await makeRenditions(services, memory, findings, original);
    return {
      ...findings,
      renditions,
      needsConversion: Boolean(findings.recording && !renditions.displayKey),
    };
  });
  return examined ?? { fault: damaged, renditions: noRenditions };
}

/** Provides a local copy of the memory's file; undefined if the file is missing. */
async function withOriginal<Result>(
  services: Services,
  memory: MemoryRow,
  use: (original: Original) => Promise<Result>,
): Promise<Result | undefined> {
  const copy = await unlessMissing(services.storage.localCopy(memory.fileKey ?? ''));
  if (!copy) return undefined;
  const { signal, stop } = watchRevision(services, memory);
  try {
    return await use({ path: copy.path, signal });
  } finally {
    stop();
    await copy.dispose();
  }
}

/** Aborts once this revision is gone, so that no tool keeps working for nobody. */
function watchRevision(services: Services, { id: memoryId, userId, revision }: MemoryRow) {
  const gone = new AbortController();
  const look = () => {
    loadRevision(services, { memoryId, revision }).then(
      (row) => row ?? gone.abort(),
      (err: unknown) =>
        services.log.warn({ err, memoryId }, 'could not look whether a memory is still there'),
    );
  };
  const stop = services.events.subscribe(userId, look);
  look();
  return { signal: gone.signal, stop };
}

async function eraseLater({ db, jobs }: Services, renditions: Renditions): Promise<void> {
  const keys = storedKeys({ fileKey: null, ...renditions });
  if (keys.length > 0) await inTransaction(db, (tx) => jobs.enqueue(tx, eraseFiles, [{ keys }]));
}
