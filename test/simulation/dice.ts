import { createHash } from 'node:crypto';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** The only source of chance in a simulation: the same seed throws the same numbers. */
export interface Dice {
  /** From `least` to `most`, both included. */
  int(least: number, most: number): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** Dice of their own, so that throws here do not move those elsewhere. */
  fork(name: string): Dice;
}

export function diceOf(seed: string): Dice {
  const random = xoroshiro128plus(createHash('sha256').update(seed).digest().readInt32BE());
  const int = (least: number, most: number) => uniformInt(random, least, most);
  return {
    int,
    chance: (probability) => int(0, 999_999) < probability * 1_000_000,
    pick(list) {
      const picked = list[int(0, list.length - 1)];
      if (picked === undefined) throw new Error('There is nothing to pick from');
      return picked;
    },
    fork: (name) => diceOf(`${seed} ${name}`),
  };
}
