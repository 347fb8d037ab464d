import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Services } from '../../../platform/context.ts';
import { decodePicture, drawAnimation, drawPicture, type Picture } from '../../../platform/media/pictures.ts';
import {
  isPlayable,
  makePlayableFilm,
  makePlayableSound,
  type Recording,
  type RecordingFile,
  takeStill,
} from '../../../platform/media/recordings.ts';
import { displaySide, type Findings } from './check-file.ts';
import { type Format, formatOf, recordingFile } from './formats.ts';
import type { MemoryRow } from './memories.table.ts';
import { storageKey } from './receive-upload.ts';

// What pages show instead of the original. A rendition that cannot be made never keeps a good original from being approved:
// it is logged, and pages show the original instead.

/** No card shows a photo larger than this. In pixels. */
export const thumbnailSide = 480;

type RenditionServices = Pick<Services, 'storage' | 'log'>;

export type Renditions = Pick<MemoryRow, 'thumbnailKey' | 'displayKey' | 'displayContentType'>;

export const noRenditions: Renditions = { thumbnailKey: null, displayKey: null, displayContentType: null };

/** Draws the thumbnail of a photo or video, and for a photo also the picture that fits a screen. */
export async function drawRenditions(
  services: RenditionServices,
  memory: MemoryRow,
  findings: Findings,
  path: string,
): Promise<Renditions> {
  const renditions = { ...noRenditions };
  try {
    const picture = findings.picture ?? (await stillOf(memory, findings.recording, path));
    if (!picture) return renditions;
    const small = await drawPicture(picture, thumbnailSide);
    renditions.thumbnailKey = await store(services, memory.id, 'thumbnail', small);
    if (findings.picture) {
      const large = await drawForDisplay(services, memory.id, findings.picture, path);
      renditions.displayKey = await store(services, memory.id, 'display', large);
      renditions.displayContentType = 'image/webp';
    }
  } catch (err) {
    services.log.warn(
      { err, memoryId: memory.id },
      'could not draw the thumbnail or display picture of a memory',
    );
  }
  return renditions;
}

async function stillOf(
  memory: MemoryRow,
  recording: Recording | undefined,
  path: string,
): Promise<Picture | undefined> {
  const format = formatOf(memory.contentType);
  if (!format || !recording?.video) return undefined;
  const still = await takeStill(recordingFile(path, format), recording.durationSeconds, thumbnailSide);
  return await decodePicture(still, 'png', thumbnailSide);
}

async function drawForDisplay(
  { log }: RenditionServices,
  memoryId: string,
  picture: Picture,
  path: string,
): Promise<Buffer> {
  if (picture.isAnimated) {
    try {
      return await drawAnimation(path, displaySide);
    } catch (err) {
      // Showing the original instead could reveal where it was taken, so a still picture takes its place.
      log.warn({ err, memoryId }, 'could not draw an animated picture; a still takes its place');
    }
  }
  return await drawPicture(picture, displaySide);
}

async function store(
  { storage }: RenditionServices,
  memoryId: string,
  kind: 'thumbnail' | 'display',
  bytes: Buffer,
): Promise<string> {
  const key = storageKey(memoryId, kind);
  await storage.put(key, Readable.from([bytes]), { maxBytes: bytes.length, contentType: 'image/webp' });
  return key;
}

type Playable = Pick<Renditions, 'displayKey' | 'displayContentType'>;

/**
 * Makes a recording that every browser plays and that does not reveal where it was made. Returns undefined when the original
 * is like that already, or when no such recording can be made of it.
 */
export async function makePlayable(
  services: RenditionServices,
  memory: MemoryRow,
  recording: Recording,
  path: string,
): Promise<Playable | undefined> {
  const format = formatOf(memory.contentType);
  if (!format || format.type === 'photo') return undefined;
  const file = recordingFile(path, format);
  if (!recording.saysWhere && playsEverywhere(format, file, recording)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'long-after-playable-'));
  try {
    const made = join(folder, 'playable.mp4');
    if (format.type === 'video') await makePlayableFilm(file, recording, made);
    else await makePlayableSound(file, recording, made);
    return await storePlayable(services, memory.id, made, format.type);
  } catch (err) {
    services.log.warn({ err, memoryId: memory.id }, 'could not make a playable rendition of a recording');
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Browsers refuse the content type of .mov, whatever it contains. */
function playsEverywhere({ name }: Format, { container }: RecordingFile, recording: Recording): boolean {
  return name !== 'mov' && isPlayable(recording, container);
}

async function storePlayable(
  { storage }: RenditionServices,
  memoryId: string,
  path: string,
  type: 'video' | 'audio',
): Promise<Playable> {
  const displayKey = storageKey(memoryId, 'display');
  const displayContentType = `${type}/mp4`;
  const { size: maxBytes } = await stat(path);
  await storage.put(displayKey, createReadStream(path), { maxBytes, contentType: displayContentType });
  return { displayKey, displayContentType };
}
