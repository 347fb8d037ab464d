import { and, count, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalidFileType, MemoryForm, MemoryType } from '../../../../shared/memories/memories.ts';
import { isWritten } from '../../../../shared/memory-types.ts';
import { isLimitReached } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import { type ArrivingFile, parseFields } from '../../../platform/http/multipart-form.ts';
import { newId } from '../../../platform/ids.ts';
import { FileDamagedError } from '../../../platform/storage/file-faults.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { limitReached, readLimits } from '../../billing/subscriptions/standing/standing.ts';
import { record } from '../../system/audit/audit.ts';
import { addresseeOf } from './addressee.ts';
import type { Approval } from './approval.ts';
import { checkLater } from './enqueue-check.ts';
import { wrongFileType } from './formats.ts';
import { type MemoryRow, memories } from './memories.table.ts';
import type { MemoryHooks } from './memory-hooks.ts';
import {
  discardUpload,
  receiveFile,
  receiveUpload,
  requireFormat,
  type StoredUpload,
} from './receive-upload.ts';
import type { Renditions } from './renditions.ts';
import { autoApproved, settleMemory } from './settle-memory.ts';

/** Decides whether the file is worth reading before it is read. If this field comes after the file, the type that the file claims decides. */
const TypeAhead = z.object({ type: MemoryType });

/**
 * Creates a memory from an upload. A letter is approved at once; a file waits for its check. Throws 402 if the plan is full, and stores
 * nothing. If an upload is repeated under the same `uploadKey` because the response was lost, it returns the memory created the first time.
 */
export async function uploadMemory(
  services: Services,
  hooks: MemoryHooks,
  request: FastifyRequest,
  owner: UserRow,
  uploadKey: string | undefined,
): Promise<MemoryRow> {
  const memoryId = newId();
  const { fields, file } = await receiveUpload(services, request, memoryId, async (known, claimed) => {
    const { type } = known['type'] === undefined ? { type: claimed } : parseFields(TypeAhead, known);
    if (type && !(await findUploaded(services.db, owner.id, uploadKey)))
      await requireRoom(services.db, services, owner, type);
    return type;
  });
  try {
    const form = parseFields(MemoryForm, fields);
    requireFile(form.type, file);
    return await createOrDiscard(services, hooks, owner.id, { id: memoryId, uploadKey, form, file });
  } catch (error) {
    await discardUpload(services, file, error);
    throw error;
  }
}

/** Throws whatever `createFromFile` would throw for this file, as far as that is known before its first byte. */
export async function requireUploadable(
  services: Services,
  owner: UserRow,
  type: MemoryType,
  claim: Pick<ArrivingFile, 'fileName' | 'contentType'>,
): Promise<void> {
  requireFormat(claim, type);
  await requireRoom(services.db, services, owner, type);
}

interface ArrivedFile {
  uploadKey: string;
  form: MemoryForm;
  arriving: ArrivingFile;
  /** The hash of the file that was sent, if its sender stated it. */
  sha256: string | null;
}

/** Creates a memory like `uploadMemory`, from a file that has already arrived. Throws FileDamagedError if its hash differs. */
export async function createFromFile(
  services: Services,
  hooks: MemoryHooks,
  owner: UserRow,
  { uploadKey, form, arriving, sha256 }: ArrivedFile,
): Promise<MemoryRow> {
  const id = newId();
  const file = await receiveFile(services, id, arriving, form.type);
  try {
    if (sha256 && file.sha256 !== sha256) throw new FileDamagedError(file.key);
    return await createOrDiscard(services, hooks, owner.id, { id, uploadKey, form, file });
  } catch (error) {
    await discardUpload(services, file, error);
    throw error;
  }
}

async function createOrDiscard(
  services: Services,
  hooks: MemoryHooks,
  userId: string,
  memory: NewMemory,
): Promise<MemoryRow> {
  const created = await createMemory(services, hooks, userId, memory);
  if (created.id !== memory.id) await discardUpload(services, memory.file);
  return created;
}

function requireFile(type: MemoryType, file: StoredUpload | undefined): void {
  if (isWritten(type)) {
    if (file) throw fieldError('file', 'A letter is written here and comes without a file');
  } else if (!file) {
    throw fieldError('file', invalidFileType(type).message);
  } else if (file.format.type !== type) {
    throw wrongFileType(type);
  }
}

