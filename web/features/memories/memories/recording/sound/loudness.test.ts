import { expect, test } from 'vitest';
import { loudness, soundLine } from './sound-meter.tsx';

const tone = (height: number) =>
  Float32Array.from({ length: 1024 }, (_, index) => height * Math.sin(index / 5));

test('silence is nothing, a full tone nearly all, and a voice in between', () => {
  expect(loudness(new Float32Array(1024))).toBe(0);
  expect(loudness(tone(1))).toBeGreaterThan(0.9);
  expect(loudness(tone(0.05))).toBeGreaterThan(0.3);
  expect(loudness(tone(0.05))).toBeLessThan(loudness(tone(0.5)));
});

test('the thread lies still without sound, and stays within its place with too much', () => {
  const heights = (line: string) => [...line.matchAll(/ (-?[\d.]+)(?= L|$)/g)].map(([, y]) => Number(y));
  expect(new Set(heights(soundLine(new Float32Array(1024), 640, 120)))).toEqual(new Set([60]));
  const loud = heights(soundLine(tone(9), 640, 120));
  expect(Math.min(...loud)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...loud)).toBeLessThanOrEqual(120);
  expect(new Set(loud).size).toBeGreaterThan(10);
});
