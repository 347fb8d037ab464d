import { expect, test } from 'vitest';
import { formatSize } from './format-size.ts';

test.each([
  [300, '1 KB'],
  [820_000, '820 KB'],
  [4_240_000, '4.2 MB'],
  [312_000_000, '312 MB'],
  [2_500_000_000, '2.5 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

test.each([
  [10, '1 KB'],
  [820 * 1024, '820 KB'],
  [6.3 * 1024 * 1024, '6.3 MB'],
])('%i bytes of a memory file are %s', (bytes, text) => {
  expect(formatSize(bytes, 1024)).toBe(text);
});
