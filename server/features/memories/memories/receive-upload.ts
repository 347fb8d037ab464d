import { pipeline, type Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import {
  type FileMemoryType,
  fileTooLarge,
  type MemoryType,
  memoryFileMaxBytes,
} from '../../../../shared/memories/memories.ts';
import { isWritten } from '../../../../shared/memory-types.ts';
import type { Services } from '../../../platform/context.ts';
import { isDatabaseUnavailable } from '../../../platform/database.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { safeFileName } from '../../../platform/http/content-disposition.ts';
import { type ArrivingFile, readForm } from '../../../platform/http/multipart-form.ts';
import { newId } from '../../../platform/ids.ts';
import { HeadCheck } from '../../../platform/media/head-check.ts';
import { StorageFullError, TooLargeError } from '../../../platform/storage/storage.ts';
import { claimedFormat, type Format, looksLike, unsupportedFile, wrongFileType } from './formats.ts';

/** A durably stored file that belongs to no memory yet. */
export interface StoredUpload {
  key: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
  format: Format;
}

interface Upload {
  fields: Record<string, string>;
  file: StoredUpload | undefined;
}

const memoryFields = ['type', 'title', 'content', 'recipient', 'recipientId', 'personalMessage', 'version'];
const tooLargeCode = 'too_large';

/**
 * Streams an upload's file straight into storage. `expectedType` is called with the fields that came before
 * the file and the type that the file claims to be; it returns the type that the file must have, and may
 * throw to refuse it unread. A failed upload leaves no file behind.
 */
export async function receiveUpload(
  services: Pick<Services, 'storage' | 'log'>,
  request: FastifyRequest,
  memoryId: string,
  expectedType: (
    fields: Readonly<Record<string, string>>,
    claimed: FileMemoryType | undefined,
  ) => Promise<MemoryType | undefined>,
  fieldNames: readonly string[] = memoryFields,
): Promise<Upload> {
  let file: StoredUpload | undefined;
  try {
    const fields = await readForm(request, {
      fields: fieldNames,
      fileField: 'file',
      maxFileBytes: memoryFileMaxBytes,
      async receiveFile(arriving, known) {
        const claim = { ...arriving, fileName: safeFileName(arriving.fileName) };
        file = await storeFile(
          services,
          memoryId,
          claim,
          await expectedType(known, claimedFormat(claim)?.type),
        );
      },
    });
    return { fields, file };
  } catch (error) {
    await discardUpload(services, file);
    throw asRefusal(error);
  }
}

/** Stores a file that is not part of a form. Throws like `receiveUpload`, and then leaves nothing behind. */
export async function receiveFile(
  services: Pick<Services, 'storage' | 'log'>,
  memoryId: string,
  arriving: ArrivingFile,
  type: MemoryType,
): Promise<StoredUpload> {
  try {
    return await storeFile(services, memoryId, arriving, type);
  } catch (error) {
    throw asRefusal(error);
  }
}

async function storeFile(
  { storage }: Pick<Services, 'storage'>,
  memoryId: string,
  arriving: ArrivingFile,
  type: MemoryType | undefined,
): Promise<StoredUpload> {
  const { fileName } = arriving;
  const format = requireFormat(arriving, type);
  const key = storageKey(memoryId, 'original');
  const checked = checkHead(arriving.stream, format);
  const { sizeBytes, sha256 } = await storage.put(key, checked, {
    maxBytes: memoryFileMaxBytes,
    contentType: format.contentType,
  });
  return { key, fileName, sizeBytes, sha256, format };
}

/** The format that a file claims to have. Throws 415 if it claims none, or one not of `type`. */
export function requireFormat(
  claim: Pick<ArrivingFile, 'fileName' | 'contentType'>,
  type: MemoryType | undefined,
): Format {
  if (type && isWritten(type)) throw fieldError('file', 'A letter is written here and comes without a file');
  const format = claimedFormat(claim, type);
  if (!format) throw type ? wrongFileType(type) : unsupportedFile('Please select a valid file');
  return format;
}

function checkHead(stream: Readable, format: Format): Readable {
  const check = new HeadCheck(async (head) => {
    if (!(await looksLike(format, head))) throw wrongFileType(format.type);
  });
  // Errors reach the reader of `check`; the callback is only there because `pipeline` requires one.
  pipeline(stream, check, () => {});
  return check;
}

/** A new storage key. It contains the memory's id, so that a sweep can find files whose memory is gone. */
export function storageKey(memoryId: string, kind: 'original' | 'thumbnail' | 'display'): string {
  return `memories/${memoryId}/${kind}-${newId()}`;
}

function asRefusal(error: unknown): unknown {
  const isTooLarge =
    error instanceof TooLargeError || (error instanceof AppError && error.code === tooLargeCode);
  if (isTooLarge) {
    const { message } = fileTooLarge;
    return new AppError(tooLargeCode, message, { fields: { file: message }, cause: error });
  }
  if (error instanceof StorageFullError) {
    const message = 'We have no room for this file at the moment. Nothing was saved; please try again later.';
    return new AppError('unavailable', message, { retryAfterSeconds: 300, cause: error });
  }
  return error;
}

/**
 * Removes a file that no memory will own. After a lost database connection the memory may have been written
 * all the same, so the file is left to the sweep for files without a memory.
 */
export async function discardUpload(
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  file: StoredUpload | undefined,
  reason?: unknown,
): Promise<void> {
  if (!file || isDatabaseUnavailable(reason)) return;
  await storage
    .remove(file.key)
    .catch((err: unknown) =>
      log.warn({ err, key: file.key }, 'could not remove a refused upload; the sweep for orphans will'),
    );
}
