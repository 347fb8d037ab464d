import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { peaksOf } from '../../../shared/memories/peaks.ts';
import { record } from '../../../test/media.ts';
import { readPackets } from './packets/read-packets.ts';
import { readLevels } from './recordings.ts';

const folder = await mkdtemp(join(tmpdir(), 'long-after-peaks-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

type Listener = (path: string, seconds: number | null) => Promise<number[]>;
const listeners: [who: string, listen: Listener][] = [
  ['ffmpeg', (path, seconds) => readLevels({ path, container: 'wav' }, seconds)],
  ['the packets of a WAV', async (path) => (await readPackets('wav', path)).levels ?? []],
];

async function wav(expression: string, seconds: number, options: readonly string[] = []): Promise<string> {
  const source = `aevalsrc='${expression}':d=${seconds}:s=16000`;
  const path = join(folder, 'sound.wav');
  await writeFile(path, await record('wav', ['-f', 'lavfi', '-i', source, ...options]));
  return path;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(listeners)('%s', (_who, listen) => {
  test('an even tone is a line of even height', async () => {
    const peaks = peaksOf(await listen(await wav('0.5*sin(2*PI*440*t)', 2), 2));
    expect(peaks).toHaveLength(200);
    expect(Math.min(...peaks)).toBeGreaterThan(200);
    expect(Math.max(...peaks)).toBe(255);
  });

  test('silence is a straight line', async () => {
    expect(new Set(peaksOf(await listen(await wav('0', 2), 2)))).toEqual(new Set([0]));
  });

  test('a low half and a loud half are told apart, in stereo and as 32-bit numbers too', async () => {
    const path = await wav('if(lt(t,1),0.1,0.8)*sin(2*PI*330*t)', 2, ['-ac', '2', '-c:a', 'pcm_f32le']);
    const peaks = peaksOf(await listen(path, 2));
    expect(mean(peaks.slice(0, 98))).toBeCloseTo(32, -1);
    expect(mean(peaks.slice(102))).toBeGreaterThan(240);
  });

  test('the loudest sound there is is not taken for silence', async () => {
    const peaks = peaksOf(await listen(await wav('if(lt(mod(t*100,1),0.5),1,-1)', 1), 1));
    expect(Math.min(...peaks)).toBeGreaterThan(200);
  });

  test('a click of a hundredth of a second has a line too', async () => {
    const peaks = peaksOf(await listen(await wav('0.5*sin(2*PI*440*t)', 0.01), 0.01));
    expect(peaks).toHaveLength(200);
    expect(Math.max(...peaks)).toBe(255);
  });
});

test('a sound that does not say how long it is is drawn all the same', async () => {
  const path = await wav('if(lt(t,1),0.1,0.8)*sin(2*PI*330*t)', 2);
  const peaks = peaksOf(await readLevels({ path, container: 'wav' }, null));
  expect(peaks[0]).toBeLessThan(60);
  expect(peaks[199]).toBe(255);
});

test('the hiss of a quiet room is not drawn as if it were a voice', () => {
  expect(Math.max(...peaksOf(Array.from({ length: 800 }, () => 0.001)))).toBeLessThan(30);
});

test('nothing heard is a straight line', () => {
  expect(new Set(peaksOf([]))).toEqual(new Set([0]));
});
