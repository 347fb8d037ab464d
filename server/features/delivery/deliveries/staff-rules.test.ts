import { expect, test } from 'vitest';
import { maya, row } from '../../../../test/delivery-rows.ts';
import { AppError } from '../../../platform/errors.ts';
import type { DeliveryRow } from './deliveries.table.ts';
import { requireUnchanged } from './staff/staff.ts';

const seen = { state: 'pending', reason: null, attemptCount: 0, address: maya } as const;

/** The changes it reports, by field. */
function changes(change: Partial<DeliveryRow>, address: string | null = maya): object {
  try {
    requireUnchanged(seen, { ...row, ...change }, address);
    return {};
  } catch (error) {
    return (error instanceof AppError && error.fields) || { fault: error };
  }
}

test.each<[string, object, object]>([
  ['nothing', changes({}), {}],
  ['its status', changes({ status: 'delivered' }), { state: 'It was pending, and is delivered now' }],
  [
    'why it waits',
    changes({ status: 'waiting', waitingReason: 'held_by_staff' }),
    { state: 'It was pending, and is held_by_staff now' },
  ],
  ['an attempt', changes({ attemptCount: 1 }), { attemptCount: 'There were 0 attempts, and are 1 now' }],
  [
    'the address',
    changes({}, 'maya@example.org'),
    { address: `The address was ${maya}, and is maya@example.org now` },
  ],
  ['an address that is gone', changes({}, null), { address: `The address was ${maya}, and is missing now` }],
])('staff act on a delivery as they saw it, or are told what changed: %s', (_what, told, expected) => {
  expect(told).toEqual(expected);
});
