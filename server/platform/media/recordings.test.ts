import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { filmFromBrowser, moving, record, tone } from '../../../test/media.ts';
import { isPlayable } from './convert-recording.ts';
import { type Container, decodeToEnd, isTooMuchToDecode, probeRecording } from './recordings.ts';
import { runTool } from './tool.ts';

const folder = await mkdtemp(join(tmpdir(), 'long-after-recordings-'));
const asked: string[] = [];
const lure = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end();
});
await new Promise<void>((resolve) => lure.listen(0, '127.0.0.1', resolve));
const { port } = lure.address() as AddressInfo;

afterAll(async () => {
  await new Promise((resolve) => lure.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

async function fileOf(name: string, bytes: Buffer | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

describe('security 46: a file that lists other files', () => {
  const address = `http://127.0.0.1:${port}/secret`;
  const containers: Container[] = ['mov', 'avi', 'matroska', 'mp3', 'wav', 'ogg'];
  test.each([
    ['a playlist', `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}\n#EXT-X-ENDLIST\n`],
    ['a list of films', `ffconcat version 1.0\nfile '${address}'\nfile '/etc/passwd'\n`],
    [
      'a description of a session',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video ${port} RTP/AVP 96\n`,
    ],
  ])('%s is not followed, whatever it calls itself', async (_what, text) => {
    const path = await fileOf('list.mp4', text);
    for (const container of containers) {
      await expect(decodeToEnd({ path, container }, 'video')).rejects.toThrow(/^ffmpeg ended/);
      const found = await probeRecording({ path, container }).catch(() => undefined);
      expect(found?.video).toBeUndefined();
    }
    expect(asked).toEqual([]);
  });

  test('the bait works: a tool that is allowed to follow it sends a request', async () => {
    const path = await fileOf(
      'open.m3u8',
      `#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n${address}.ts\n#EXT-X-ENDLIST\n`,
    );
    const options = [
      '-v',
      'error',
      '-allowed_extensions',
      'ALL',
      '-protocol_whitelist',
      'file,http,tcp',
      '-i',
      path,
    ];
    // With network access, which the product's tools do not have.
    await promisify(execFile)('ffprobe', options).catch(() => {});
    expect(asked).toEqual(['/secret.ts']);
  });
});

describe('security 46: a tool', () => {
  const limits = { seconds: 10, memoryBytes: 2 ** 32, outputBytes: 1_000_000 };
  const endless = ['-v', 'error', '-re', '-f', 'lavfi', '-i', 'sine', '-f', 'null', '-'];

  test('that takes too long is killed', async () => {
    await expect(runTool('ffmpeg', endless, { ...limits, seconds: 0.3 })).rejects.toThrow(/SIGKILL/);
  });

  test('that prints too much is killed', async () => {
    const noisy = ['-v', 'error', '-f', 'lavfi', '-i', 'sine', '-f', 'wav', 'pipe:1'];
    await expect(runTool('ffmpeg', noisy, limits)).rejects.toThrow(/SIGKILL/);
  });

  test.runIf(process.platform === 'linux')('that needs too much memory fails', async () => {
    const path = await fileOf('small.avi', await record('avi', moving));
    const large = [
      '-v',
      'error',
      '-i',
      path,
      '-vf',
      'scale=16000:16000',
      '-frames:v',
      '1',
      '-f',
      'null',
      '-',
    ];
    // Only memory should be short, even on a busy machine.
    const little = { ...limits, seconds: 120, memoryBytes: 400_000_000 };
    await expect(runTool('ffmpeg', large, little, { reads: [path] })).rejects.toThrow(
      /ffmpeg ended with \d+: /,
    );
    const enough = { ...little, memoryBytes: 2 ** 33 };
    await expect(runTool('ffmpeg', large, enough, { reads: [path] })).resolves.toBeDefined();
  });
});

describe('what takes too long to decode, by its header', () => {
  const fullHd = { pixels: 1920 * 1080, framesPerSecond: 30 };
  test.each([
    ['20 minutes in full HD', 20 * 60, fullHd, false],
    ['an hour in full HD', 3600, fullHd, true],
    ['two hours as old cameras film', 7200, { pixels: 640 * 480, framesPerSecond: 25 }, false],
    ['a minute of a thousand frames per second', 60, { pixels: 1920 * 1080, framesPerSecond: 1000 }, true],
    ['one frame larger than any camera', null, { pixels: 16_000 * 16_000, framesPerSecond: 30 }, true],
    ['of unknown length', null, fullHd, false],
    ['five hours of sound', 5 * 3600, undefined, false],
    ['a week of sound', 7 * 24 * 3600, undefined, true],
  ])('%s', (_what, durationSeconds, size, expected) => {
    const video = size && { codec: 'h264', pixelFormat: 'yuv420p', ...size };
    expect(isTooMuchToDecode({ durationSeconds, video, audio: undefined })).toBe(expected);
  });
});

describe('what every browser plays', () => {
  test.each([
    ['h264', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 'mp4', 'mov', true],
    ['h264 in more colours than they know', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'], 'mp4', 'mov', false],
    ['MPEG-4 part 2', ['-c:v', 'mpeg4'], 'mp4', 'mov', false],
    [
      'vp9 in mp4',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-pix_fmt', 'yuv420p'],
      'mp4',
      'mov',
      false,
    ],
    ['anything in webm', ['-c:v', 'libvpx', '-pix_fmt', 'yuv420p'], 'webm', 'matroska', false],
    ['anything in avi', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'], 'avi', 'avi', false],
  ] as const)('a film: %s', async (_what, options, ending, container, expected) => {
    const path = await fileOf(`film.${ending}`, await record(ending, [...moving, ...options]));
    expect(isPlayable(await probeRecording({ path, container }), container)).toBe(expected);
  });

  test.each([
    ['aac', ['-c:a', 'aac'], 'm4a', 'mov', true],
    ['opus in mp4', ['-c:a', 'libopus', '-f', 'mp4'], 'm4a', 'mov', false],
    ['mp3', ['-c:a', 'libmp3lame'], 'mp3', 'mp3', true],
    ['wav', ['-c:a', 'pcm_s16le'], 'wav', 'wav', true],
    ['wav of telephones', ['-c:a', 'adpcm_ms'], 'wav', 'wav', false],
    ['anything in ogg', ['-c:a', 'libopus'], 'ogg', 'ogg', false],
  ] as const)('a sound: %s', async (_what, options, ending, container, expected) => {
    const path = await fileOf(`sound.${ending}`, await record(ending, [...tone, ...options]));
    expect(isPlayable(await probeRecording({ path, container }), container)).toBe(expected);
  });
});

test('a film from a browser, which does not state its length, is measured by playing it', async () => {
  const { bytes } = await filmFromBrowser();
  const file = { path: await fileOf('live.webm', bytes), container: 'matroska' } as const;
  expect((await probeRecording(file)).durationSeconds).toBeNull();
  expect(await decodeToEnd(file, 'video')).toBeCloseTo(2, 0);
});