/** A new column has to be set by `createMemory` or listed as set later, or this file does not compile. */
type UploadedColumns = Omit<
  MemoryRow,
  | 'version'
  | 'revision'
  | 'journalSince'
  | 'journalState'
  | 'deleteOnDeathSince'
  | 'cancelledPlan'
  | 'durationSeconds'
  | 'peaks'
  | keyof Approval
  | keyof Renditions
>;

interface NewMemory {
  id: string;
  uploadKey: string | undefined;
  form: MemoryForm;
  file: StoredUpload | undefined;
}

interface LetterWords {
  uploadKey: string;
  title: string;
  recipient: string;
  recipientId?: string | null | undefined;
  content: string;
}

/**
 * Creates a letter for its owner. Repeating it with the same `uploadKey` returns the letter that was created
 * first. 402 if the plan is full, 409 if that letter says something else.
 */
export function writeLetter(
  services: Services,
  hooks: MemoryHooks,
  userId: string,
  { uploadKey, ...words }: LetterWords,
): Promise<MemoryRow> {
  const form = { type: 'letter', ...words } as const;
  return createMemory(services, hooks, userId, { id: newId(), uploadKey, form, file: undefined });
}

/** Returns the memory created earlier under this key, if there is one. Throws 409 if its content differs. */
function createMemory(
  services: Services,
  hooks: MemoryHooks,
  userId: string,
  { id, uploadKey, form, file }: NewMemory,
): Promise<MemoryRow> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const earlier = await findUploaded(tx, userId, uploadKey);
    if (earlier) return requireSame(earlier, form, file);
    await requireRoom(tx, services, owner, form.type);
    const now = clock.now();
    const uploaded: UploadedColumns = {
      id,
      userId,
      uploadKey: uploadKey ?? null,
      type: form.type,
      title: form.title,
      ...(await addresseeOf(tx, userId, form)),
      content: isWritten(form.type) ? (form.content ?? null) : null,
      personalMessage: form.personalMessage?.trim() || null,
      ...fileColumns(file),
      createdAt: now,
      updatedAt: now,
    };
    const [inserted] = await tx.insert(memories).values(uploaded).returning();
    const memory = requireFound(inserted);
    await record(tx, now, {
      action: 'memory.created',
      actor: userId,
      userId,
      subjectId: id,
      details: { type: form.type },
    });
    await announce(tx, userId, ['memories', 'stats']);
    if (isWritten(memory.type))
      return requireFound(await settleMemory(tx, services, hooks, memory, autoApproved));
    await checkLater(tx, services, memory);
    return memory;
  });
}

/** What was created earlier under this key. */
export async function findUploaded(
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

/** Returning the earlier memory for a different upload would lose the new one. */
function requireSame(
  earlier: MemoryRow,
  { type, content }: MemoryForm,
  file: StoredUpload | undefined,
): MemoryRow {
  const isSame =
    earlier.type === type &&
    earlier.fileSha256 === (file?.sha256 ?? null) &&
    (!isWritten(type) || earlier.content === (content ?? null));
  if (isSame) return earlier;
  throw new AppError('conflict', 'This was uploaded before, and is different now. Please upload it again.');
}

/** The columns that describe the stored original; all null for a letter. */
export function fileColumns(file: StoredUpload | undefined) {
  return {
    fileKey: file?.key ?? null,
    fileName: file?.fileName ?? null,
    fileSizeBytes: file?.sizeBytes ?? null,
    fileSha256: file?.sha256 ?? null,
    contentType: file?.format.contentType ?? null,
  };
}

async function requireRoom(
  db: Queryable,
  services: Services,
  owner: UserRow,
  type: MemoryType,
): Promise<void> {
  const limits = await readLimits(db, services, owner);
  const [used] = await db
    .select({ count: count() })
    .from(memories)
    .where(and(eq(memories.userId, owner.id), eq(memories.type, type)));
  if (isLimitReached(used?.count ?? 0, limits.plan.memoryLimits[type]))
    throw limitReached(limits, owner, `${type}s`);
}
