import { memoryFileMaxBytes } from '../../../../shared/memories/memories.ts';
import { isPlayed } from '../../../../shared/memory-types.ts';
import type { Services } from '../../../platform/context.ts';
import { scanForMalware } from '../../../platform/malware-scan.ts';
import { findDisguise } from '../../../platform/media/disguise.ts';
import { decodePicture, PictureTooLargeError } from '../../../platform/media/pictures.ts';
import { unlessMissing } from '../../../platform/storage/storage.ts';
import { fileHash } from '../../../platform/storage/whole-read.ts';
import { checkRecording } from './check-recording.ts';
import { type Findings, failed, inReview, notSetUp, passed, unreadable } from './findings.ts';
import { type Format, formatOf, hasFormat, recordingFile } from './formats.ts';
import type { MemoryRow } from './memories.table.ts';

/** No page shows a photo larger than this many pixels, so none is decoded larger. */
export const displaySide = 2048;

export const damaged = unreadable('What is stored is not what was uploaded. Please upload it again.');

/** The local copy of an uploaded file; `signal` is aborted when nobody needs it any more. */
export interface Original {
  path: string;
  signal: AbortSignal;
}

type CheckServices = Pick<Services, 'storage' | 'config' | 'log'>;

/**
 * Reads the original of a memory to its end, or to the first fault, and checks that it is what it claims to
 * be. Throws only for temporary faults: storage or the malware scanner does not answer.
 */
export async function checkFile(
  services: CheckServices,
  memory: MemoryRow,
  { path, signal }: Original,
): Promise<Findings> {
  const stored = await checkStored(services, memory);
  if (stored.fault) return stored;
  const format = formatOf(memory.contentType);
  if (!format || !(await hasFormat(path, format))) {
    const fault = unreadable(`This is not a ${memory.type} that we know.`);
    return { fault, checks: { ...stored.checks, type: failed('not a format that we know') } };
  }
  const known = { ...stored.checks, type: passed(format.name.toUpperCase()) };
  const harm = await findHarm(services, memory, path);
  if (harm.fault) return { ...harm, checks: { ...known, ...harm.checks } };
  const opened = isPlayed(format.type)
    ? await checkRecording(services, memory, format, recordingFile(path, format, signal))
    : await openPhoto(services, memory, format, path);
  return { ...opened, checks: { ...known, ...harm.checks, ...opened.checks } };
}

async function checkStored({ storage }: CheckServices, memory: MemoryRow): Promise<Findings> {
  const sha256 = await unlessMissing(fileHash(storage, memory.fileKey ?? ''));
  if (sha256 === undefined) return { fault: damaged, checks: { read: failed('the file is missing') } };
  const read = passed(`${(memory.fileSizeBytes ?? 0).toLocaleString('en')} bytes`);
  if (sha256 === memory.fileSha256) return { checks: { read, stored: passed(nameHash(sha256)) } };
  return { fault: damaged, checks: { read, stored: failed(`${nameHash(sha256)}, not as it came`) } };
}

/** Its beginning and end, which are what people compare. */
function nameHash(sha256: string): string {
  return `SHA-256 ${sha256.slice(0, 4)} ${sha256.slice(4, 8)} … ${sha256.slice(-4)}`;
}

/** Identifies the file in the log and in sentences. */
type Subject = Pick<MemoryRow, 'id' | 'type'>;

/** Whether the file at `path` is also something else, or harmful. Throws if the malware scanner does not answer. */
export async function findHarm(services: CheckServices, memory: Subject, path: string): Promise<Findings> {
  const scan = services.config.clamdUrl ? {} : { malware: notSetUp() };
  const what = await findDisguise(path);
  if (what) {
    const fault = inReview(`This ${memory.type} also contains ${what}.`);
    return { fault, checks: { ...scan, disguise: failed(what) } };
  }
  const disguise = passed('none found');
  if (!services.config.clamdUrl) return { checks: { ...scan, disguise } };
  const malware = await findMalware(services, memory, path);
  if (!malware) return { checks: { disguise, malware: passed('nothing found') } };
  return { fault: inReview(malware.reason), checks: { disguise, malware: failed(malware.found) } };
}

async function findMalware(
  { config, log }: CheckServices,
  memory: Subject,
  path: string,
): Promise<{ reason: string; found: string } | undefined> {
  if (!config.clamdUrl) return undefined;
  const result = await scanForMalware(config.clamdUrl, path);
  if (result.verdict === 'clean') return undefined;
  log.warn({ memoryId: memory.id, result }, 'the malware scanner rejected a file');
  if (result.verdict === 'found')
    return { reason: 'The malware scanner found something harmful in this file.', found: result.name };
  const megabytes = Math.ceil(memoryFileMaxBytes / 1_000_000);
  log.error(
    `the malware scanner refuses files of this size: set its StreamMaxLength to at least ${megabytes}M`,
  );
  return { reason: 'This file is too large for the malware scanner.', found: 'too large for the scanner' };
}

/** Decodes a photo to its end. */
export async function openPhoto(
  { log }: Pick<CheckServices, 'log'>,
  memory: Pick<MemoryRow, 'id'>,
  format: Format,
  path: string,
): Promise<Findings> {
  try {
    const picture = await decodePicture(path, format.name, displaySide);
    return { picture, checks: { decodes: passed() } };
  } catch (err) {
    log.info({ err, memoryId: memory.id }, 'could not open a photo');
    const [reason, found] =
      err instanceof PictureTooLargeError
        ? ['This photo has more pixels or frames than we can open.', 'too many pixels or frames']
        : ['This photo cannot be opened; it may be damaged.', 'stops before its end'];
    return { fault: unreadable(reason), checks: { decodes: failed(found) } };
  }
}
