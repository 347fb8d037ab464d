import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isPlayed, type PlayedMemoryType } from '../../../../shared/memory-types.ts';
import type { Services } from '../../../platform/context.ts';
import {
  copyStreams,
  isPlayable,
  makePlayableFilm,
  makePlayableSound,
} from '../../../platform/media/convert-recording.ts';
import { copyPackets, playsInBrowsers } from '../../../platform/media/packets.ts';
import { decodePicture, drawAnimation, drawPicture, type Picture } from '../../../platform/media/pictures.ts';
import { extractStill, probeRecording, type Recording } from '../../../platform/media/recordings.ts';
import { displaySide, type Original } from './check-file.ts';
import type { Findings } from './findings.ts';
import { formatOf, recordingFile } from './formats.ts';
import type { MemoryRow } from './memories.table.ts';
import { storageKey } from './receive-upload.ts';

// What pages show instead of the original. A rendition that cannot be made never prevents the approval of a
// good original: it is logged, and pages show the original instead.

/** No card shows a photo larger than this many pixels. */
export const thumbnailSide = 480;

type RenditionServices = Pick<Services, 'storage' | 'log'>;

export type Renditions = Pick<MemoryRow, 'thumbnailKey' | 'displayKey' | 'displayContentType'>;

export const noRenditions: Renditions = { thumbnailKey: null, displayKey: null, displayContentType: null };

/**
 * Makes the renditions that are quick to make: the thumbnail of a photo or video, a version of a photo that
 * fits a screen, and a copy of a recording that every browser plays.
 */
export async function makeRenditions(
  services: RenditionServices,
  memory: MemoryRow,
  findings: Findings,
  original: Original,
): Promise<Renditions> {
  const drawn = await drawRenditions(services, memory, findings, original);
  return {
    ...drawn,
    ...(await copyPlayable(services, memory, findings, original)),
  };
}

async function drawRenditions(
  services: RenditionServices,
  memory: MemoryRow,
  findings: Findings,
  original: Original,
): Promise<Renditions> {
  const renditions = { ...noRenditions };
  try {
    const picture = findings.picture ?? (await stillOf(memory, findings.recording, original));
    if (!picture) return renditions;
    const small = await drawPicture(picture, thumbnailSide);
    renditions.thumbnailKey = await store(services, memory.id, 'thumbnail', small);
    if (findings.picture) {
      const large = await drawForDisplay(services, memory.id, findings.picture, original.path);
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
  { path, signal }: Original,
): Promise<Picture | undefined> {
  const format = formatOf(memory.contentType);
  if (!format || !recording?.video) return undefined;
  const still = await extractStill(
    recordingFile(path, format, signal),
    recording.durationSeconds,
    thumbnailSide,
  );
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
 * A recording that every browser plays is shown as a copy of only its picture and sound, since its container
 * may reveal in many ways where it was made. So is one that only some browsers play, if ffmpeg is not there
 * to convert it. Returns undefined for any other, which is not shown.
 */
async function copyPlayable(
  services: RenditionServices,
  memory: MemoryRow,
  { recording, packets }: Findings,
  { path, signal }: Original,
): Promise<Playable | undefined> {
  const format = formatOf(memory.contentType);
  if (!format || !isPlayed(format.type)) return undefined;
  const { type } = format;
  const file = recordingFile(path, format, signal);
  const isWanted = recording
    ? isPlayable(recording, file.container)
    : playsInBrowsers(packets, file.container);
  if (!isWanted) return undefined;
  const copy = recording ? copyStreams : copyPackets;
  const contentType = file.container === 'mov' ? `${type}/mp4` : format.contentType;
  return await storeMade(services, memory, contentType, (to) => copy(file, type, to));
}

/** Draws a photo that a person approved although its check had found something. Undefined if that is not possible. */
export async function drawPhoto(
  services: RenditionServices,
  memory: MemoryRow,
  original: Original,
): Promise<Renditions | undefined> {
  const format = formatOf(memory.contentType);
  if (!format) return undefined;
  try {
    const picture = await decodePicture(original.path, format.name, displaySide);
    const drawn = await drawRenditions(services, memory, { picture }, original);
    return drawn.displayKey ? drawn : undefined;
  } catch (err) {
    services.log.warn({ err, memoryId: memory.id }, 'could not draw a photo that was approved');
    return undefined;
  }
}

const makePlayable = { video: makePlayableFilm, audio: makePlayableSound } satisfies Record<
  PlayedMemoryType,
  unknown
>;

/** Converts a recording into one that every browser plays. Returns undefined if that is not possible. */
export async function convert(
  services: RenditionServices,
  memory: MemoryRow,
  { path, signal }: Original,
): Promise<Playable | undefined> {
  const format = formatOf(memory.contentType);
  if (!format || !isPlayed(format.type)) return undefined;
  const { type } = format;
  const file = recordingFile(path, format, signal);
  return await storeMade(services, memory, `${type}/mp4`, async (to) =>
    makePlayable[type](file, await probeRecording(file), to),
  );
}

async function storeMade(
  { storage, log }: RenditionServices,
  memory: MemoryRow,
  displayContentType: string,
  make: (path: string) => Promise<void>,
): Promise<Playable | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-playable-'));
  try {
    const path = join(folder, 'made');
    await make(path);
    const displayKey = storageKey(memory.id, 'display');
    const { size: maxBytes } = await stat(path);
    await storage.put(displayKey, createReadStream(path), { maxBytes, contentType: displayContentType });
    return { displayKey, displayContentType };
  } catch (err) {
    log.warn({ err, memoryId: memory.id }, 'could not make a playable rendition of a recording');
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
