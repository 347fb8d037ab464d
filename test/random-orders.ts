import { randomInt } from 'node:crypto';
import { onTestFailed } from 'vitest';

/** Repeats the orders of an earlier run. */
const given = process.env['TEST_SEED'];

function givenSeed(): number | undefined {
  if (given === undefined) return undefined;
  const seed = Number(given);
  if (!Number.isInteger(seed)) throw new Error(`TEST_SEED is no whole number: ${given}`);
  return seed;
}

/** Starts every fast-check property at TEST_SEED, if set; fast-check itself reports the seed of a failure. */
export async function repeatProperties(): Promise<void> {
  const seed = givenSeed();
  if (seed === undefined) return;
  const { configureGlobal, readConfigureGlobal } = await import('fast-check');
  configureGlobal({ ...readConfigureGlobal(), seed });
}

/**
 * The seed of random orders: TEST_SEED, or a random one. A failing test reports its seed, even if it only
 * fails after the last order because what it is about never happened.
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
