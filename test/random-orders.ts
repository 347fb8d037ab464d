import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** Runs the orders of an earlier run again. */
const given = process.env['TEST_SEED'];

/**
 * Where random orders begin: at TEST_SEED, or anywhere. A test that fails says at which seed, also where it fails after the last
 * order, because what it is about never happened.
 */
export function anySeed(): number {
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is no whole number: ${given}`);
  onTestFailed(() => {
    process.stdout.write(
      `Random orders from seed ${seed}. Once more: TEST_SEED=${seed} npm test -- <file>\n`,
    );
  });
  return seed;
}
