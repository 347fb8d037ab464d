import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { mediaFiles, moving, readHeader, record, tone } from '../../../test/media.ts';
import { copyPackets } from './packets/copy-packets.ts';
import { readPackets } from './packets/read-packets.ts';
import { readToEnd } from './packets.ts';
import type { Container } from './recordings.ts';

// In this process, since most of these files are our own; the product reads and copies in another one.

const folder = await mkdtemp(join(tmpdir(), 'long-after-packets-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(bytes: Buffer): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return path;
}

const h264 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
const vp9 = ['-pix_fmt', 'yuv420p', '-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus'];
const film = (ending: string, options: readonly string[]) => record(ending, [...moving, ...tone, ...options]);
const sound = (ending: string, options: readonly string[]) => record(ending, [...tone, ...options]);
const bytesOf = async (make: () => Promise<{ bytes: Buffer }>) => (await make()).bytes;
const { video, audio } = mediaFiles;

const files: [what: string, Container, Buffer, codecs: string[]][] = [
  ['mp4', 'mov', await bytesOf(video.mp4), ['aac', 'h264']],
  [
    'mp4 with its index first',
    'mov',
    await film('mp4', [...h264, '-movflags', '+faststart']),
    ['aac', 'h264'],
  ],
  [
    'mp4 in fragments',
    'mov',
    await film('mp4', [...h264, '-g', '5', '-movflags', 'frag_keyframe+empty_moov']),
    ['aac', 'h264'],
  ],
  [
    'mp4 of hevc',
    'mov',
    await film('mp4', ['-c:v', 'libx265', '-x265-params', 'log-level=0', '-c:a', 'aac']),
    ['aac', 'hevc'],
  ],
  ['mov', 'mov', await bytesOf(video.mov), ['aac', 'h264']],
  ['webm of vp8', 'matroska', await bytesOf(video.webm), ['opus', 'vp8']],
  ['webm of vp9', 'matroska', await film('webm', vp9), ['opus', 'vp9']],
  ['mp3', 'mp3', await bytesOf(audio.mp3), ['mp3']],
  ['wav', 'wav', await bytesOf(audio.wav), ['pcm_s16le']],
  ['ogg of vorbis', 'ogg', await bytesOf(audio.ogg), ['vorbis']],
  ['ogg of opus', 'ogg', await sound('ogg', ['-c:a', 'libopus']), ['opus']],
  ['m4a', 'mov', await bytesOf(audio.m4a), ['aac']],
];

describe('a recording is read to its end, and one that was cut off is told', () => {
  test.each(files)('%s', async (_what, container, bytes) => {
    const whole = await readPackets(container, await fileOf(bytes));
    expect(whole.isCut).toBe(false);
    expect(whole.seconds).toBeCloseTo(2, 0);
    for (const share of [0.5, 0.9]) {
      const cut = await readPackets(container, await fileOf(bytes.subarray(0, bytes.length * share)));
      expect(cut.isCut || cut.seconds === 0).toBe(true);
    }
  });
});

describe('its picture and sound are copied into a file that is whole', () => {
  test.each(files)('%s', async (_what, container, bytes, codecs) => {
    const to = join(folder, 'copy');
    await copyPackets(container, codecs.length > 1 ? 'video' : 'audio', await fileOf(bytes), to);
    expect((await readPackets(container, to)).isCut).toBe(false);
    const copy = await readFile(to);
    const { seconds, codecs: copied } = await readHeader(copy);
    expect(copied).toEqual(codecs);
    expect(seconds).toBeCloseTo(2, 0);
  });
});

test('what recorders write that do not know the length yet is whole', async () => {
  const live = await film('webm', [
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-c:a',
    'libopus',
    '-live',
    '1',
  ]);
  expect(await readPackets('matroska', await fileOf(live))).toMatchObject({ isCut: false });
  const wav = await bytesOf(audio.wav);
  wav.writeUInt32LE(0xffff_ffff, 4);
  expect(await readPackets('wav', await fileOf(wav))).toMatchObject({ isCut: false });
});

describe('security 46: reading packets', () => {
  test('ends with an answer or an error, whatever the header says', async () => {
    let state = 1;
    const chance = (below: number) => {
      state = (state * 48_271) % 0x7fff_ffff;
      return state % below;
    };
    for (const [, container, bytes] of files) {
      for (let round = 0; round < 20; round++) {
        const mutated = Buffer.from(bytes);
        for (let n = 0; n < 12; n++) mutated[chance(Math.min(4096, bytes.length))] = chance(256);
        await readPackets(container, await fileOf(mutated)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Error);
        });
      }
    }
  });

  test('is refused what is no such file, in a process that may read no other', async () => {
    const path = await fileOf(Buffer.from('#EXTM3U\n/etc/passwd\n'));
    await expect(readToEnd({ path, container: 'mov' })).rejects.toThrow(/^node ended with 1/);
    await expect(readToEnd({ path: '/etc/../etc/passwd', container: 'wav' })).rejects.toThrow('ended with');
  });
});
