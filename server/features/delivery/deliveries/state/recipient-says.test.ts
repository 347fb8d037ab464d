import { describe, expect, test } from 'vitest';
import {
  claim,
  earlier,
  maya,
  movedTo,
  now,
  openedBy,
  row,
  sending,
} from '../../../../../test/delivery-rows.ts';
import type { DeliveryRow, WaitingReason } from '../deliveries.table.ts';
import { nextState } from './delivery-state.ts';

const waiting = (waitingReason: WaitingReason): DeliveryRow => ({
  ...row,
  ...{ status: 'waiting', waitingReason, stoppedAt: earlier, sweepAt: null },
});
const delivered: DeliveryRow = {
  ...row,
  ...{ status: 'delivered', sentTo: maya, channel: 'email', attemptCount: 1, sweepAt: null },
  ...{ deliveredAt: earlier, lastAttempt: earlier },
};

describe('nothing more', () => {
  const decline = (before: DeliveryRow) => nextState(before, { kind: 'declined' }, now)?.after;

  test.each<[string, DeliveryRow]>([
    ['pending', row],
    ['failed', { ...row, status: 'failed', stoppedAt: earlier }],
    ...(
      [
        'no_address',
        'bad_address',
        'memory_under_review',
        'account_in_arrears',
        'physical_fulfilment',
      ] as const
    ).map((reason): [string, DeliveryRow] => [reason, waiting(reason)]),
  ])('%s waits', (_name, before) => {
    expect(decline(before)).toMatchObject({ status: 'waiting', waitingReason: 'declined', sweepAt: null });
  });

  test.each<[string, DeliveryRow]>([
    ['delivered', delivered],
    ['being sent', sending],
    ...(
      [
        'in_the_post',
        'outcome_unknown',
        'held_by_staff',
        'held_by_trusted_contact',
        'memory_withdrawn',
      ] as const
    ).map((reason): [string, DeliveryRow] => [reason, waiting(reason)]),
  ])('%s stays', (_name, before) => {
    expect(decline(before)).toBeUndefined();
  });

  test('its end sends what waited for it, and marks an attempt that still knew of it', () => {
    const end = { kind: 'declining-ended', actor: 'recipient' } as const;
    expect(nextState(waiting('declined'), end, now)).toMatchObject({
      after: { status: 'pending', waitingReason: null, holdEndedAt: now },
      enqueue: true,
    });
    const marked = nextState(sending, end, now)?.after as DeliveryRow;
    const outcome = { kind: 'waiting', reason: 'declined' } as const;
    expect(nextState(marked, { kind: 'attempted', claim, outcome, jitter: 0 }, now)?.after).toMatchObject({
      status: 'pending',
    });
  });
});

describe('not for them', () => {
  const knownSince = new Date('2030-05-04T11:00:00Z');
  const disown = (before: DeliveryRow, canBeSentAgain = true) =>
    nextState(
      before,
      { kind: 'disowned', address: maya.toUpperCase(), knownSince, canBeSentAgain, actor: 'recipient' },
      now,
    )?.after;

  test.each<[string, DeliveryRow]>([
    ['delivered and unopened', delivered],
    ['opened by the device that says so', { ...delivered, openedAt: earlier }],
  ])('%s: it waits for another address, and its link is closed', (_name, before) => {
    expect(disown(before)).toMatchObject({
      ...{ status: 'waiting', waitingReason: 'not_theirs', disownedAddress: maya },
      ...{ deliveredAt: null, openedAt: null },
    });
  });

  test('what somebody else had opened before stays delivered; its link is closed', () => {
    const read = { ...delivered, openedAt: new Date('2030-05-04T10:00:00Z') };
    expect(disown(read)).toEqual({ ...read, disownedAddress: maya });
    expect(disown(delivered, false)).toMatchObject({ status: 'delivered', disownedAddress: maya });
  });

  test('what went elsewhere is not touched', () => {
    expect(disown({ ...delivered, sentTo: 'other@example.com' })).toBeUndefined();
  });

  test('what is being sent to it meanwhile has not reached anybody', () => {
    const marked = disown(sending) as DeliveryRow;
    const outcome = { kind: 'delivered', sentTo: { channel: 'email', address: maya } } as const;
    const attempted = { kind: 'attempted', claim, outcome, jitter: 0 } as const;
    expect(nextState(marked, attempted, now)?.after).toMatchObject({ waitingReason: 'not_theirs' });
    const elsewhere = { ...outcome, sentTo: { channel: 'email', address: 'new@example.com' } } as const;
    expect(nextState(marked, { ...attempted, outcome: elsewhere }, now)?.after).toMatchObject({
      status: 'delivered',
    });
  });

  test('another address sends it again; its link is open there', () => {
    const before = disown(delivered) as DeliveryRow;
    const after = nextState(before, movedTo('new@example.com'), now);
    expect(after).toMatchObject({ after: { status: 'pending', disownedAddress: maya }, enqueue: true });
  });

  test('it is theirs after all: delivered, as of its last attempt; what had not left goes on', () => {
    const end = { kind: 'disowning-ended', address: maya, actor: 'recipient' } as const;
    const back = nextState(disown(delivered) as DeliveryRow, end, now)?.after;
    expect(back).toMatchObject({ status: 'delivered', deliveredAt: earlier, disownedAddress: null });
    const unsent = nextState(disown(row) as DeliveryRow, end, now);
    expect(unsent).toMatchObject({ after: { status: 'pending' }, enqueue: true });
  });

  test('nobody opens it there', () => {
    const closed = { ...delivered, disownedAddress: maya };
    expect(nextState(closed, openedBy(maya), now)).toBeUndefined();
  });
});
