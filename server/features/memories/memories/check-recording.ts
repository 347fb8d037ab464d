import type { Services } from '../../../platform/context.ts';
import { isReadable, type PacketReading, readToEnd } from '../../../platform/media/packets.ts';
import {
  isTooMuchToDecode,
  playThrough,
  probeRecording,
  type RecordingFile,
} from '../../../platform/media/recordings.ts';
import { ToolError } from '../../../platform/media/tool.ts';
import { isFfmpegInstalled } from '../../../platform/media.ts';
import { type Fault, type Findings, inReview, unreadable } from './findings.ts';
import type { Format } from './formats.ts';
import type { MemoryRow } from './memories.table.ts';

type RecordingServices = Pick<Services, 'log'>;

/** Why an AVI is held where ffmpeg is not installed. */
export const needsFfmpeg =
  'AVI films cannot be checked by machine here, so a person will look at it. As an MP4 it would be approved by itself.';

/**
 * Reads a film or sound to its end, packet by packet, and decodes it too where ffmpeg is installed: reading shows whether
 * something is missing at its end, which ffmpeg passes over; decoding shows whether what is there plays.
 */
export async function checkRecording(
  services: RecordingServices,
  memory: MemoryRow,
  format: Format,
  file: RecordingFile,
): Promise<Findings> {
  const packets = isReadable(file.container) ? await readPackets(services, memory, file) : undefined;
  if (packets?.isCut) return { fault: endsEarly(memory) };
  if (await isFfmpegInstalled()) return { ...(await decode(services, memory, format, file)), packets };
  if (!isReadable(file.container)) return { fault: inReview(needsFfmpeg) };
  if (!packets?.seconds) return { fault: endsEarly(memory) };
  const fault = wrongKind(format, packets);
  return fault ? { fault } : { packets, durationSeconds: packets.seconds };
}

const endsEarly = ({ type }: MemoryRow) =>
  unreadable(`This ${type} cannot be opened to its end; it may be damaged.`);

/** Undefined where the library cannot read it: it is damaged, or holds what the library does not know. */
async function readPackets(
  { log }: RecordingServices,
  memory: MemoryRow,
  file: RecordingFile,
): Promise<PacketReading | undefined> {
  try {
    return await readToEnd(file);
  } catch (err) {
    if (!(err instanceof ToolError) && !file.signal?.aborted) throw err;
    log.info({ err, memoryId: memory.id }, 'could not read the packets of a recording');
    return undefined;
  }
}

/** Decodes what its header says is not too much. */
async function decode(
  { log }: RecordingServices,
  memory: MemoryRow,
  format: Format,
  file: RecordingFile,
): Promise<Findings> {
  try {
    const recording = await probeRecording(file);
    const fault = wrongKind(format, recording);
    if (fault) return { fault };
    if (isTooMuchToDecode(recording))
      return {
        fault: inReview(
          `This ${memory.type} is too long to be checked by machine, so a person will look at it.`,
        ),
      };
    const playedSeconds = await playThrough(file, format.type === 'video' ? 'video' : 'audio');
    return { recording, durationSeconds: recording.durationSeconds ?? playedSeconds };
  } catch (err) {
    log.info({ err, memoryId: memory.id }, 'could not play a recording');
    return { fault: unreadable(`This ${memory.type} does not play; it may be damaged.`) };
  }
}

function wrongKind({ type }: Format, { video }: { video?: unknown }): Fault | undefined {
  if (type === 'video' && !video) return inReview('There is no picture in this video.');
  if (type === 'audio' && video) return inReview('This is a video, not a sound.');
  return undefined;
}
