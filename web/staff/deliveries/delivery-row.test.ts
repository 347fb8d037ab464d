import { expect, test } from 'vitest';
import type { StaffDelivery } from '../../../shared/delivery/staff-deliveries.ts';
import { requestOf } from './actions.tsx';
import { rowOf } from './delivery-row.tsx';

const letter: StaffDelivery = {
  id: 'one',
  ...{ state: 'waiting', reason: 'bad_address', acts: ['retry', 'hold', 'readdress'] },
  ...{ since: '2026-11-30T12:00:00.000Z', dueAt: '2026-11-30T12:00:00.000Z' },
  ...{ attemptCount: 1, lastAttempt: null, nextAttempt: null, lastAnswer: null },
  ...{ unansweredMails: 0, lastUnansweredAt: null, sentTo: null, failedAddresses: [], reported: [] },
  ...{
    openedAt: null,
    deliveryMethod: 'digital',
    memoryType: 'letter',
    posting: null,
    parcel: null,
    told: [],
  },
  owner: { id: 'ruth', name: 'Ruth Alvarez', email: 'ruth@example.com' },
  recipient: {
    ...{ id: 'ines', name: 'Inés Duarte', address: 'ines@example.com', mailingAddress: null },
    ...{ changed: null, declinedAt: null, disownedAt: null },
  },
};
const toBePosted: StaffDelivery = {
  ...letter,
  ...{ reason: 'physical_fulfilment', deliveryMethod: 'physical', acts: ['readdress', 'pack', 'post'] },
  recipient: letter.recipient && { ...letter.recipient, mailingAddress: '3 Orchard Row' },
};

test.each([
  ['an address that does not work', letter, ['Another address', 'Try again', 'Hold']],
  ['given up', { ...letter, state: 'failed', reason: null }, ['Try again', 'Another address', 'Hold']],
  ['to be posted', toBePosted, ['Pack it', 'Another address', 'Posted']],
  [
    'of unknown outcome',
    { ...letter, reason: 'outcome_unknown', acts: ['readdress', 'settle'] },
    ['Settle', 'Another address'],
  ],
] satisfies [string, StaffDelivery, string[]][])(
  'what it waits for comes first: %s',
  (_what, delivery, labels) => {
    const buttons = (rowOf(delivery).buttons ?? []).flatMap((button) =>
      button && 'action' in button ? [button] : [],
    );
    expect(buttons.map(({ label }) => label)).toEqual(labels);
    expect(buttons.map(({ variant }) => variant === 'primary')).toEqual(
      labels.map((_, place) => place === 0),
    );
  },
);

test('a parcel is named by where it is posted to', () => {
  expect(rowOf(letter).subtitle).toEqual(['from Ruth Alvarez', 'ines@example.com']);
  expect(rowOf(toBePosted).subtitle).toEqual(['from Ruth Alvarez', '3 Orchard Row']);
});

test('a question is not the button that answers it, and whoever packs is told who reads why', () => {
  const ask = (act: 'settle' | 'pack') => requestOf(letter, act, () => undefined);
  expect(ask('settle')).toMatchObject({ title: 'Did it arrive?', button: 'Settle it' });
  expect(ask('pack').reasonNote).toBe('Its owner reads it, and it is kept in the audit log');
});
