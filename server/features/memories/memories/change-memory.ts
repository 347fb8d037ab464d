import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { MemoryChanges } from '../../../../shared/memories/memories.ts';
import { checkMemory, eraseFiles } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { fieldError, found } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { parseFields } from '../../../platform/http/multipart-form.ts';
import { record } from '../../system/audit/audit.ts';
import { fileColumns } from './create-memory.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import { loadMemory, lockMemory, storedKeys } from './memories.ts';
import { discardUpload, receiveUpload, type StoredUpload } from './receive-upload.ts';

/** Changes a memory from JSON, or from a form that may bring another file. Only what is given changes. */
export async function changeMemory(
  request: FastifyRequest,
  services: Services,
  userId: string,
  id: string,
): Promise<MemoryRow> {
  const { type } = await loadMemory(services.db, userId, id);
  const { fields, file } = request.isMultipart()
    ? await receiveUpload(request, services, id, async () => type)
    : { fields: request.body ?? {}, file: undefined };
  try {
    const changes = parseFields(MemoryChanges, fields);
    return await inTransaction(services.db, (tx) => applyChanges(tx, services, userId, id, changes, file));
  } catch (error) {
    await discardUpload(services, file, error);
    throw error;
  }
}

async function applyChanges(
  tx: Tx,
  services: Services,
  userId: string,
  id: string,
  changes: MemoryChanges,
  file: StoredUpload | undefined,
): Promise<MemoryRow> {
  const before = await lockMemory(tx, userId, id);
  const content = newContent(before, changes);
  const isNewInside = file !== undefined || content !== before.content;
  const now = services.clock.now();
  const [row] = await tx
    .update(memories)
    .set({
      title: changes.title ?? before.title,
      recipient: changes.recipient ?? before.recipient,
      content,
      ...(changes.personalMessage !== undefined && { personalMessage: changes.personalMessage || null }),
      ...(isNewInside && { ...unchecked, revision: before.revision + 1 }),
      ...(file && { ...noRenditions, ...fileColumns(file) }),
      updatedAt: now,
    })
    .where(eq(memories.id, id))
    .returning();
  if (file) await services.jobs.enqueue(tx, eraseFiles, [{ keys: storedKeys(before) }]);
  if (isNewInside) {
    await services.jobs.enqueue(tx, checkMemory, [{ memoryId: id, revision: before.revision + 1 }]);
  }
  await record(tx, now, {
    action: 'memory.changed',
    actor: userId,
    userId,
    subjectId: id,
    details: { checkedAgain: isNewInside },
  });
  await announce(tx, userId, ['memories', 'schedules', 'stats']);
  return found(row);
}

const unchecked = { isApproved: false, checkedAt: null, heldReason: null };
const noRenditions = {
  thumbnailKey: null,
  displayKey: null,
  displayContentType: null,
  durationSeconds: null,
};

function newContent(before: MemoryRow, { content }: MemoryChanges): string | null {
  if (before.type !== 'letter' || content === undefined) return before.content;
  if (!content.trim()) throw fieldError('content', 'Please write the letter first');
  return content;
}
