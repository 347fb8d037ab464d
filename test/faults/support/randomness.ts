import { randomInt } from 'node:crypto';

/** Numbers that look random and are the same for the same seed, so that a failure can be reproduced. */
export interface Randomness {
  seed: number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T | undefined;
}

/** Uses `FAULT_SEED`, or a fresh seed; tests print it when they fail. (mulberry32) */
export function openRandomness(seed = Number(process.env.FAULT_SEED ?? randomInt(1, 2 ** 31))): Randomness {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { seed, below, pick: (from) => from[below(from.length)] };
}

export const milliseconds = (span: number): Promise<void> =>
  new Promise((resume) => {
    setTimeout(resume, span);
  });
