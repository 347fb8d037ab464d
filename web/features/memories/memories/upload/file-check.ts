import type { FileMemoryType } from '../../../../../shared/memories/memory-limits.ts';
import {
  acceptedFormats,
  fileTooLarge,
  invalidFileType,
  memoryFileMaxBytes,
} from '../../../../../shared/memories/memory-limits.ts';

/** Other file name extensions of the accepted formats. */
const otherExtensions: Readonly<Record<string, readonly string[]>> = { jpeg: ['jpg', 'jpe'], mp4: ['m4v'] };

/** The types that browsers report for unknown files. */
const unknownTypes = ['', 'application/octet-stream'];

interface Refusal {
  title: string;
  message: string;
}

/** Why this file cannot be sent; null when it can. Only saves a needless upload: the server checks the contents. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>, type: FileMemoryType): Refusal | null {
  if (file.size > memoryFileMaxBytes) return fileTooLarge;
  return file.size > 0 && isOfType(file, type) ? null : invalidFileType(type);
}

function isOfType({ name, type: contentType }: Pick<File, 'name' | 'type'>, type: FileMemoryType): boolean {
  const known = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!unknownTypes.includes(known)) return Object.values(acceptedFormats[type]).flat().includes(known);
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  return extensionsOf(type).includes(extension);
}

function extensionsOf(type: FileMemoryType): string[] {
  return Object.keys(acceptedFormats[type]).flatMap((format) => [format, ...(otherExtensions[format] ?? [])]);
}

/** The `accept` attribute of the file picker. */
export function acceptOf(type: FileMemoryType): string {
  const extensions = extensionsOf(type).map((extension) => `.${extension}`);
  return [...Object.values(acceptedFormats[type]).flat(), ...extensions].join(',');
}

/** 'JPEG, PNG, GIF or WEBP, up to 50 MB' */
export function describeAccepted(type: FileMemoryType): string {
  const names = Object.keys(acceptedFormats[type]).map((format) => format.toUpperCase());
  const megabytes = memoryFileMaxBytes / 1024 / 1024;
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}, up to ${megabytes} MB`;
}
