import {
  type Container,
  gigabyte,
  input,
  logErrorsOnly,
  type Recording,
  type RecordingFile,
  streamsOf,
  workOn,
} from './recordings.ts';
import { runTool, type ToolLimits } from './tool.ts';

const renditionLimits: ToolLimits = { seconds: 400, memoryBytes: 6 * gigabyte, outputBytes: 4_000_000 };

// Formats that every current browser plays, including those on older phones: some play no WebM, no Ogg, and no Opus
// in MP4.
const playableVideo: Readonly<Record<string, readonly string[]>> = { mov: ['h264'] };
const playableAudio: Readonly<Record<string, readonly string[]>> = {
  mov: ['aac', 'mp3'],
  mp3: ['mp3'],
  wav: ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_f32le'],
};

/** Whether every browser plays the streams of this recording unchanged, in a container of their own. */
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
const withoutMetadata = [
  ...['-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-dn', '-sn'],
  ...['-fflags', '+bitexact', '-flags', '+bitexact'],
];
const mp4 = ['-movflags', '+faststart', '-write_tmcd', '0', '-f', 'mp4'];
const copiedInto: Readonly<Partial<Record<Container, readonly string[]>>> = {
  mov: mp4,
  mp3: ['-id3v2_version', '0', '-f', 'mp3'],
  wav: ['-f', 'wav'],
};

/**
 * Writes the picture and sound of a recording that `isPlayable` into a new file of the same container (MP4 for MOV), byte
 * for byte, and nothing else: no boxes, tags or tracks in which a camera says where it was.
 */
export async function copyStreams(
  file: RecordingFile,
  kind: 'video' | 'audio',
  toPath: string,
): Promise<void> {
  const options = [
    ...streamsOf(kind),
    '-c',
    'copy',
    ...withoutMetadata,
    ...(copiedInto[file.container] ?? mp4),
  ];
  await write(file, options, toPath);
}

/** Writes a video that every browser plays, and can start before it has loaded completely (MP4, H.264, AAC). */
export async function makePlayableFilm(
  file: RecordingFile,
  { video, audio }: Recording,
  toPath: string,
): Promise<void> {
  const keepsPicture = video?.codec === 'h264' && isPlainColour(video);
  const picture = keepsPicture ? ['-c:v', 'copy'] : [...h264, '-vf', withinFullHd];
  await write(file, [...streamsOf('video'), ...picture, ...asAac(audio), ...withoutMetadata, ...mp4], toPath);
}

/** Writes a sound recording that every browser plays (MP4 with AAC only, known as M4A). */
export async function makePlayableSound(
  file: RecordingFile,
  { audio }: Recording,
  toPath: string,
): Promise<void> {
  await write(file, [...streamsOf('audio'), ...asAac(audio), ...withoutMetadata, ...mp4], toPath);
}

function asAac(audio: Recording['audio']): string[] {
  return audio?.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
}

async function write(file: RecordingFile, output: readonly string[], toPath: string): Promise<void> {
  const options = [...logErrorsOnly, ...input(file), ...output, '-threads', '2', '-y', `file:${toPath}`];
  await runTool('ffmpeg', options, renditionLimits, { ...workOn(file), writes: toPath });
}
