import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSchedule } from '../../../../../test/schedules.ts';
import { miniBeads, miniWidth } from './mini-thread.tsx';

const today = '2026-10-12';
const plus = (days: number) =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

test('beads hang in the order of time, apart from each other, eight at most', () => {
  const days = fc.array(fc.integer({ min: -50, max: 20_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 4 }), (dated, after) => {
      const waiting = [
        ...dated.toSorted((one, other) => one - other).map((day) => makeSchedule({ localDate: plus(day) })),
        ...Array.from({ length: after }, () => makeSchedule({ deliveryType: 'on_death' })),
      ];
      const beads = miniBeads(waiting, today, plus(20_000));
      expect(beads).toHaveLength(Math.min(8, waiting.length));
      for (const [index, x] of beads.entries()) {
        expect(x).toBeGreaterThanOrEqual(7);
        expect(x).toBeLessThanOrEqual(miniWidth - 7);
        if (index > 0) expect(x - (beads[index - 1] ?? 0)).toBeGreaterThanOrEqual(13);
      }
    }),
  );
});
