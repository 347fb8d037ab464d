import { describe, expect, test } from 'vitest';
import { filmFromBrowser, moving, readHeader, record, tone } from '../../../../../../test/media.ts';
import { makeFile } from './make-file.ts';

const startedAtMs = Date.parse('2026-11-21T12:00:00Z');
const film = { kind: 'video', startedAtMs } as const;
const sound = { kind: 'audio', startedAtMs } as const;

async function headerOf(file: File) {
  return await readHeader(new Uint8Array(await file.arrayBuffer()));
}

describe('the file that is made of a recording', () => {
  test('a film as WebM says how long it is, and holds the same picture and sound', async () => {
    const { bytes } = await filmFromBrowser();
    expect((await readHeader(bytes)).seconds).toBeNull();
    const pieces = [bytes.subarray(0, 5000), bytes.subarray(5000)].map((piece) => new Uint8Array(piece));
    const { file, seconds } = await makeFile(film, pieces);
    expect(file).toMatchObject({ name: 'Recording 21 November 2026.webm', type: 'video/webm' });
    const header = await headerOf(file);
    expect(header.seconds).toBeCloseTo(2, 0);
    expect(seconds).toBeCloseTo(header.seconds ?? 0, 1);
    expect(header.codecs).toEqual(['opus', 'vp8']);
  });

  test('one that a crash cut off in the middle of a picture is whole up to there', async () => {
    const { bytes } = await filmFromBrowser();
    const { file, seconds } = await makeFile(film, [new Uint8Array(bytes.subarray(0, bytes.length * 0.6))]);
    expect(seconds).toBeGreaterThan(0.8);
    expect(seconds).toBeLessThan(1.9);
    expect((await headerOf(file)).seconds).toBeCloseTo(seconds, 1);
  });

  test('a film as MP4 in fragments becomes one whose length stands at its beginning', async () => {
    const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    const fragments = ['-movflags', 'frag_keyframe+empty_moov', '-g', '5'];
    const bytes = await record('mp4', [...moving, ...tone, ...codecs, ...fragments]);
    const { file } = await makeFile(film, [new Uint8Array(bytes)]);
    expect(file).toMatchObject({ name: 'Recording 21 November 2026.mp4', type: 'video/mp4' });
    const made = Buffer.from(await file.arrayBuffer());
    expect(made.includes('moof')).toBe(false);
    expect(made.indexOf('moov')).toBeLessThan(made.indexOf('mdat'));
    expect(await headerOf(file)).toMatchObject({ codecs: ['aac', 'h264'] });
  });

  test.each([
    ['Opus, whatever it came in, goes into Ogg', 'webm', ['-c:a', 'libopus', '-live', '1'], 'ogg', 'opus'],
    ['AAC goes into M4A', 'mp4', ['-c:a', 'aac', '-movflags', 'frag_keyframe+empty_moov'], 'm4a', 'aac'],
  ] as const)('a sound: %s', async (_what, ending, options, made, codec) => {
    const bytes = await record(ending, [...tone, ...options]);
    const { file } = await makeFile(sound, [new Uint8Array(bytes)]);
    expect(file.name).toBe(`Recording 21 November 2026.${made}`);
    const { seconds, codecs } = await headerOf(file);
    expect(seconds).toBeCloseTo(2, 0);
    expect(codecs).toEqual([codec]);
  });

  test('of a header alone, or of noise, no file is made', async () => {
    const { bytes } = await filmFromBrowser();
    await expect(makeFile(film, [new Uint8Array(bytes.subarray(0, 200))])).rejects.toThrow();
    await expect(makeFile(sound, [new Uint8Array(3000)])).rejects.toThrow();
  });
});
