import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** Runs the orders of an earlier run again. */
const given = process.env['TEST_SEED'];

function givenSeed(): number | undefined {
  if (given === undefined) return undefined;
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is no whole number: ${given}`);
  return seed;
}

/** Begins every property of fast-check at TEST_SEED, where there is one; it says itself at which seed one failed. */
export async function repeatProperties(): Promise<void> {
  const seed = givenSeed();
  if (seed === undefined) return;
  const { configureGlobal, readConfigureGlobal } = await import('fast-check');
  configureGlobal({ ...readConfigureGlobal(), seed });
}

/**
 * Where random orders begin: at TEST_SEED, or anywhere. A test that fails says at which seed, also where it fails after the last
 * order, because what it is about never happened.
 */
export function anySeed(): number {
  const seed = givenSeed() ?? randomInt(2 ** 31);
  onTestFailed(() => {
    process.stdout.write(
      `Random orders from seed ${seed}. Once more: TEST_SEED=${seed} npm test -- <file>\n`,
    );
  });
  return seed;
}
