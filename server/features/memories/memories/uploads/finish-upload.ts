import { Readable } from 'node:stream';
import type { MemoryForm } from '../../../../../shared/memories/memories.ts';
import type { Services } from '../../../../platform/context.ts';
import { AppError, notFound, requireFound } from '../../../../platform/errors.ts';
import { FileDamagedError } from '../../../../platform/storage/file-faults.ts';
import { FileMissingError, type Storage } from '../../../../platform/storage/storage.ts';
import { readWhole } from '../../../../platform/storage/whole-read.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import type { MemoryRow } from '../memories.table.ts';
import { createFromFile, findUploaded, type MemoryHooks } from '../memories.ts';
import type { UploadPartRow } from './uploads.table.ts';
import { findUpload, partsOf, removeUpload } from './uploads.ts';

/**
 * Creates a memory from a file that has arrived, with the same checks as for an upload in one piece. If it is repeated because the response
 * was lost, it returns that memory. Throws 409 while a part of the file is missing, and 402 if the plan is full; the upload then stays.
 */
export async function finishUpload(
  services: Services,
  hooks: MemoryHooks,
  owner: UserRow,
  id: string,
  form: MemoryForm,
): Promise<MemoryRow> {
  const { db, storage } = services;
  const upload = await findUpload(services, owner.id, id);
  if (!upload) return loadFinished(services, owner.id, id);
  const { arrivedBytes, sizeBytes, fileName, contentType, sha256 } = upload;
  if (arrivedBytes < sizeBytes)
    throw new AppError('conflict', 'This file has not arrived whole yet. Please send the rest first.');
  const parts = await partsOf(db, id);
  const stream = Readable.from(joined(storage, parts), { objectMode: false });
  try {
    const file = { fileName, contentType, stream };
    const memory = await createFromFile(services, hooks, owner, {
      uploadKey: id,
      form,
      arriving: file,
      sha256,
    });
    await removeUpload(services, owner.id, id);
    return memory;
  } catch (error) {
    // Its bytes are erased if another request has finished it meanwhile.
    if (!(await findUpload(services, owner.id, id))) return loadFinished(services, owner.id, id);
    throw await afterRefusal(services, owner.id, id, error);
  }
}

/** The memory that was created from an upload. Throws 404 if there is none. */
async function loadFinished({ db }: Services, userId: string, id: string): Promise<MemoryRow> {
  return requireFound(await findUploaded(db, userId, id), 'This upload');
}

/** If only sending everything again would help, nothing that arrived is kept. */
async function afterRefusal(
  services: Services,
  userId: string,
  id: string,
  error: unknown,
): Promise<unknown> {
  const isDamaged = error instanceof FileDamagedError;
  if (!isDamaged && !(error instanceof FileMissingError)) return error;
  await removeUpload(services, userId, id);
  if (!isDamaged) return notFound('This upload');
  const message = 'What arrived is not the file that was sent. Please upload it again.';
  return new AppError('conflict', message, { cause: error });
}

async function* joined(storage: Storage, parts: readonly UploadPartRow[]): AsyncGenerator<Buffer> {
  for (const { key, sizeBytes } of parts) yield* readWhole(storage, key, sizeBytes);
}
