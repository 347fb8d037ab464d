import { expect, test } from 'vitest';
import { createStopwatch } from './recording-time.ts';

test('pauses do not count', () => {
  let nowMs = 1000;
  const watch = createStopwatch(() => nowMs);
  const wait = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  wait(5);
  expect(watch.seconds()).toBe(0);
  watch.start();
  wait(3);
  watch.pause();
  wait(60);
  watch.pause();
  expect(watch.seconds()).toBe(3);
  watch.start();
  watch.start();
  wait(2);
  expect(watch.seconds()).toBe(5);
});
