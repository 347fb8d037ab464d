import { z } from 'zod';
import { runTool, ToolError, type ToolLimits } from './tool.ts';

// Films and sounds, by ffprobe and ffmpeg. The container is always given, never guessed, so that a playlist or concat
// list disguised as a film is not followed; and only the file protocol is allowed.

/** ffmpeg's names for the containers we know. */
export type Container = 'mov' | 'avi' | 'matroska' | 'mp3' | 'wav' | 'ogg';

export interface RecordingFile {
  path: string;
  container: Container;
}

export interface Recording {
  durationSeconds: number | null;
  video: { codec: string; pixelFormat: string } | undefined;
  audio: { codec: string } | undefined;
  /** It contains the place where it was made, as films from phones do. */
  saysWhere: boolean;
}

const gigabyte = 1024 ** 3;
const probeLimits: ToolLimits = { seconds: 30, memoryBytes: 2 * gigabyte, outputBytes: 4_000_000 };
const decodeLimits: ToolLimits = { seconds: 300, memoryBytes: 4 * gigabyte, outputBytes: 4_000_000 };
const posterLimits: ToolLimits = { seconds: 30, memoryBytes: 4 * gigabyte, outputBytes: 40_000_000 };
const renditionLimits: ToolLimits = { seconds: 400, memoryBytes: 6 * gigabyte, outputBytes: 4_000_000 };

function input({ path, container }: RecordingFile): string[] {
  return ['-protocol_whitelist', 'file', '-threads', '2', '-f', container, '-i', `file:${path}`];
}

const logErrorsOnly = ['-nostdin', '-hide_banner', '-v', 'error'];

const numeric = z.coerce.number().optional().catch(undefined);
const Tags = z.record(z.string(), z.unknown()).default({});
const Probe = z.object({
  format: z.object({ duration: numeric, tags: Tags }).optional(),
  streams: z
    .array(
      z.object({
        codec_type: z.string().optional(),
        codec_name: z.string().default('unknown'),
        pix_fmt: z.string().default('unknown'),
        duration: numeric,
        tags: Tags,
        disposition: z.object({ attached_pic: z.number().default(0) }).optional(),
      }),
    )
    .default([]),
});

/** Reads the headers of a recording. Throws ToolError when it is not one. */
export async function probeRecording(file: RecordingFile): Promise<Recording> {
  const options = ['-v', 'error', ...input(file), '-show_format', '-show_streams', '-of', 'json'];
  const printed = await runTool('ffprobe', options, probeLimits);
  const { streams, format } = Probe.parse(JSON.parse(printed.toString('utf8')));
  // Cover art is not a film.
  const moving = streams.find((one) => one.codec_type === 'video' && !one.disposition?.attached_pic);
  const sound = streams.find((one) => one.codec_type === 'audio');
  const duration = format?.duration ?? moving?.duration ?? sound?.duration;
  return {
    durationSeconds: duration !== undefined && Number.isFinite(duration) && duration > 0 ? duration : null,
    video: moving && { codec: moving.codec_name, pixelFormat: moving.pix_fmt },
    audio: sound && { codec: sound.codec_name },
    saysWhere: [format, ...streams].some((part) => Object.keys(part?.tags ?? {}).some(isOfPlace)),
  };
}

/** Android writes `location` and `location-eng`, Apple `com.apple.quicktime.location.ISO6709`. */
function isOfPlace(tag: string): boolean {
  return /location|gps/i.test(tag);
}

/**
 * Decodes a recording to its end, discarding the output, and returns its length in seconds: films recorded in a
 * browser do not state theirs. Throws ToolError when it does not play.
 */
export async function playThrough(file: RecordingFile, kind: 'video' | 'audio'): Promise<number> {
  const streams = kind === 'video' ? ['-map', '0:V:0', '-map', '0:a:0?'] : ['-map', '0:a:0'];
  const options = [...logErrorsOnly, ...input(file), ...streams, '-f', 'null', '-progress', 'pipe:1', '-'];
  const progress = (await runTool('ffmpeg', options, decodeLimits)).toString('utf8');
  const seconds = Number(lastValue(progress, 'out_time_us') ?? 0) / 1_000_000;
  const hasPlayed = kind === 'video' ? Number(lastValue(progress, 'frame') ?? 0) > 0 : seconds > 0;
  if (!hasPlayed) throw new ToolError('nothing in it could be played');
  return Math.max(0, seconds);
}

function lastValue(progress: string, name: string): string | undefined {
  return [...progress.matchAll(new RegExp(`^${name}=(-?\\d+)$`, 'gm'))].at(-1)?.[1];
}

/** A still from near the beginning, as PNG, at most `longestSide` pixels wide and high. */
export async function takeStill(
  file: RecordingFile,
  durationSeconds: number | null,
  longestSide: number,
): Promise<Buffer> {
  const at = Math.min(1, (durationSeconds ?? 0) / 3).toFixed(3);
  const fit = `scale=${longestSide}:${longestSide}:force_original_aspect_ratio=decrease`;
  const still = ['-map', '0:V:0', '-frames:v', '1', '-vf', fit, '-c:v', 'png', '-f', 'image2pipe', 'pipe:1'];
  return await runTool('ffmpeg', [...logErrorsOnly, '-ss', at, ...input(file), ...still], posterLimits);
}

// Formats that every current browser plays, including those on older phones: some play no WebM, no Ogg, and no Opus
// in MP4.
const playableVideo: Readonly<Record<string, readonly string[]>> = { mov: ['h264'] };
const playableAudio: Readonly<Record<string, readonly string[]>> = {
  mov: ['aac', 'mp3'],
  mp3: ['mp3'],
  wav: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le'],
};

/** Whether every browser plays this recording in a container it recognises by its content type. */
export function isPlayable({ video, audio }: Recording, container: Container): boolean {
  const picture = !video || Boolean(playableVideo[container]?.includes(video.codec) && isPlainColour(video));
  return picture && (!audio || Boolean(playableAudio[container]?.includes(audio.codec)));
}

function isPlainColour({ pixelFormat }: { pixelFormat: string }): boolean {
  return ['yuv420p', 'yuvj420p'].includes(pixelFormat);
}

const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p'];
const withinFullHd =
  "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";
const withoutMetadata = ['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-dn', '-sn'];

/** Writes a film that every browser plays, and can start before it has loaded completely (MP4, H.264, AAC). */
export async function makePlayableFilm(
  file: RecordingFile,
  { video, audio }: Recording,
  toPath: string,
): Promise<void> {
  const keepsPicture = video?.codec === 'h264' && isPlainColour(video);
  const picture = keepsPicture ? ['-c:v', 'copy'] : [...h264, '-vf', withinFullHd];
  const streams = ['-map', '0:V:0', '-map', '0:a:0?', ...picture, ...asAac(audio)];
  await writeMp4(file, streams, toPath);
}

/** Writes a sound that every browser plays (MP4 with AAC only, known as M4A). */
export async function makePlayableSound(
  file: RecordingFile,
  { audio }: Recording,
  toPath: string,
): Promise<void> {
  await writeMp4(file, ['-map', '0:a:0', ...asAac(audio)], toPath);
}

function asAac(audio: Recording['audio']): string[] {
  return audio?.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
}

async function writeMp4(file: RecordingFile, streams: readonly string[], toPath: string): Promise<void> {
  const output = ['-threads', '2', '-movflags', '+faststart', '-f', 'mp4', '-y', `file:${toPath}`];
  const options = [...logErrorsOnly, ...input(file), ...streams, ...withoutMetadata, ...output];
  await runTool('ffmpeg', options, renditionLimits);
}
