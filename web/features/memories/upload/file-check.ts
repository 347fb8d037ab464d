import type { FileMemoryType } from '../../../../shared/memories/memory-limits.ts';
import {
  acceptedFormats,
  fileTooLarge,
  invalidFileType,
  memoryFileMaxBytes,
} from '../../../../shared/memories/memory-limits.ts';

/** Other endings under which the accepted formats are known. */
const otherEndings: Readonly<Record<string, readonly string[]>> = { jpeg: ['jpg', 'jpe'], mp4: ['m4v'] };

/** What browsers say of a file whose kind they do not know. */
const unknownTypes = ['', 'application/octet-stream'];

interface Refusal {
  title: string;
  message: string;
}

/** Why this file cannot be sent; null when it can. The server looks into the bytes, this only spares the way there. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>, type: FileMemoryType): Refusal | null {
  if (file.size > memoryFileMaxBytes) return fileTooLarge;
  return file.size > 0 && isOfType(file, type) ? null : invalidFileType(type);
}

function isOfType({ name, type: contentType }: Pick<File, 'name' | 'type'>, type: FileMemoryType): boolean {
  const known = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!unknownTypes.includes(known)) return Object.values(acceptedFormats[type]).flat().includes(known);
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return endingsOf(type).includes(ending);
}

function endingsOf(type: FileMemoryType): string[] {
  return Object.keys(acceptedFormats[type]).flatMap((format) => [format, ...(otherEndings[format] ?? [])]);
}

/** For the file picker: it then offers only what is accepted. */
export function acceptOf(type: FileMemoryType): string {
  const endings = endingsOf(type).map((ending) => `.${ending}`);
  return [...Object.values(acceptedFormats[type]).flat(), ...endings].join(',');
}

/** 'JPEG, PNG, GIF or WEBP, up to 50 MB' */
export function describeAccepted(type: FileMemoryType): string {
  const names = Object.keys(acceptedFormats[type]).map((format) => format.toUpperCase());
  const megabytes = memoryFileMaxBytes / 1024 / 1024;
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}, up to ${megabytes} MB`;
}

/** '820 KB', '6.3 MB' */
export function describeSize(sizeBytes: number): string {
  const kilobytes = sizeBytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  return `${(kilobytes / 1024).toFixed(1)} MB`;
}
