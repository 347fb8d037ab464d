import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type IdlePhase, idlePhase, untilNextPhaseMs, watchIdle } from './idle.ts';

const minute = 60_000;

/** A clock and timers that move only when told; `sleep` moves the clock while no timer runs. */
function startWatch() {
  let nowMs = 1_000_000;
  let nextTimer = 1;
  const due = new Map<number, { atMs: number; run: () => void }>();
  const phases: IdlePhase[] = [];
  const shared: number[] = [];
  const keptAlive: number[] = [];

  const watch = watchIdle(
    {
      nowMs: () => nowMs,
      startTimer: (run, delayMs) => {
        due.set(nextTimer, { atMs: nowMs + delayMs, run });
        return nextTimer++;
      },
      stopTimer: (timer) => {
        if (typeof timer === 'number') due.delete(timer);
      },
      share: (lastActiveMs) => shared.push(lastActiveMs),
    },
    { onPhase: (phase) => phases.push(phase), onKeepAlive: () => keptAlive.push(nowMs) },
  );

  function pass(ms: number) {
    const endMs = nowMs + ms;
    for (;;) {
      const next = [...due]
        .filter(([, timer]) => timer.atMs <= endMs)
        .sort((a, b) => a[1].atMs - b[1].atMs)[0];
      if (!next) break;
      due.delete(next[0]);
      nowMs = Math.max(nowMs, next[1].atMs);
      next[1].run();
    }
    nowMs = endMs;
  }

  function sleep(ms: number) {
    nowMs += ms;
  }

  return { watch, pass, sleep, phases, shared, keptAlive, timers: due, nowMs: () => nowMs };
}

describe('the phases', () => {
  test('the warning comes after 18 minutes, the end after 20', () => {
    expect(idlePhase(0, 18 * minute - 1)).toBe('active');
    expect(idlePhase(0, 18 * minute)).toBe('warning');
    expect(idlePhase(0, 20 * minute - 1)).toBe('warning');
    expect(idlePhase(0, 20 * minute)).toBe('ended');
  });

  test('the phase changes exactly when the wait is over, and not before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * minute - 1 }), (quietMs) => {
        const waitMs = untilNextPhaseMs(0, quietMs);
        const before = idlePhase(0, quietMs);
        expect(idlePhase(0, quietMs + waitMs)).not.toBe(before);
        if (waitMs > 0) expect(idlePhase(0, quietMs + waitMs - 1)).toBe(before);
      }),
    );
  });
});

describe('watching', () => {
  test('a person who does nothing is warned, then signed out, once', () => {
    const { pass, phases, timers } = startWatch();
    pass(18 * minute);
    expect(phases).toEqual(['warning']);
    pass(2 * minute);
    expect(phases).toEqual(['warning', 'ended']);
    pass(60 * minute);
    expect(phases).toEqual(['warning', 'ended']);
    expect(timers.size).toBe(0);
  });

  test('activity starts the 20 minutes anew', () => {
    const { watch, pass, phases } = startWatch();
    pass(17 * minute);
    watch.touch();
    pass(17 * minute);
    expect(phases).toEqual([]);
    pass(3 * minute);
    expect(phases).toEqual(['warning', 'ended']);
  });

  test('activity during the warning takes it back', () => {
    const { watch, pass, phases } = startWatch();
    pass(19 * minute);
    watch.touch();
    expect(phases).toEqual(['warning', 'active']);
  });

  test('activity after the computer slept too long does not bring the session back', () => {
    const { watch, sleep, phases, shared } = startWatch();
    sleep(3 * 60 * minute);
    watch.touch();
    expect(phases).toEqual(['ended']);
    expect(shared).toEqual([]);
    watch.touch();
    watch.recordElsewhere(Number.MAX_SAFE_INTEGER);
    expect(phases).toEqual(['ended']);
  });

  test('coming back to a page in time shows the warning without waiting for the timer', () => {
    const { watch, sleep, phases } = startWatch();
    sleep(19 * minute);
    watch.check();
    expect(phases).toEqual(['warning']);
  });

  test('activity in another tab counts here', () => {
    const { watch, pass, phases, nowMs } = startWatch();
    pass(17 * minute);
    watch.recordElsewhere(nowMs());
    pass(17 * minute);
    expect(phases).toEqual([]);
  });

  test('another tab with a fast clock cannot make the session longer than 20 minutes from now', () => {
    const { watch, pass, phases, nowMs } = startWatch();
    watch.recordElsewhere(nowMs() + 60 * minute);
    pass(20 * minute);
    expect(phases).toEqual(['warning', 'ended']);
  });

  test('a moving mouse is told to the other tabs at most once a second', () => {
    const { watch, pass, shared } = startWatch();
    for (let step = 0; step < 50; step++) {
      pass(100);
      watch.touch();
    }
    expect(shared).toHaveLength(5);
  });

  test('stopping leaves no timer behind', () => {
    const { watch, timers } = startWatch();
    watch.stop();
    expect(timers.size).toBe(0);
  });
});

describe('keeping the session of the server alive', () => {
  test('a quiet page asks for nothing', () => {
    const { pass, keptAlive } = startWatch();
    pass(20 * minute);
    expect(keptAlive).toEqual([]);
  });

  test('a busy page asks every five minutes', () => {
    const { watch, pass, keptAlive } = startWatch();
    for (let step = 0; step < 30; step++) {
      pass(minute);
      watch.touch();
    }
    expect(keptAlive).toHaveLength(6);
  });

  test('activity shortly before a quiet time is still told, so that both sides end alike', () => {
    const { watch, pass, keptAlive, nowMs } = startWatch();
    pass(4 * minute);
    watch.touch();
    pass(minute);
    expect(keptAlive).toEqual([nowMs()]);
    pass(14 * minute);
    expect(keptAlive).toHaveLength(1);
  });

  test('activity in another tab is told to the server by that tab alone', () => {
    const { watch, pass, keptAlive, nowMs } = startWatch();
    pass(4 * minute);
    watch.recordElsewhere(nowMs());
    pass(10 * minute);
    expect(keptAlive).toEqual([]);
  });
});
