import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ephemeral port range (from 32768 on Linux): while the server is down, a client that keeps reconnecting
// could otherwise be assigned the very port it connects to, and keep the server from coming back.
const LOWEST = 20_000;
const HIGHEST = 32_000;
const TRIES = 50;

/** A free TCP port on loopback. */
export async function findFreePort(): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(LOWEST, HIGHEST);
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port was found between ${LOWEST} and ${HIGHEST}.`);
}

/** Whether anybody could listen there, on loopback. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1' }, () => probe.close(() => resolve(true)));
  });
}
