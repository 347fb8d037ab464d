import { describe, expect, test } from 'vitest';
import type { ReleaseWishes } from '../../../../shared/after-death/release-wishes.ts';
import { hasChosen } from './release-wishes.ts';
import { describeDelay, describeQuiet, describeWaiting, stepQuietDays, waitingOptions } from './wishes.ts';

const nowMs = Date.parse('2026-11-22T15:00:00Z');
const zone = 'America/New_York';

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
const ten = { ...nothing, objectionDays: 10 };

describe('how long we wait', () => {
  test.each<[string, ReleaseWishes, string]>([
    ['as for everybody', nothing, 'Wednesday, 25 November 2026 at 10:00 Eastern'],
    ['ten days', ten, 'Wednesday, 2 December 2026 at 10:00 Eastern'],
    [
      'shorter, which does not count yet',
      {
        ...nothing,
        stricterUntil: { until: '2026-12-22T15:00:00Z', reporters: 'anyone', objectionDays: 10 },
      },
      'Wednesday, 2 December 2026 at 10:00 Eastern',
    ],
    [
      'less than we now wait for everybody',
      { ...nothing, objectionDays: 2 },
      'Wednesday, 25 November 2026 at 10:00 Eastern',
    ],
  ])('%s', (_what, wishes, moment) => {
    expect(describeWaiting(wishes, zone, nowMs)).toBe(
      `If a report were verified today, nothing would be sent before ${moment}.`,
    );
  });

  test('only longer than everybody can be chosen, up to thirty days, and what was chosen under other settings', () => {
    const labels = waitingOptions(nothing).map(({ label }) => label);
    expect([labels[0], labels[1], labels.at(-1)]).toEqual(['3 days, as for everybody', '4 days', '30 days']);
    expect(waitingOptions({ ...nothing, defaultObjectionHours: 36 }).slice(0, 2)).toEqual([
      { value: 'usual', label: '36 hours, as for everybody' },
      { value: '2', label: '2 days' },
    ]);
    expect(waitingOptions({ ...nothing, objectionDays: 2 })[1]).toEqual({ value: '2', label: '2 days' });
  });
});

test('what is less strict says from when it counts, what counts until then, and why', () => {
  const until = '2026-12-22T15:00:00Z';
  const stricterUntil = { until, reporters: 'trusted_contacts', objectionDays: 10 } as const;
  expect(describeDelay({ ...nothing, stricterUntil }, 'objectionDays', zone)).toBe(
    'This applies from 22 December 2026. Until then we wait for 10 days, so that somebody who got into your account could not hurry us.',
  );
  expect(describeDelay({ ...nothing, stricterUntil }, 'reporters', zone)).toContain('takes two of us');
  expect(describeDelay({ ...ten, stricterUntil }, 'objectionDays', zone)).toBeNull();
  expect(describeDelay(nothing, 'reporters', zone)).toBeNull();
});

test('quiet days end counted from the first day on which anything is sent', () => {
  expect(describeQuiet(nothing, zone, nowMs)).toBe('Everything goes out on its date.');
  expect(describeQuiet({ ...nothing, quietDays: 30 }, zone, nowMs)).toContain(
    'until Friday, 25 December 2026.',
  );
});

test('anything that was chosen counts as a choice', () => {
  expect(hasChosen(nothing)).toBe(false);
  expect(hasChosen({ ...nothing, pendingSecondEmail: 'ruth@example.org' })).toBe(false);
  for (const choice of [
    { reporters: 'trusted_contacts' as const },
    { objectionDays: 10 },
    { quietDays: 30 },
    { noteToContacts: 'The key is with Ana.' },
    { secondEmail: 'ruth@example.org' },
    { stoppingCode: { madeAt: '2026-11-22T15:00:00Z', usedAt: null } },
  ])
    expect(hasChosen({ ...nothing, ...choice })).toBe(true);
});

test('one press leads to the next five quiet days, also from a number between them', () => {
  expect([0, 5, 12, 90].map((days) => stepQuietDays(days, 1))).toEqual([5, 10, 15, null]);
  expect([0, 5, 12, 90].map((days) => stepQuietDays(days, -1))).toEqual([null, 0, 10, 85]);
});
