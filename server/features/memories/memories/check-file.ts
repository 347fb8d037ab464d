import { memoryFileMaxBytes } from '../../../../shared/memories/memories.ts';
import type { Services } from '../../../platform/context.ts';
import { scanForMalware } from '../../../platform/malware-scan.ts';
import { findDisguise } from '../../../platform/media/disguise.ts';
import { decodePicture, PictureTooLargeError } from '../../../platform/media/pictures.ts';
import { fileHash } from '../../../platform/storage/file-hash.ts';
import { FileMissingError } from '../../../platform/storage/storage.ts';
import { checkRecording } from './check-recording.ts';
import { type Findings, inReview, unreadable } from './findings.ts';
import { type Format, formatOf, hasFormat, recordingFile } from './formats.ts';
import type { MemoryRow } from './memories.table.ts';

/** No page shows a photo larger than this, so none is decoded larger. In pixels. */
export const displaySide = 2048;

export const damaged = unreadable('What is stored is not what was uploaded. Please upload it again.');

/** The local copy of an uploaded file; `signal` tells that nobody needs it any more. */
export interface Original {
  path: string;
  signal: AbortSignal;
}

type CheckServices = Pick<Services, 'storage' | 'config' | 'log'>;

/**
 * Reads the original of a memory to its end and checks that it is what it claims to be. Throws only for
 * temporary faults: storage or the malware scanner does not answer.
 */
export async function checkFile(
  services: CheckServices,
  memory: MemoryRow,
  { path, signal }: Original,
): Promise<Findings> {
  const format = formatOf(memory.contentType);
  if (await isDamaged(services, memory)) return { fault: damaged };
  if (!format || !(await hasFormat(path, format)))
    return { fault: unreadable(`This is not a ${memory.type} that we know.`) };
  const disguise = await findDisguise(path);
  if (disguise) return { fault: inReview(`This ${memory.type} also holds ${disguise}.`) };
  const malware = await findMalware(services, memory, path);
  if (malware) return { fault: inReview(malware) };
  return format.type === 'photo'
    ? await openPhoto(services, memory, format, path)
    : await checkRecording(services, memory, format, recordingFile(path, format, signal));
}

async function isDamaged({ storage }: CheckServices, memory: MemoryRow): Promise<boolean> {
  try {
    return (await fileHash(storage, memory.fileKey ?? '')) !== memory.fileSha256;
  } catch (error) {
    if (error instanceof FileMissingError) return true;
    throw error;
  }
}

async function findMalware(
  { config, log }: CheckServices,
  memory: MemoryRow,
  path: string,
): Promise<string | undefined> {
  if (!config.clamdUrl) return undefined;
  const result = await scanForMalware(config.clamdUrl, path);
  if (result.verdict === 'clean') return undefined;
  log.warn({ memoryId: memory.id, result }, 'the malware scanner rejected a file');
  if (result.verdict === 'found') return 'The malware scanner found something harmful in this file.';
  const megabytes = Math.ceil(memoryFileMaxBytes / 1_000_000);
  log.error(
    `the malware scanner refuses files of this size: set its StreamMaxLength to at least ${megabytes}M`,
  );
  return 'This file is too large for the malware scanner.';
}

async function openPhoto(
  { log }: CheckServices,
  memory: MemoryRow,
  format: Format,
  path: string,
): Promise<Findings> {
  try {
    return { picture: await decodePicture(path, format.name, displaySide) };
  } catch (err) {
    log.info({ err, memoryId: memory.id }, 'could not open a photo');
    if (err instanceof PictureTooLargeError)
      return { fault: unreadable('This photo has more pixels or frames than we can open.') };
    return { fault: unreadable('This photo cannot be opened; it may be damaged.') };
  }
}
