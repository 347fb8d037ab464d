import { describe, expect, test } from 'vitest';
import {
  describeCancelling,
  describeChangeLater,
  describeChangeNow,
  describeStaying,
} from './change-texts.ts';

const timeZone = 'America/New_York';
const now = new Date('2031-01-31T12:00:00Z');
const held = {
  plan: 'basic',
  billingPeriod: 'monthly',
  status: 'active',
  paidThrough: new Date('2031-02-28T12:00:00Z'),
  endsAt: null,
} as const;

test.each([
  [3012, 'You pay about $30.12 now: $50.00, less what is left of Golden Thread.'],
  [
    0,
    'You pay nothing now: what is left of Golden Thread covers it, and what remains is taken off your next payments.',
  ],
  [null, 'You pay $50.00 now, less what is left of Golden Thread.'],
])('to more, at once, for %d cents: %s', (cents, cost) => {
  const choice = { plan: 'premium', billingPeriod: 'monthly' } as const;
  expect(describeChangeNow(held, choice, cents, { now, timeZone })).toEqual({
    change: 'Eternal Light begins at once, is paid until 28 February 2031, and then renews at $50 a month.',
    cost,
  });
});

test('to the same for longer: what is left is not called by the name of another plan', () => {
  const choice = { plan: 'basic', billingPeriod: 'three_years' } as const;
  const { cost } = describeChangeNow(held, choice, 59_200, { now, timeZone });
  expect(cost).toBe('You pay about $592.00 now: $612.00, less what is left of the current period.');
});

test('to less, later; one that was cancelled goes on with it', () => {
  const premium = { ...held, plan: 'premium' } as const;
  const choice = { plan: 'basic', billingPeriod: 'annual' } as const;
  const change =
    'You keep Eternal Light until 28 February 2031. From then on it is Golden Thread, at $204 a year.';
  const cost = 'You pay nothing now.';
  expect(describeChangeLater(premium, choice, timeZone)).toEqual({ change, cost });
  const cancelled = { ...premium, endsAt: premium.paidThrough };
  expect(describeChangeLater(cancelled, choice, timeZone).change).toBe(
    `${change} This also takes back your cancellation.`,
  );
});

test('cancelling says until when the plan stays, or that it ends now where the last payment failed', () => {
  expect(describeCancelling(held, { endsAtOnce: false, timeZone }).change).toBe(
    'You keep Golden Thread until 28 February 2031, and nothing more is charged. After that you have First Echo.',
  );
  expect(describeCancelling({ ...held, status: 'overdue' }, { endsAtOnce: false, timeZone }).change).toBe(
    'Golden Thread ends now, and nothing more is charged. From now on you have First Echo.',
  );
});

describe('what stays', () => {
  const none = { letter: 0, photo: 0, video: 0, audio: 0 };
  const stays = 'Everything that you have left stays as it is.';

  test('below the limits of the plan: one sentence', () => {
    expect(describeStaying({ letter: 29, photo: 99, video: 49, audio: 29 }, 'basic')).toEqual([stays]);
  });

  test('at and above them: the numbers, type by type', () => {
    expect(describeStaying({ ...none, letter: 64, audio: 30 }, 'basic')).toEqual([
      stays,
      'You keep all 64 letters; new ones are possible once there are fewer than 30.',
      'You keep all 30 recordings; new ones are possible once there are fewer than 30.',
    ]);
    expect(describeStaying({ ...none, video: 1, audio: 2 }, 'free').slice(1)).toEqual([
      'You keep your video; new ones are possible once there are none.',
      'You keep both recordings; new ones are possible once there are none.',
    ]);
  });
});
