import { setTimeout as delay } from 'node:timers/promises';

/** Throws, naming `what`, if it is not so within that time. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  seconds = 60,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Still waiting for ${what} after ${seconds} s`);
    await delay(100);
  }
}
