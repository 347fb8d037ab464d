import { z } from 'zod';
import { runTool, ToolError, type ToolLimits, type ToolWork } from './tool.ts';

// Videos and sound recordings, by ffprobe and ffmpeg. The container is always given, never guessed, so that a playlist or concat
// list disguised as a video is not followed; and only the file protocol is allowed.

/** ffmpeg's names for the containers we know. */
export type Container = 'mov' | 'avi' | 'matroska' | 'mp3' | 'wav' | 'ogg';

export interface RecordingFile {
  path: string;
  container: Container;
  /** Ends the tools that read it. */
  signal?: AbortSignal;
}

export interface Recording {
  durationSeconds: number | null;
  video: { codec: string; pixelFormat: string; pixels: number; framesPerSecond: number } | undefined;
  audio: { codec: string } | undefined;
}

export const gigabyte = 1024 ** 3;
const probeLimits: ToolLimits = { seconds: 30, memoryBytes: 2 * gigabyte, outputBytes: 4_000_000 };
const decodeLimits: ToolLimits = { seconds: 300, memoryBytes: 4 * gigabyte, outputBytes: 4_000_000 };
const posterLimits: ToolLimits = { seconds: 30, memoryBytes: 4 * gigabyte, outputBytes: 40_000_000 };
/** A line of text for each piece of a sound. */
const listenLimits: ToolLimits = { ...decodeLimits, outputBytes: 40_000_000 };

export function input({ path, container }: RecordingFile): string[] {
  return ['-protocol_whitelist', 'file', '-threads', '2', '-f', container, '-i', `file:${path}`];
}

export function workOn({ path, signal }: RecordingFile): ToolWork {
  return { reads: [path], signal };
}

export const logErrorsOnly = ['-nostdin', '-hide_banner', '-v', 'error'];

const numeric = z.coerce.number().optional().catch(undefined);
/** Such as `30000/1001`; `0/0` if the file does not say. */
const Rate = z
  .string()
  .default('')
  .transform((text) => {
    const [frames = 0, seconds = 0] = text.split('/').map(Number);
    return frames > 0 && seconds > 0 ? frames / seconds : undefined;
  });
const Probe = z.object({
  format: z.object({ duration: numeric }).optional(),
  streams: z
    .array(
      z.object({
        codec_type: z.string().optional(),
        codec_name: z.string().default('unknown'),
        pix_fmt: z.string().default('unknown'),
        width: z.number().default(0),
        height: z.number().default(0),
        avg_frame_rate: Rate,
        duration: numeric,
        disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
      }),
    )
    .default([]),
});

/** Reads the headers of a recording. Throws ToolError when it is not one. */
export async function probeRecording(file: RecordingFile): Promise<Recording> {
  const options = ['-v', 'error', ...input(file), '-show_format', '-show_streams', '-of', 'json'];
  const printed = await runTool('ffprobe', options, probeLimits, workOn(file));
  const { streams, format } = Probe.parse(JSON.parse(printed.toString('utf8')));
  // Cover art is not a video.
  const moving = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  const sound = streams.find((one) => one.codec_type === 'audio');
  const duration = format?.duration ?? moving?.duration ?? sound?.duration;
  return {
    durationSeconds: duration !== undefined && Number.isFinite(duration) && duration > 0 ? duration : null,
    video: moving && {
      codec: moving.codec_name,
      pixelFormat: moving.pix_fmt,
      pixels: moving.width * moving.height,
      framesPerSecond: moving.avg_frame_rate ?? usualFramesPerSecond,
    },
    audio: sound && { codec: sound.codec_name },
  };
}

const usualFramesPerSecond = 30;
/** 8K, which no phone exceeds. */
const maxPixels = 8192 * 4320;
/** About a minute of decoding: 27 minutes in full HD, or six in 4K. */
const maxPixelsOfAllFrames = 100_000_000_000;
const maxSoundSeconds = 24 * 60 * 60;

