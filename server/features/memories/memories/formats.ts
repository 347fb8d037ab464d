import type { FileMemoryType, MemoryType } from '../../../../shared/memories/memories.ts';
import { acceptedFormats, invalidFileType } from '../../../../shared/memories/memories.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Container, RecordingFile } from '../../../platform/media/recordings.ts';
import { readHead, sniff } from '../../../platform/media/sniff.ts';

/** How a format shows: in the ending of the file's name, and in its first bytes (as `sniff` names them). */
interface FormatSigns {
  endings: readonly string[];
  sniffed: readonly string[];
}

// Voice recorders write sound into files that call themselves mp4 or 3gp; whether there is a film inside is found
// out by the check that decodes them.
const signs: Readonly<Record<string, FormatSigns>> = {
  jpeg: { endings: ['jpg', 'jpeg', 'jpe', 'jfif'], sniffed: ['jpg'] },
  png: { endings: ['png'], sniffed: ['png', 'apng'] },
  gif: { endings: ['gif'], sniffed: ['gif'] },
  webp: { endings: ['webp'], sniffed: ['webp'] },
  mp4: { endings: ['mp4', 'm4v'], sniffed: ['mp4', 'm4v'] },
  avi: { endings: ['avi'], sniffed: ['avi'] },
  mov: { endings: ['mov', 'qt'], sniffed: ['mov'] },
  webm: { endings: ['webm'], sniffed: ['webm'] },
  mp3: { endings: ['mp3'], sniffed: ['mp3'] },
  wav: { endings: ['wav', 'wave'], sniffed: ['wav'] },
  ogg: { endings: ['ogg', 'oga', 'opus'], sniffed: ['ogg', 'oga', 'opus', 'spx'] },
  m4a: { endings: ['m4a'], sniffed: ['m4a', 'm4b', 'mp4', '3gp'] },
};

/** One accepted format, such as `mov` of the films. */
export interface Format {
  type: FileMemoryType;
  name: string;
  /** The one content type under which we store and serve it. */
  contentType: string;
}

interface Claim {
  fileName: string;
  contentType: string;
}

/** The accepted format that name and declared content type agree upon, of one type of memory or of any. */
export function claimedFormat(claim: Claim, type?: FileMemoryType): Format | undefined {
  const ending = /\.([^.]+)$/.exec(claim.fileName)?.[1]?.toLowerCase() ?? '';
  return allFormats.find(
    (format) =>
      (type === undefined || format.type === type) &&
      signs[format.name]?.endings.includes(ending) &&
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

/** Do the first bytes of a file say what its name and declared type say? */
export async function looksLike(format: Format, head: Buffer): Promise<boolean> {
  const found = await sniff(head);
  return found !== undefined && Boolean(signs[format.name]?.sniffed.includes(found));
}

/** The format of a stored file, from the content type under which we stored it. */
export function formatOf(contentType: string | null): Format | undefined {
  return allFormats.find((format) => format.contentType === contentType);
}

/** Is the file at `path` still what its format says? */
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

/** The file at `path` as the media tools know it. */
export function recordingFile(path: string, format: Format): RecordingFile {
  return { path, container: containers[format.name] ?? 'mov' };
}

export function wrongFileType(type: MemoryType): AppError {
  return unsupportedFile(invalidFileType(type).message);
}

/** 415, on the field of the file. */
export function unsupportedFile(message: string): AppError {
  return new AppError('unsupported_type', message, { fields: { file: message } });
}
