import { clockFace } from '../../../../shared/lengths.ts';
import { peaksOf } from '../../../../shared/memories/peaks.ts';
import { isPlayed, type PlayedMemoryType } from '../../../../shared/memory-types.ts';
import type { Services } from '../../../platform/context.ts';
import { isReadable, type PacketReading, readToEnd } from '../../../platform/media/packets.ts';
import {
  decodeToEnd,
  isTooMuchToDecode,
  probeRecording,
  type Recording,
  type RecordingFile,
  readLevels,
} from '../../../platform/media/recordings.ts';
import { ToolError } from '../../../platform/media/tool.ts';
import { isFfmpegInstalled } from '../../../platform/media.ts';
import { type Findings, failed, inReview, notSetUp, passed, unreadable } from './findings.ts';
import type { Format } from './formats.ts';
import type { MemoryRow } from './memories.table.ts';

type RecordingServices = Pick<Services, 'log'>;

/** Why an AVI is held if ffmpeg is not installed. */
export const needsFfmpeg =
  'AVI videos cannot be checked by machine here, so a person will look at it. As an MP4 it would be approved by itself.';

/**
 * Reads a video or sound recording to its end, packet by packet, and also decodes it if ffmpeg is installed. Reading
 * shows whether something is missing at the end, which ffmpeg ignores; decoding shows whether what is there plays.
 */
export async function checkRecording(
  services: RecordingServices,
  memory: MemoryRow,
  format: Format,
  file: RecordingFile,
): Promise<Findings> {
  const packets = isReadable(file.container) ? await readPackets(services, memory, file) : undefined;
  if (packets?.isCut) return endsEarly(memory, packets.seconds);
  if (await isFfmpegInstalled()) return { ...(await decode(services, memory, format, file)), packets };
  if (!isReadable(file.container))
    return { fault: inReview(needsFfmpeg), checks: { decodes: notSetUp('needs ffmpeg') } };
  if (!packets?.seconds) return endsEarly(memory);
  const kind = checkKind(format, packets);
  if (kind.fault) return kind;
  const decodes = passed(`all packets, to ${clockFace(packets.seconds)}`);
  const peaks = packets.levels ? peaksOf(packets.levels) : undefined;
  return { packets, peaks, durationSeconds: packets.seconds, checks: { ...kind.checks, decodes } };
}

function endsEarly({ type }: MemoryRow, atSeconds?: number): Findings {
  const fault = unreadable(`This ${type} cannot be opened to its end; it may be damaged.`);
  return { fault, checks: { decodes: failed(`stops at ${clockFace(atSeconds ?? 0)}`) } };
}

/** Undefined if the library cannot read it: it is damaged, or contains something the library does not know. */
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

/** Decodes it, unless its header announces too much. */
async function decode(
  services: RecordingServices,
  memory: MemoryRow,
  format: Format,
  file: RecordingFile,
): Promise<Findings> {
  try {
    const recording = await probeRecording(file);
    const kind = checkKind(format, recording);
    if (kind.fault) return kind;
    if (isTooMuchToDecode(recording)) return tooLong(memory, kind);
    const playedSeconds = await decodeToEnd(file, isPlayed(format.type) ? format.type : 'audio');
    const durationSeconds = recording.durationSeconds ?? playedSeconds;
    const decodes = passed(`to ${clockFace(durationSeconds)}`);
    const peaks = await listen(services, memory, recording, file);
    return { recording, peaks, durationSeconds, checks: { ...kind.checks, decodes } };
  } catch (err) {
    services.log.info({ err, memoryId: memory.id }, 'could not play a recording');
    const fault = unreadable(`This ${memory.type} does not play; it may be damaged.`);
    return { fault, checks: { decodes: failed('does not play') } };
  }
}

/** Undefined if it has no sound, or none that we can decode: then pages draw a plain line. */
async function listen(
  { log }: RecordingServices,
  memory: MemoryRow,
  { audio, durationSeconds }: Recording,
  file: RecordingFile,
): Promise<number[] | undefined> {
  if (!audio) return undefined;
  try {
    return peaksOf(await readLevels(file, durationSeconds));
  } catch (err) {
    if (file.signal?.aborted) throw err;
    log.warn({ err, memoryId: memory.id }, 'could not listen to a recording');
    return undefined;
  }
}

function tooLong({ type }: MemoryRow, { checks }: Findings): Findings {
  const reason = `This ${type} is too long to be checked by machine, so a person will look at it.`;
  return { fault: inReview(reason), checks: { ...checks, decodes: failed('too long to be decoded here') } };
}

type Streams = Record<'video' | 'audio', { codec: string } | null | undefined>;

const hasPicture: Readonly<Record<PlayedMemoryType, boolean>> = { video: true, audio: false };
const wrongKinds: Readonly<Record<PlayedMemoryType, Findings>> = {
  video: {
    fault: inReview('There is no picture in this video.'),
    checks: { type: failed('no picture in it') },
  },
  audio: { fault: inReview('This is a video, not a sound.'), checks: { type: failed('a video') } },
};

/** Checks that a video has a picture, and that a sound recording has none. */
function checkKind({ type, name }: Format, { video, audio }: Streams): Findings {
  if (isPlayed(type) && hasPicture[type] !== Boolean(video)) return wrongKinds[type];
  const codecs = [video, audio].flatMap((stream) => (stream?.codec ? nameCodec(stream.codec) : []));
  return { checks: { type: passed([name.toUpperCase(), codecs.join(' and ')].filter(Boolean).join(', ')) } };
}

const codecNames: Readonly<Record<string, string>> = { avc: 'H.264', h264: 'H.264', hevc: 'H.265' };
const nameCodec = (codec: string) => codecNames[codec] ?? codec.toUpperCase();
