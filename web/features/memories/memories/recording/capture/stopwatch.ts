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
