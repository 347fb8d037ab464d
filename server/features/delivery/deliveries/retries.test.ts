import { expect, test } from 'vitest';
import { nextPause } from '../../outbox/messages/retries/retries.ts';

/** All pauses, in seconds, of a delivery whose attempts all fail. */
function allPauses(jitter: number): number[] {
  const pauses: number[] = [];
  for (let retryingSeconds = 0; ; ) {
    const pause = nextPause({ retryingSeconds, unanswered: 0 }, jitter);
    if (pause === undefined) return pauses;
    pauses.push(pause);
    retryingSeconds += pause;
  }
}

test.each([0, 0.5, 1])('F16: pauses grow to half an hour and add up to a week (jitter %d)', (jitter) => {
  const pauses = allPauses(jitter);
  const days = pauses.reduce((sum, pause) => sum + pause) / 60 / 60 / 24;
  expect(days).toBeGreaterThanOrEqual(7);
  expect(days).toBeLessThan(7.1);
  expect(pauses[0]).toBe(Math.round(30 * (1 + 0.2 * jitter)));
  expect(Math.max(...pauses)).toBe(Math.round(1800 * (1 + 0.2 * jitter)));
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
});

test('each pause is as long as all those before it, so that no outage is more than doubled', () => {
  expect(allPauses(0).slice(0, 9)).toEqual([30, 30, 60, 120, 240, 480, 960, 1800, 1800]);
});

test('after a mail without an answer the pauses are longer', () => {
  const after = (unanswered: number) => nextPause({ retryingSeconds: 0, unanswered }, 0);
  expect([1, 2].map(after)).toEqual([15 * 60, 6 * 60 * 60]);
});
