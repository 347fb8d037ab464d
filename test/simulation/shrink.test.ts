import { expect, test } from 'vitest';
import { shrink } from './shrink.ts';
import type { Outcome } from './simulation.ts';

const names = ['A, joins', 'A, act 1', 'A, act 2', 'B, joins', 'B, death', 'C, joins', 'spell 0', 'spell 1'];
const needed = ['A, act 2', 'B, death', 'spell 1'];
const outcome = (kept: readonly string[], faults: string[]) =>
  ({ names: kept, faults }) as unknown as Outcome;

test('a world that breaks is shrunk to what it breaks by, and one that breaks off is not taken for it', async () => {
  const live = async (leaveOut: ReadonlySet<string>) => {
    const kept = names.filter((name) => !leaveOut.has(name));
    if (leaveOut.has('B, joins') && kept.includes('B, death')) return undefined;
    return outcome(kept, needed.every((name) => kept.includes(name)) ? ['a letter came twice'] : []);
  };
  const smallest = await shrink(outcome(names, ['a letter came twice']), live, () => undefined);
  expect(smallest.names).toEqual(['A, act 2', 'B, joins', 'B, death', 'spell 1']);
});
