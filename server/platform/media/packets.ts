import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { PacketReading } from './packets/read-packets.ts';
import type { Container, RecordingFile } from './recordings.ts';
import { runTool, type ToolLimits, type ToolWork } from './tool.ts';

// Reads videos and sound recordings packet by packet, without decoding them, with a library that knows the containers
// browsers play. It runs in a process of its own that may read one file, write one file, and nothing else.

export type { PacketReading };

const child = fileURLToPath(new URL('./packets/packets.child.ts', import.meta.url));
const library = join(createRequire(import.meta.url).resolve('mediabunny'), '../../..');
const heapMegabytes = 256;
const gigabyte = 1024 ** 3;
const limits: ToolLimits = { seconds: 60, memoryBytes: gigabyte, outputBytes: 100_000 };

/** Whether `readToEnd` knows the container. */
export function isReadable(container: Container): boolean {
  return container !== 'avi';
}

// Codecs that most of today's browsers play.
const shownPictures: Readonly<Record<string, readonly string[]>> = {
  mov: ['avc', 'hevc', 'av1', 'vp9'],
  matroska: ['vp8', 'vp9', 'av1'],
};
const shownSounds: Readonly<Record<string, readonly string[]>> = {
  mov: ['aac', 'mp3', 'opus', 'flac'],
  matroska: ['opus', 'vorbis'],
  mp3: ['mp3'],
  wav: ['pcm-u8', 'pcm-s16', 'pcm-s24', 'pcm-f32'],
  ogg: ['opus', 'vorbis'],
};

/** Whether browsers that know its codecs can play a recording; others are offered the download. */
export function playsInBrowsers(reading: PacketReading | undefined, container: Container): boolean {
  if (!reading) return false;
  const { video, audio } = reading;
  return (
    (!video || Boolean(shownPictures[container]?.includes(video.codec))) &&
    (!audio || Boolean(shownSounds[container]?.includes(audio.codec)))
  );
}

const Reading: z.ZodType<PacketReading> = z.object({
  seconds: z.number(),
  video: z.object({ codec: z.string() }).nullable(),
  audio: z.object({ codec: z.string() }).nullable(),
  isCut: z.boolean(),
  levels: z.array(z.number()).nullable(),
});

/** Reads all packets of a recording. Throws ToolError if it cannot be opened. */
export async function readToEnd({ path, container, signal }: RecordingFile): Promise<PacketReading> {
  const printed = await run([`--allow-fs-read=${path}`], ['read', container, path], {
    reads: [path],
    signal,
  });
  return Reading.parse(JSON.parse(printed.toString('utf8')));
}

/**
 * Writes the picture and sound of a recording into a new file of the same container (MP4 for MOV), byte for byte, and
 * nothing else: no boxes, tags or tracks in which a camera says where it was. Throws ToolError when that cannot be done.
 */
export async function copyPackets(
  { path, container, signal }: RecordingFile,
  kind: 'video' | 'audio',
  toPath: string,
): Promise<void> {
  const allowed = [`--allow-fs-read=${path}`, `--allow-fs-read=${toPath}`, `--allow-fs-write=${toPath}`];
  await run(allowed, ['copy', container, path, kind, toPath], { reads: [path], writes: toPath, signal });
}

async function run(allowed: string[], task: string[], work: ToolWork): Promise<Buffer> {
  const folders = [dirname(dirname(child)), library];
  const code = folders.map((folder) => `--allow-fs-read=${folder}`);
  const reads = [child, ...folders, ...(work.reads ?? [])];
  const node = ['--permission', ...code, ...allowed, `--max-old-space-size=${heapMegabytes}`];
  return await runTool(process.execPath, [...node, child, ...task], limits, { ...work, reads });
}
