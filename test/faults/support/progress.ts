import type { ProductProcess } from './processes.ts';

const lookMilliseconds = 5;

/** Waits until the process has printed something like `words`, or is ready, or has ended. */
export async function untilSaid(started: ProductProcess, words: RegExp): Promise<void> {
  let over = false;
  const end = () => {
    over = true;
  };
  started.ready.then(end, end);
  while (!over && !words.test(started.said())) {
    await new Promise((resume) => {
      setTimeout(resume, lookMilliseconds);
    });
  }
}
