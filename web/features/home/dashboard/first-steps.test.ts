import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { makeSchedule } from '../../../../test/schedules.ts';
import { countDone, listFirstSteps, readGuideMark, saveGuideMark } from './first-steps.ts';

const memory = { id: 'a memory' } as Memory;
const schedule = makeSchedule();
const person = { trustedContact: false };
const trusted = { trustedContact: true };

test.each([
  ['nothing', [], [], [], false, [false, false, false, false, false]],
  ['one memory', [memory], [], [], false, [true, false, false, false, false]],
  ['one person', [], [person], [], false, [false, true, false, false, false]],
  ['one date', [], [], [schedule], false, [false, false, true, false, false]],
  [
    'a trusted contact, who is a person too',
    [],
    [person, trusted],
    [],
    false,
    [false, true, false, true, false],
  ],
  ['a choice for after one’s death', [], [], [], true, [false, false, false, false, true]],
  ['everything', [memory], [trusted], [schedule], true, [true, true, true, true, true]],
])('with %s, these steps are done', (_what, memories, recipients, schedules, hasWishes, done) => {
  const steps = listFirstSteps({ memories, recipients, schedules, hasWishes });
  expect(steps.map(({ isDone }) => isDone)).toEqual(done);
  expect(countDone(steps)).toBe(done.filter(Boolean).length);
});

test('the steps are in the order in which they can be done', () => {
  const steps = listFirstSteps({ memories: [], recipients: [], schedules: [], hasWishes: false });
  expect(steps.map(({ href }) => href)).toEqual([
    '/upload',
    '/recipients',
    '/schedule',
    '/recipients',
    '/settings?tab=after-death',
  ]);
});

describe('what a device stores', () => {
  function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
    const entries = new Map<string, string>();
    return {
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    };
  }

  test('is entries per person, until it is deleted', () => {
    const device = fakeStorage();
    saveGuideMark(device, 'ruth', 'aside');
    expect(readGuideMark(device, 'ruth')).toBe('aside');
    expect(readGuideMark(device, 'maya')).toBeNull();
    saveGuideMark(device, 'ruth', 'finished');
    expect(readGuideMark(device, 'ruth')).toBe('finished');
    saveGuideMark(device, 'ruth', null);
    expect(readGuideMark(device, 'ruth')).toBeNull();
  });

  test('is null when it is something else, or when storage is blocked', () => {
    const device = fakeStorage();
    device.setItem('first-steps:ruth', 'whatever');
    expect(readGuideMark(device, 'ruth')).toBeNull();
    const refuse = () => {
      throw new Error('storage is refused');
    };
    const closed = { getItem: refuse, setItem: refuse, removeItem: refuse };
    expect(readGuideMark(closed, 'ruth')).toBeNull();
    expect(() => saveGuideMark(closed, 'ruth', 'aside')).not.toThrow();
  });
});
