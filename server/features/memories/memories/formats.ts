import {
  acceptedFormats,
  type FileMemoryType,
  invalidFileType,
  type MemoryType,
} from '../../../../shared/memories/memories.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Container, RecordingFile } from '../../../platform/media/recordings.ts';
import { readHead, sniff } from '../../../platform/media/sniff.ts';

/** How a format is recognized: by file name extension, and by its first bytes (in the names that `sniff` uses). */
interface FormatSigns {
  extensions: readonly string[];
  sniffed: readonly string[];
}

// Voice recorders write audio into files that call themselves mp4 or 3gp. The check, which decodes the file, finds out
// whether there is a video inside.
const signs: Readonly<Record<string, FormatSigns>> = {
  jpeg: { extensions: ['jpg', 'jpeg', 'jpe', 'jfif'], sniffed: ['jpg'] },
  png: { extensions: ['png'], sniffed: ['png', 'apng'] },
  gif: { extensions: ['gif'], sniffed: ['gif'] },
  webp: { extensions: ['webp'], sniffed: ['webp'] },
  mp4: { extensions: ['mp4', 'm4v'], sniffed: ['mp4', 'm4v'] },
  avi: { extensions: ['avi'], sniffed: ['avi'] },
  mov: { extensions: ['mov', 'qt'], sniffed: ['mov'] },
  webm: { extensions: ['webm'], sniffed: ['webm'] },
  mp3: { extensions: ['mp3'], sniffed: ['mp3'] },
  wav: { extensions: ['wav', 'wave'], sniffed: ['wav'] },
  ogg: { extensions: ['ogg', 'oga', 'opus'], sniffed: ['ogg', 'oga', 'opus', 'spx'] },
  m4a: { extensions: ['m4a'], sniffed: ['m4a', 'm4b', 'mp4', '3gp'] },
};

export interface Format {
  type: FileMemoryType;
  /** For example `mov`. */
  name: string;
  /** The only content type under which we store and serve it. */
  contentType: string;
}

interface Claim {
  fileName: string;
  contentType: string;
}

/** The accepted format that both the file name and the declared content type indicate; of `type`, if given. */
export function claimedFormat(claim: Claim, type?: FileMemoryType): Format | undefined {
  const extension = /\.([^.]+)$/.exec(claim.fileName)?.[1]?.toLowerCase() ?? '';
  return allFormats.find(
    (format) =>
      (type === undefined || format.type === type) &&
      signs[format.name]?.extensions.includes(extension) &&
      acceptedFormats[format.type][format.name]?.includes(claim.contentType),
  );
}

const allFormats: readonly Format[] = Object.entries(acceptedFormats).flatMap(([type, formats]) =>
  Object.entries(formats).map(([name, contentTypes]) => ({
    type: type as FileMemoryType,
    name,
    contentType: contentTypes[0] ?? '',
  })),
);

/** Whether the first bytes of a file match the format. */
export async function looksLike(format: Format, head: Buffer): Promise<boolean> {
  const found = await sniff(head);
  return found !== undefined && Boolean(signs[format.name]?.sniffed.includes(found));
}

/** The format of a stored file, from the content type under which we stored it. */
export function formatOf(contentType: string | null): Format | undefined {
  return allFormats.find((format) => format.contentType === contentType);
}

export async function hasFormat(path: string, format: Format): Promise<boolean> {
  return looksLike(format, await readHead(path));
}

const containers: Readonly<Record<string, Container>> = {
  mp4: 'mov',
  mov: 'mov',
  m4a: 'mov',
  avi: 'avi',
  webm: 'matroska',
  mp3: 'mp3',
  wav: 'wav',
  ogg: 'ogg',
};

/** The file at `path`, described for the media tools; `signal` stops them. */
export function recordingFile(path: string, format: Format, signal: AbortSignal): RecordingFile {
  return { path, container: containers[format.name] ?? 'mov', signal };
}

export function wrongFileType(type: MemoryType): AppError {
  return unsupportedFile(invalidFileType(type).message);
}

/** 415, with the message on the field `file`. */
export function unsupportedFile(message: string): AppError {
  return new AppError('unsupported_type', message, { fields: { file: message } });
}
