import { expect, test } from 'vitest';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { sayQuiet, sayReporters, saySubstitutes, sayWaiting } from './wish-values.ts';

const nothing: ReleaseWishes = {
  reporters: 'anyone',
  objectionDays: null,
  stricterUntil: null,
  defaultObjectionHours: 72,
  quietDays: 0,
  noteToContacts: null,
  secondEmail: null,
  pendingSecondEmail: null,
  stoppingCode: null,
  trustedContacts: [],
  substitutes: [],
};
const ines = { id: 'ines', name: 'Inés Duarte', isReachable: true };

test('each setting says what it is today', () => {
  expect(sayReporters(nothing, 'UTC')).toBe('Anyone who knows you, with proof.');
  const theirs = { ...nothing, reporters: 'trusted_contacts' } as const;
  expect(sayReporters(theirs, 'UTC')).toContain('You have named none yet.');
  expect(sayReporters({ ...theirs, trustedContacts: [ines] }, 'UTC')).toMatch(
    /^Inés Duarte, your trusted contact\./,
  );
  expect(sayWaiting(nothing, 'UTC')).toBe('3 days, as for everybody.');
  expect(sayWaiting({ ...nothing, objectionDays: 10 }, 'UTC')).toBe('10 days.');
  const nowMs = Date.parse('2026-11-22T15:00:00Z');
  expect(sayQuiet({ ...nothing, quietDays: 30 }, 'UTC', nowMs)).toBe(
    '30 days, today until 25 December 2026.',
  );
  const tom = { recipientId: 'tom', name: 'Tom', substituteId: 'ana', substituteName: 'Ana' };
  expect(saySubstitutes({ ...nothing, substitutes: [tom, tom] })).toBe(
    'If Tom has died, Ana gets what was for them. The same is said of one other.',
  );
});

test('what does not count yet is not said to be that of today', () => {
  const until = '2026-12-22T15:00:00Z';
  const stricter = { until, reporters: 'trusted_contacts', objectionDays: 10 } as const;
  const wishes = { ...nothing, objectionDays: 7, stricterUntil: stricter };
  expect(sayWaiting(wishes, 'UTC')).toBe('10 days, and 7 days from 22 December 2026.');
  expect(sayReporters(wishes, 'UTC')).toContain('This applies from 22 December 2026.');
});
