import { randomInt } from 'node:crypto';
import { isFree } from '../server/platform/postgres/free-port.ts';

/** Below those that the product and the machine choose from. */
const lowest = 10_000;
const perWorker = 1_000;
const workers = 10;
const first = lowest + (Number(process.env['VITEST_POOL_ID'] ?? 0) % workers) * perWorker;
let given = randomInt(perWorker);

/**
 * A free TCP port on loopback that no other worker of this test run is given, and this one not again soon: between finding a port free
 * and listening there, somebody else could take it.
 */
export async function findTestPort(): Promise<number> {
  for (let tried = 0; tried < perWorker; tried++) {
    const port = first + (given++ % perWorker);
    if (await isFree(port)) return port;
  }
  throw new Error(`No port is free from ${first} on`);
}