/** Whether decoding it completely would take too long, according to its header. */
export function isTooMuchToDecode({ durationSeconds, video }: Recording): boolean {
  const seconds = durationSeconds ?? 0;
  if (seconds > maxSoundSeconds) return true;
  if (!video) return false;
  const frames = Math.max(1, seconds * video.framesPerSecond);
  return video.pixels > maxPixels || video.pixels * frames > maxPixelsOfAllFrames;
}

/**
 * Decodes a recording to its end, discarding the output, and returns its length in seconds: videos recorded in a
 * browser do not state theirs. Throws ToolError when it does not play.
 */
export async function decodeToEnd(file: RecordingFile, kind: 'video' | 'audio'): Promise<number> {
  const options = [
    ...logErrorsOnly,
    ...input(file),
    ...streamsOf(kind),
    '-f',
    'null',
    '-progress',
    'pipe:1',
    '-',
  ];
  const progress = (await runTool('ffmpeg', options, decodeLimits, workOn(file))).toString('utf8');
  const seconds = Number(lastValue(progress, 'out_time_us') ?? 0) / 1_000_000;
  const hasPlayed = kind === 'video' ? Number(lastValue(progress, 'frame') ?? 0) > 0 : seconds > 0;
  if (!hasPlayed) throw new ToolError('nothing in it could be played');
  return Math.max(0, seconds);
}

const pieces = 800;
const shortestPieceSeconds = 0.02;
/** For a sound that does not state its length. */
const usualPieceSeconds = 0.25;
const listenedSamplesPerSecond = 8000;

/** The loudness of a recording's sound, from 0 to 1, in pieces of equal length. Throws ToolError if it does not play. */
export async function readLevels(file: RecordingFile, durationSeconds: number | null): Promise<number[]> {
  const seconds = durationSeconds
    ? Math.max(shortestPieceSeconds, durationSeconds / pieces)
    : usualPieceSeconds;
  const measure = [
    `aresample=${listenedSamplesPerSecond}`,
    'aformat=channel_layouts=mono',
    `asetnsamples=n=${Math.round(seconds * listenedSamplesPerSecond)}:p=0`,
    'astats=metadata=1:reset=1:measure_perchannel=none:measure_overall=RMS_level',
    'ametadata=print:key=lavfi.astats.Overall.RMS_level:file=-',
  ].join(',');
  const options = [
    ...logErrorsOnly,
    ...input(file),
    ...streamsOf('audio'),
    '-af',
    measure,
    '-f',
    'null',
    '-',
  ];
  const printed = (await runTool('ffmpeg', options, listenLimits, workOn(file))).toString('utf8');
  return [...printed.matchAll(/RMS_level=(\S+)$/gm)].map(([, decibels]) => levelOf(Number(decibels)));
}

/** Silence is `-inf`, which is not a number. */
function levelOf(decibels: number): number {
  return Number.isFinite(decibels) ? 10 ** (decibels / 20) : 0;
}

/** The picture and the sound; no text, data, timecode or cover art. */
export function streamsOf(kind: 'video' | 'audio'): string[] {
  return kind === 'video' ? ['-map', '0:V:0', '-map', '0:a:0?'] : ['-map', '0:a:0'];
}

function lastValue(progress: string, name: string): string | undefined {
  return [...progress.matchAll(new RegExp(`^${name}=(-?\\d+)$`, 'gm'))].at(-1)?.[1];
}

/** A still from near the beginning, as PNG, at most `longestSide` pixels wide and high. */
export async function extractStill(
  file: RecordingFile,
  durationSeconds: number | null,
  longestSide: number,
): Promise<Buffer> {
  const at = Math.min(1, (durationSeconds ?? 0) / 3).toFixed(3);
  const fit = `scale=${longestSide}:${longestSide}:force_original_aspect_ratio=decrease`;
  const still = ['-map', '0:V:0', '-frames:v', '1', '-vf', fit, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'];
  const options = [...logErrorsOnly, '-ss', at, ...input(file), ...still];
  return await runTool('ffmpeg', options, posterLimits, workOn(file));
}
