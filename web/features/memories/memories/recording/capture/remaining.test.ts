import { describe, expect, test } from 'vitest';
import { memoryFileMaxBytes } from '../../../../../../shared/memories/memory-limits.ts';
import { pictureBitsPerSecond, soundBitsPerSecond } from './formats.ts';
import { describeRemaining, isFull, remainingSeconds, stopAtBytes } from './recording-time.ts';

const nothing = { seconds: 0, sizeBytes: 0 };

describe('the room for a recording', () => {
  test('ten minutes of film fit, and three quarters of an hour of sound', () => {
    expect(remainingSeconds('video', nothing)).toBeGreaterThan(10 * 60);
    expect(remainingSeconds('audio', nothing)).toBeGreaterThan(45 * 60);
    expect(pictureBitsPerSecond + soundBitsPerSecond.video).toBeLessThanOrEqual(650_000);
  });

  test('it shrinks with what is recorded, and ends at none', () => {
    const half = { seconds: 300, sizeBytes: stopAtBytes / 2 };
    expect(remainingSeconds('video', half)).toBe(300);
    expect(remainingSeconds('video', { seconds: 700, sizeBytes: stopAtBytes + 1 })).toBe(0);
  });

  test('a browser that records more than it was asked to leaves less time', () => {
    const twice = {
      seconds: 60,
      sizeBytes: (2 * 60 * (pictureBitsPerSecond + soundBitsPerSecond.video)) / 8,
    };
    const asked = { ...twice, sizeBytes: twice.sizeBytes / 2 };
    expect(remainingSeconds('video', twice)).toBeLessThan(remainingSeconds('video', asked) / 1.9);
  });

  test('the first seconds, of which the rate tells nothing, do not frighten', () => {
    expect(remainingSeconds('video', { seconds: 1, sizeBytes: 1_000_000 })).toBeGreaterThan(600);
  });

  test('it is full before the largest file that can be uploaded', () => {
    expect(stopAtBytes).toBeLessThan(memoryFileMaxBytes);
    expect(isFull({ sizeBytes: stopAtBytes - 1 })).toBe(false);
    expect(isFull({ sizeBytes: stopAtBytes })).toBe(true);
  });
});

test.each([
  [664, 'At least 11 min left'],
  [60, 'At least 1 min left'],
  [59, 'At least 50 s left'],
  [9, 'A few seconds left'],
])('%d seconds are told as "%s"', (seconds, expected) => {
  expect(describeRemaining(seconds)).toBe(expected);
});
