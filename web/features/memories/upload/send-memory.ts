import type { Memory, MemoryType } from '../../../../shared/memories/memories.ts';
import { write } from '../../../lib/api/request.ts';
import type { UploadOptions } from '../../../lib/api/upload.ts';
import { upload } from '../../../lib/api/upload.ts';
import type { MemoryValues } from './memory-values.ts';

/** What goes to the server: a new memory, or changes to one. */
export interface Parcel {
  type: MemoryType;
  values: MemoryValues;
  /** The file of a new memory, or the one that takes the place of the old. */
  file: File | null;
  /** The memory that is being changed. */
  existingId: string | null;
}

/** Would sending the one bring nothing that the other does not? */
export function isSameParcel(one: Parcel, other: Parcel): boolean {
  return (
    one.file === other.file &&
    one.existingId === other.existingId &&
    JSON.stringify([one.type, one.values]) === JSON.stringify([other.type, other.values])
  );
}

const memoriesPath = '/api/memories';

/** Answers the memory as it is now kept. Errors as in `upload` and `write`. */
export function sendMemory(parcel: Parcel, options: UploadOptions): Promise<Memory> {
  const { type, file, existingId } = parcel;
  if (existingId === null) {
    return upload<Memory>(`${memoriesPath}/upload`, formOf({ type, ...textsOf(parcel) }, file), options);
  }
  const path = `${memoriesPath}/${existingId}`;
  if (file === null) return write<Memory>('PATCH', path, textsOf(parcel), { signal: options.signal });
  return upload<Memory>(path, formOf(textsOf(parcel), file), { ...options, method: 'PATCH' });
}

function textsOf({ type, values }: Parcel) {
  const { content, ...details } = values;
  return type === 'letter' ? { ...details, content } : details;
}

/** The file comes last: the server knows by then what it is. */
function formOf(texts: Record<string, string>, file: File | null): FormData {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  if (file) form.append('file', file);
  return form;
}
