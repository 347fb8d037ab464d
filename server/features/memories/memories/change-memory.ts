import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Memory, MemoryChanges } from '../../../../shared/memories/memories.ts';
import { isWritten } from '../../../../shared/memory-types.ts';
import { eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { fieldError, requireFound, requireVersion } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { parseFields } from '../../../platform/http/multipart-form.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { addresseeOf } from './addressee.ts';
import { unchecked } from './approval.ts';
import { fileColumns } from './create-memory.ts';
import { chooseOtherwise, isOtherChoice } from './delete-on-death.ts';
import { checkLater } from './enqueue-check.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import { loadMemory, lockMemory, type MemoryHooks, storedKeys, toMemory } from './memories.ts';
import { openingsOf } from './openings.ts';
import { discardUpload, receiveUpload, type StoredUpload } from './receive-upload.ts';
import { noRenditions } from './renditions.ts';
import { autoApproved, settleMemory } from './settle-memory.ts';

/** Changes a memory by JSON, or by a form that may contain another file. Omitted fields stay as they are. */
export async function changeMemory(
  services: Services,
  hooks: MemoryHooks,
  request: FastifyRequest,
  userId: string,
  id: string,
): Promise<MemoryRow> {
  const { type } = await loadMemory(services.db, userId, id);
  const { fields, file } = request.isMultipart()
    ? await receiveUpload(services, request, id, async () => type)
    : { fields: request.body ?? {}, file: undefined };
  try {
    const changes = parseFields(MemoryChanges, fields);
    return await inTransaction(services.db, async (tx) => {
      const { row, needsCheck } = await applyChanges(tx, services, hooks, userId, id, changes, file);
      if (!needsCheck) return row;
      if (isWritten(row.type))
        return requireFound(await settleMemory(tx, services, hooks, row, autoApproved));
      await checkLater(tx, services, row);
      return row;
    });
  } catch (error) {
    await discardUpload(services, file, error);
    throw error;
  }
}

async function applyChanges(
  tx: Tx,
  services: Services,
  hooks: MemoryHooks,
  userId: string,
  id: string,
  changes: MemoryChanges,
  file: StoredUpload | undefined,
): Promise<{ row: MemoryRow; needsCheck: boolean }> {
  // Before the memory is locked, since removing a recipient locks them before their memories.
  const addressee =
    changes.recipient === undefined
      ? undefined
      : await addresseeOf(tx, userId, { recipient: changes.recipient, recipientId: changes.recipientId });
  if (changes.restoreSchedules) await lockOwner(tx, userId);
  const before = await lockMemory(tx, userId, id);
  const edited = editedColumns(before, changes, addressee);
  const now = services.clock.now();
  const journal = journalColumns(before, changes, now);
  const choosesOtherwise = isOtherChoice(before, changes);
  const isChange = choosesOtherwise || isNew(before, { ...edited, ...journal }, file);
  await requireVersion(changes.version, before, isChange, () => encodeMemory(tx, before));
  const choice = choosesOtherwise ? await chooseOtherwise(tx, services, hooks, before, changes) : {};
  const isFileGone = file !== undefined || (journal.fileKey === null && before.fileKey !== null);
  const isShownOtherwise = isFileGone || shown.some((key) => edited[key] !== before[key]);
  if (isShownOtherwise) await hooks.beforeChange(tx, services, before);
  const needsCheck =
    file !== undefined ||
    edited.content !== before.content ||
    // It may have been rejected for its words.
    (before.heldAs === 'rejected' && isShownOtherwise);
  const [row] = await tx
    .update(memories)
    .set({
      ...edited,
      ...journal,
      ...choice,
      ...(needsCheck && { ...unchecked, revision: before.revision + 1 }),
      version: before.version + Number(isChange),
      ...(file && { ...noRenditions, durationSeconds: null, peaks: null, ...fileColumns(file) }),
      updatedAt: now,
    })
    .where(eq(memories.id, id))
    .returning();
  if (isFileGone) await services.jobs.enqueue(tx, eraseFiles, [{ keys: storedKeys(before) }]);
  await record(tx, now, {
    action: 'memory.changed',
    actor: userId,
    userId,
    subjectId: id,
    details: { checkedAgain: needsCheck },
  });
  await announce(tx, userId, ['memories', 'schedules', 'stats']);
  if (before.heldAs) await announceToStaff(tx);
  return { row: requireFound(row), needsCheck };
}

async function encodeMemory(tx: Tx, row: MemoryRow): Promise<unknown> {
  return z.encode(Memory, toMemory(row, (await openingsOf(tx, [row.id])).get(row.id)));
}

/** Whether anything differs from `before`. Uploading the same file again is not a change. */
function isNew(before: MemoryRow, columns: Partial<MemoryRow>, file: StoredUpload | undefined): boolean {
  if (file && file.sha256 !== before.fileSha256) return true;
  const { title, content, personalMessage, recipient, recipientId, journalSince } = { ...before, ...columns };
  const after = { title, content, personalMessage, recipient, recipientId };
  return (
    (Object.keys(after) as (keyof typeof after)[]).some((key) => after[key] !== before[key]) ||
    journalSince?.getTime() !== before.journalSince?.getTime()
  );
}

/** What recipients see and the owner can change, apart from the file. */
const shown = ['title', 'content', 'personalMessage'] as const;

type NotColumns = 'withJournal' | 'deleteOnDeath' | 'cancelSchedules' | 'restoreSchedules' | 'version';

/** The return type makes a field that is added to `MemoryChanges` and forgotten here a type error. */
function editedColumns(
  before: MemoryRow,
  changes: MemoryChanges,
  addressee: Pick<MemoryRow, 'recipient' | 'recipientId'> = before,
): Pick<MemoryRow, Exclude<keyof MemoryChanges, NotColumns>> {
  const { title, personalMessage } = changes;
  return {
    title: title ?? before.title,
    recipient: addressee.recipient,
    recipientId: addressee.recipientId,
    content: newContent(before, changes),
    personalMessage: personalMessage === undefined ? before.personalMessage : personalMessage || null,
  };
}

/** The book itself is made when the letter is delivered. Recipients who already have it keep it. 400 if it is not a letter. */
function journalColumns(
  { type, journalSince }: MemoryRow,
  { withJournal }: MemoryChanges,
  now: Date,
): Partial<MemoryRow> {
  if (withJournal === undefined) return {};
  if (!isWritten(type)) throw fieldError('withJournal', 'Your journal can go with a letter only');
  if (withJournal) return { journalSince: journalSince ?? now };
  return { journalSince: null, journalState: null, ...fileColumns(undefined) };
}

function newContent(before: MemoryRow, { content }: MemoryChanges): string | null {
  if (!isWritten(before.type) || content === undefined) return before.content;
  if (!content.trim()) throw fieldError('content', 'Please write the letter first');
  return content;
}
