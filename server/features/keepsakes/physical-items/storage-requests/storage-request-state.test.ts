import { expect, test } from 'vitest';
import { storageRequestStatuses } from '../../../../../shared/keepsakes/storage-requests.ts';
import { nextStatus, openStatuses, type StorageRequestEvent } from './storage-request-state.ts';

const events: StorageRequestEvent[] = [
  'approved',
  'declined',
  'cancelled-by-owner',
  'received',
  'receipt-undone',
  'unanswered-receipt-undone',
];

test('what becomes of a request', () => {
  const moves = storageRequestStatuses.flatMap((status) =>
    events.map((event) => [status, event, nextStatus(status, event)] as const),
  );
  expect(moves.filter(([, , to]) => to)).toEqual([
    ['pending', 'approved', 'approved'],
    ['pending', 'declined', 'declined'],
    ['pending', 'cancelled-by-owner', 'cancelled'],
    ['pending', 'received', 'received'],
    ['approved', 'declined', 'declined'],
    ['approved', 'cancelled-by-owner', 'cancelled'],
    ['approved', 'received', 'received'],
    ['received', 'receipt-undone', 'approved'],
    ['received', 'unanswered-receipt-undone', 'pending'],
  ]);
});

test('what was received, declined or cancelled is not open', () => {
  expect(openStatuses).toEqual(['pending', 'approved']);
});
