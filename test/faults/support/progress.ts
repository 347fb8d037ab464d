import type { ProductProcess } from './processes.ts';

const lookMilliseconds = 5;

/** Waits until the process said something like `words`, or is ready, or is gone. */
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
