import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { record } from '../../../test/media.ts';
import { drawAnimation } from './pictures.ts';

async function drawAndMeasure(bytes: Buffer, longestSide: number) {
  const folder = await mkdtemp(join(tmpdir(), 'long-after-pictures-'));
  try {
    const path = join(folder, 'made.gif');
    await writeFile(path, bytes);
    return await sharp(await drawAnimation(path, longestSide), { animated: true }).metadata();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A square that moves over a plain background, ten frames a second. */
function gif([width, height]: [number, number], frames: number): Promise<Buffer> {
  const ground = `color=red:size=${width}x${height}:rate=10:duration=${frames / 10}[ground]`;
  const square = `color=blue:size=16x16:rate=10:duration=${frames / 10}[square]`;
  const scene = `${ground};${square};[ground][square]overlay=x=t*40`;
  return record('gif', ['-f', 'lavfi', '-i', scene]);
}

test('an animation is rendered no larger than requested, and never enlarged', async () => {
  const bytes = await gif([320, 160], 5);
  expect(await drawAndMeasure(bytes, 80)).toMatchObject({ width: 80, pageHeight: 40, pages: 5 });
  expect(await drawAndMeasure(bytes, 2048)).toMatchObject({ width: 320, pageHeight: 160, pages: 5 });
});

test('a long animation is rendered smaller, with all its frames, so that rendering finishes', async () => {
  const { width, pageHeight, pages, delay } = await drawAndMeasure(await gif([1600, 800], 313), 2048);
  expect([width, pageHeight, pages]).toEqual([799, 400, 313]);
  expect(new Set(delay)).toEqual(new Set([100]));
});
