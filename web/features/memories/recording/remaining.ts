import { memoryFileMaxBytes } from '../../../../shared/memories/memory-limits.ts';
import type { RecordedKind } from './formats.ts';
import { pictureBitsPerSecond, soundBitsPerSecond } from './formats.ts';

/** What is written down between two looks at the size, and what mending the file may add. */
const reserveBytes = 2 * 1024 * 1024;

/** A recording that has grown this large is stopped, so that what comes of it can be uploaded. */
export const stopAtBytes = memoryFileMaxBytes - reserveBytes;

/** Before that the rate of a recording tells nothing about it. */
const settlingSeconds = 10;

export interface Progress {
  seconds: number;
  sizeBytes: number;
}

export function isFull({ sizeBytes }: Pick<Progress, 'sizeBytes'>): boolean {
  return sizeBytes >= stopAtBytes;
}

/**
 * How many seconds there is certainly room for: at the rate that was asked for, or at the one seen so far where that
 * is higher.
 */
export function remainingSeconds(kind: RecordedKind, { seconds, sizeBytes }: Progress): number {
  const askedFor = (soundBitsPerSecond[kind] + (kind === 'video' ? pictureBitsPerSecond : 0)) / 8;
  const seen = seconds >= settlingSeconds ? sizeBytes / seconds : 0;
  return Math.max(0, Math.floor((stopAtBytes - sizeBytes) / Math.max(askedFor, seen)));
}

/** 'At least 9 min left', and in the last minute 'At least 40 s left'. */
export function describeRemaining(seconds: number): string {
  if (seconds >= 60) return `At least ${Math.floor(seconds / 60)} min left`;
  if (seconds < 10) return 'A few seconds left';
  return `At least ${Math.floor(seconds / 10) * 10} s left`;
}
