import { and, eq, isNull } from 'drizzle-orm';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { probeRecording, type Recording } from '../../../platform/media/recordings.ts';
import { FileMissingError, type LocalCopy } from '../../../platform/storage/storage.ts';
import { record } from '../../system/audit/audit.ts';
import { checkFile, damaged, type Findings } from './check-file.ts';
import { formatOf, recordingFile } from './formats.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import { type MemoryHooks, storedKeys } from './memories.ts';
import { drawRenditions, makePlayable, noRenditions, type Renditions } from './renditions.ts';

interface Revision {
  memoryId: string;
  revision: number;
}

const waitsForReview = "This waits for a person's review.";

/**
 * Checks one revision of a memory and approves it, or holds it for a person's review with the reason. Does nothing when the
 * memory was changed or deleted meanwhile. Then makes a playable rendition of a recording that some browsers cannot play;
 * if that was interrupted, another call does only the missing part.
 */
export async function checkMemory(services: Services, hooks: MemoryHooks, which: Revision): Promise<void> {
  const memory = await loadRevision(services, which);
  if (!memory) return;
  if (memory.type === 'letter') {
    await settle(services, hooks, memory, {}, noRenditions);
    return;
  }
  const copy = await copyOriginal(services, memory);
  if (!copy) {
    await settle(services, hooks, memory, { fault: damaged }, noRenditions);
    return;
  }
  try {
    const recording = memory.checkedAt
      ? await probeChecked(memory, copy.path)
      : await checkOriginal(services, hooks, memory, copy.path);
    if (recording && !memory.displayKey) await addPlayable(services, memory, recording, copy.path);
  } finally {
    await copy.dispose();
  }
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

async function copyOriginal({ storage }: Services, memory: MemoryRow): Promise<LocalCopy | undefined> {
  try {
    return await storage.localCopy(memory.fileKey ?? '');
  } catch (error) {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  }
}

/** Checks the file and settles the memory. Returns what is inside a recording that was approved or waits for staff. */
async function checkOriginal(
  services: Services,
  hooks: MemoryHooks,
  memory: MemoryRow,
  path: string,
): Promise<Recording | undefined> {
  const findings = await checkFile(services, memory, path);
  const renditions = findings.fault ? noRenditions : await drawRenditions(services, memory, findings, path);
  const isSettled = await settle(services, hooks, memory, findings, renditions);
  if (!isSettled) await eraseLater(services, renditions);
  return isSettled && !findings.fault ? findings.recording : undefined;
}

/** For a memory that is checked already. */
async function probeChecked(memory: MemoryRow, path: string): Promise<Recording | undefined> {
  const format = formatOf(memory.contentType);
  if (!format || format.type === 'photo' || !memory.isApproved) return undefined;
  return await probeRecording(recordingFile(path, format));
}

/** Saves the outcome, unless the memory has a newer revision or another check has settled it. Returns whether it did. */
function settle(
  services: Services,
  hooks: MemoryHooks,
  memory: MemoryRow,
  { fault, recording }: Findings,
  renditions: Renditions,
): Promise<boolean> {
  const { config, clock } = services;
  const heldReason = fault ?? (config.memoryReview === 'staff' ? waitsForReview : null);
  return inTransaction(services.db, async (tx) => {
    const now = clock.now();
    const [settled] = await tx
      .update(memories)
      .set({
        isApproved: heldReason === null,
        heldReason,
        checkedAt: now,
        durationSeconds: recording?.durationSeconds ?? null,
        ...renditions,
      })
      .where(and(sameRevision(memory), isNull(memories.checkedAt)))
      .returning({ id: memories.id });
    if (!settled) return false;
    await recordOutcome(tx, services, memory, heldReason);
    if (heldReason === null) await hooks.afterApproval(tx, services, memory.id);
    await announce(tx, memory.userId, ['memories', 'stats']);
    return true;
  });
}

async function recordOutcome(
  tx: Tx,
  { clock }: Services,
  { id, userId, revision }: MemoryRow,
  heldReason: string | null,
): Promise<void> {
  const entry = { actor: 'system', userId, subjectId: id };
  await record(
    tx,
    clock.now(),
    heldReason === null
      ? { ...entry, action: 'memory.approved', details: { revision } }
      : { ...entry, action: 'memory.held', details: { revision, reason: heldReason } },
  );
}

async function addPlayable(
  services: Services,
  memory: MemoryRow,
  recording: Recording,
  path: string,
): Promise<void> {
  const rendition = await makePlayable(services, memory, recording, path);
  if (!rendition) return;
  const isAdded = await inTransaction(services.db, async (tx) => {
    const [added] = await tx
      .update(memories)
      .set(rendition)
      .where(and(sameRevision(memory), isNull(memories.displayKey)))
      .returning({ id: memories.id });
    if (added) await announce(tx, memory.userId, ['memories']);
    return added !== undefined;
  });
  if (!isAdded) await eraseLater(services, { ...noRenditions, ...rendition });
}

function sameRevision({ id, revision }: MemoryRow) {
  return and(eq(memories.id, id), eq(memories.revision, revision));
}

async function eraseLater({ db, jobs }: Services, renditions: Renditions): Promise<void> {
  const keys = storedKeys({ fileKey: null, ...renditions });
  if (keys.length > 0) await inTransaction(db, (tx) => jobs.enqueue(tx, eraseFiles, [{ keys }]));
}
