import type { Memory, MemoryType } from '../../../../../shared/memories/memories.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { write } from '../../../../lib/api/request.ts';
import { type UploadOptions, upload } from '../../../../lib/api/upload.ts';
import { type MemoryValues, someoneElse } from './memory-values.ts';

/** A new memory, or changes to an existing one. */
export interface Submission {
  type: MemoryType;
  values: MemoryValues;
  /** The file of a new memory, or the replacement for the existing file. */
  file: File | null;
  /** Its id among the recordings in this browser, if it was recorded here. */
  recordingId?: string | null;
  /** Null for a new memory. */
  existingId: string | null;
}

export function isSameSubmission(one: Submission, other: Submission): boolean {
  return (
    one.file === other.file &&
    one.existingId === other.existingId &&
    JSON.stringify([one.type, one.values]) === JSON.stringify([other.type, other.values])
  );
}

/**
 * Whether the server certainly stored nothing, so that the same submission is a new one. Not if it failed
 * midway or no response came: it may have stored the memory by then, and would store it twice.
 */
export function isSurelyNotStored(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500;
}

const memoriesPath = '/api/memories';

/** Resolves with the memory as the server stored it. Throws like `upload` and `write`. */
export function sendMemory(submission: Submission, options: UploadOptions): Promise<Memory> {
  const { type, file, existingId } = submission;
  if (existingId === null) {
    return upload<Memory>(`${memoriesPath}/upload`, formOf({ type, ...textsOf(submission) }, file), options);
  }
  const path = `${memoriesPath}/${existingId}`;
  const changes = { ...textsOf(submission), version: submission.values.version };
  if (file === null) return write<Memory>('PATCH', path, changes, { signal: options.signal });
  return upload<Memory>(path, formOf(changes, file), { ...options, method: 'PATCH' });
}

function textsOf({ type, values }: Submission) {
  const { content, title, recipient, personalMessage } = values;
  const recipientId = values.recipientId === someoneElse ? '' : values.recipientId;
  const details = { title, recipient, recipientId, personalMessage };
  return type === 'letter' ? { ...details, content } : details;
}

/** The file comes last, so that the server knows the other fields before it arrives. */
function formOf(texts: Record<string, string>, file: File | null): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  if (file) form.append('file', file);
  return form;
}
