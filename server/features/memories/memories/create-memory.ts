import { and, count, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidFileType, MemoryForm, MemoryType } from '../../../../shared/memories/memories.ts';
import { isLimitReached, type PlanKey, plans } from '../../../../shared/plans.ts';
import { checkMemory } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { AppError, fieldError, found } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { parseFields } from '../../../platform/http/multipart-form.ts';
import { newId } from '../../../platform/ids.ts';
import type { UserRow } from '../../accounts/accounts/accounts.table.ts';
import { lockOwner } from '../../accounts/accounts/accounts.ts';
import { record } from '../../system/audit/audit.ts';
import { wrongFileType } from './formats.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import { discardUpload, receiveUpload, type StoredUpload } from './receive-upload.ts';

/** What decides, before the file is read, whether it is worth reading. */
const TypeAhead = z.object({ type: MemoryType });

/**
 * Makes a memory of an upload. It waits for its check; a full plan is a 402 and keeps nothing. An upload that is sent
 * once more under the same `uploadKey`, because its answer was lost, gets the memory that it made the first time.
 */
export async function uploadMemory(
  request: FastifyRequest,
  services: Services,
  owner: UserRow,
  uploadKey: string | undefined,
): Promise<MemoryRow> {
  const memoryId = newId();
  const { fields, file } = await receiveUpload(request, services, memoryId, async (known) => {
    if (known['type'] === undefined) return undefined;
    const { type } = parseFields(TypeAhead, known);
    if (!(await findUploaded(services.db, owner.id, uploadKey)))
      await assertRoom(services.db, owner.id, owner.subscriptionPlan, type);
    return type;
  });
  try {
    const form = parseFields(MemoryForm, fields);
    assertFile(form.type, file);
    const memory = await createMemory(services, owner.id, { id: memoryId, uploadKey, form, file });
    if (memory.id !== memoryId) await discardUpload(services, file);
    return memory;
  } catch (error) {
    await discardUpload(services, file, error);
    throw error;
  }
}

function assertFile(type: MemoryType, file: StoredUpload | undefined): void {
  if (type === 'letter') {
    if (file) throw fieldError('file', 'A letter is written here and comes without a file');
  } else if (!file) {
    throw fieldError('file', invalidFileType(type).message);
  } else if (file.format.type !== type) {
    throw wrongFileType(type);
  }
}

interface NewMemory {
  id: string;
  uploadKey: string | undefined;
  form: MemoryForm;
  file: StoredUpload | undefined;
}

/** Answers the memory that was made under this key before, if there is one; 409 when that was another. */
function createMemory(
  services: Services,
  userId: string,
  { id, uploadKey, form, file }: NewMemory,
): Promise<MemoryRow> {
  const { db, clock, jobs } = services;
  return inTransaction(db, async (tx) => {
    const { subscriptionPlan: plan } = await lockOwner(tx, userId);
    const uploaded = await findUploaded(tx, userId, uploadKey);
    if (uploaded) return requireSame(uploaded, form, file);
    await assertRoom(tx, userId, plan, form.type);
    const now = clock.now();
    const [row] = await tx
      .insert(memories)
      .values({
        id,
        userId,
        uploadKey: uploadKey ?? null,
        type: form.type,
        title: form.title,
        recipient: form.recipient,
        content: form.type === 'letter' ? (form.content ?? null) : null,
        personalMessage: form.personalMessage?.trim() || null,
        ...(file && fileColumns(file)),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await record(tx, now, {
      action: 'memory.created',
      actor: userId,
      userId,
      subjectId: id,
      details: { type: form.type },
    });
    await jobs.enqueue(tx, checkMemory, [{ memoryId: id, revision: 1 }]);
    await announce(tx, userId, ['memories', 'stats']);
    return found(row);
  });
}

async function findUploaded(
  db: Queryable,
  userId: string,
  uploadKey: string | undefined,
): Promise<MemoryRow | undefined> {
  if (!uploadKey) return undefined;
  const [row] = await db
    .select()
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.uploadKey, uploadKey)));
  return row;
}

/** A key that comes again with something else would lose it if it were answered with what came before. */
function requireSame(
  uploaded: MemoryRow,
  { type, content }: MemoryForm,
  file: StoredUpload | undefined,
): MemoryRow {
  const isSame =
    uploaded.type === type &&
    uploaded.fileSha256 === (file?.sha256 ?? null) &&
    (type !== 'letter' || uploaded.content === (content ?? null));
  if (isSame) return uploaded;
  throw new AppError('conflict', 'This was uploaded before, and is different now. Please upload it anew.');
}

/** The columns of a memory that tell of its stored original. */
export function fileColumns(file: StoredUpload) {
  return {
    fileKey: file.key,
    fileName: file.fileName,
    fileSizeBytes: file.sizeBytes,
    fileSha256: file.sha256,
    contentType: file.format.contentType,
  };
}

async function assertRoom(db: Queryable, userId: string, planKey: PlanKey, type: MemoryType): Promise<void> {
  const plan = plans[planKey];
  const [used] = await db
    .select({ count: count() })
    .from(memories)
    .where(and(eq(memories.userId, userId), eq(memories.type, type)));
  if (isLimitReached(used?.count ?? 0, plan.memoryLimits[type])) {
    throw new AppError('plan_required', `You've reached your ${plan.name} plan limit for ${type}s.`);
  }
}
