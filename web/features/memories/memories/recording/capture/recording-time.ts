import { memoryFileMaxBytes } from '../../../../../../shared/memories/memory-limits.ts';
import { pictureBitsPerSecond, type RecordedKind, soundBitsPerSecond } from './formats.ts';

export interface Stopwatch {
  start: () => void;
  pause: () => void;
  /** Without the pauses. */
  seconds: () => number;
}

/** `nowMs` must be monotonic. */
export function createStopwatch(nowMs: () => number): Stopwatch {
  let beforeMs = 0;
  let startedMs: number | null = null;
  const elapsedMs = () => beforeMs + (startedMs === null ? 0 : nowMs() - startedMs);
  return {
    start() {
      startedMs ??= nowMs();
    },
    pause() {
      beforeMs = elapsedMs();
      startedMs = null;
    },
    seconds: () => elapsedMs() / 1000,
  };
}

/** Room for what arrives between two size checks, and for what `makeFile` may add. */
const reserveBytes = 2 * 1024 * 1024;

/** Recording stops at this size, so that the file can be uploaded. */
export const stopAtBytes = memoryFileMaxBytes - reserveBytes;

/** Earlier than this, the measured bit rate is not reliable. */
const settlingSeconds = 10;

export interface Progress {
  seconds: number;
  sizeBytes: number;
}

export function isFull({ sizeBytes }: Pick<Progress, 'sizeBytes'>): boolean {
  return sizeBytes >= stopAtBytes;
}

/** How many seconds there is room for at the requested bit rate, or at the measured one if that is higher. */
export function remainingSeconds(kind: RecordedKind, { seconds, sizeBytes }: Progress): number {
  const requested = (soundBitsPerSecond[kind] + (kind === 'video' ? pictureBitsPerSecond : 0)) / 8;
  const measured = seconds >= settlingSeconds ? sizeBytes / seconds : 0;
  return Math.max(0, Math.floor((stopAtBytes - sizeBytes) / Math.max(requested, measured)));
}

/** 'At least 9 min left', and in the last minute 'At least 40 s left'. */
export function describeRemaining(seconds: number): string {
  if (seconds >= 60) return `At least ${Math.floor(seconds / 60)} min left`;
  if (seconds < 10) return 'A few seconds left';
  return `At least ${Math.floor(seconds / 10) * 10} s left`;
}
