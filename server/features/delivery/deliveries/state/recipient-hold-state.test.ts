import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  claim,
  deferred,
  delivered,
  movedTo,
  now,
  row,
  silence,
  waits,
} from '../../../../../test/delivery-rows.ts';
import { secondsAfter } from '../../../../platform/clock.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import type { ClaimedDelivery } from '../send/claim.ts';
import type { Outcome } from '../send/outcome.ts';
import { requeueTime } from '../start/enqueue.ts';
import { type DeliveryEvent, nextState } from './delivery-state.ts';

// The table of delivery-state.test.ts shows which states these events change.

test('what waited for a payment keeps the time and the mails that are left, and goes on at once', () => {
  const used = { retryingSeconds: 60, unansweredMails: 2 };
  const unpaid: DeliveryRow = { ...row, ...used, status: 'waiting', waitingReason: 'account_in_arrears' };
  const next = nextState(unpaid, { kind: 'account-paid' }, now);
  expect(next).toMatchObject({
    after: { ...used, status: 'pending', waitingReason: null, attemptAfter: now, stoppedAt: null },
    audit: [{ action: 'delivery.resumed', actor: 'system' }],
    enqueue: true,
  });
  // If an address is shared, the others have not had their mail either: it is sent with theirs.
  expect(next?.after?.holdEndedAt).toBeNull();
});

test('a hold by a trusted contact keeps the time and the mails that are left, and what was let go is audited and goes on at once', () => {
  const used = { retryingSeconds: 60, unansweredMails: 2 };
  const held = nextState({ ...row, ...used }, { kind: 'recipient-held', actor: 'contact' }, now);
  expect(held?.after).toMatchObject({ ...used, sweepAt: null, stoppedAt: now });
  expect(held?.audit).toMatchObject([
    { action: 'delivery.waiting', actor: 'contact', details: { reason: 'held_by_trusted_contact' } },
  ]);
  const next = held?.after && nextState(held.after, { kind: 'recipient-hold-ended', actor: 'staff' }, now);
  expect(next).toMatchObject({
    after: { ...used, holdEndedAt: now, waitingReason: null, attemptAfter: now, sweepAt: requeueTime(now) },
    audit: [{ action: 'delivery.resumed', actor: 'staff' }],
    enqueue: true,
  });
  expect(next?.after?.stoppedAt).toBeNull();
});

test('the end of a wait for an address moves what it put off, and not a pause after a mail server that was away', () => {
  const waitedUntil = secondsAfter(now, 48 * 3600);
  const ended = (change: Partial<DeliveryRow>) =>
    nextState({ ...row, ...change }, { kind: 'address-wait-ended', waitedUntil }, now)?.after;
  expect(ended({ attemptAfter: waitedUntil })).toMatchObject({ status: 'pending', attemptAfter: now });
  expect(ended({ attemptAfter: secondsAfter(now, 600) })).toBeUndefined();
  expect(ended({ attemptAfter: waitedUntil, status: 'waiting' })).toBeUndefined();
  // An attempt that saw the wait is made again.
  expect(ended({ status: 'sending' })).toMatchObject({ status: 'sending', addressChangedAt: now });
});

/** A recipient, their delivery, whether its owner has paid, and the attempt in progress, as in the product. */
interface World {
  at: Date;
  isHeld: boolean;
  isPaid: boolean;
  delivery: DeliveryRow;
  attempt: ClaimedDelivery | undefined;
  sent: number;
}

type Step =
  | 'hold'
  | 'lift'
  | 'lapse'
  | 'pay'
  | 'staff hold'
  | 'staff release'
  | 'claim'
  | 'refused'
  | 'deferred'
  | 'silent'
  | 'sent';

const outcomes: Partial<Record<Step, Outcome>> = {
  refused: waits('bad_address'),
  deferred,
  silent: silence,
  sent: delivered,
};

function apply(world: World, event: DeliveryEvent): World {
  const next = nextState(world.delivery, event, world.at);
  return next?.after ? { ...world, delivery: next.after } : world;
}

function claimed(world: World): World {
  const { delivery, isHeld, isPaid, at } = world;
  if (delivery.status !== 'pending') return world;
  const attempt = delivery.attemptCount + 1;
  const { holdEndedAt, accountPaidAt, unansweredMails } = delivery;
  const obstacles = { isRecipientHeld: isHeld, isInArrears: !isPaid };
  const snapshot = {
    attempt,
    claimId: `c${attempt}`,
    holdEndedAt,
    accountPaidAt,
    unansweredMails,
    ...obstacles,
  };
  return {
    ...world,
    delivery: { ...delivery, status: 'sending', attemptCount: attempt, claimId: `c${attempt}`, sweepAt: at },
    attempt: { ...claim, ...snapshot },
  };
}

/** The attempt ends as it really would: by what its snapshot knows, or as the mail server says. */
function ended(world: World, outcome: Outcome): World {
  const { attempt } = world;
  if (!attempt) return world;
  const made = obstacleOf(attempt) ?? outcome;
  const sent = world.sent + Number(made.kind === 'delivered');
  return {
    ...apply(world, { kind: 'attempted', claim: attempt, outcome: made, jitter: 0.5 }),
    attempt: undefined,
    sent,
  };
}

function obstacleOf({ isRecipientHeld, isInArrears }: ClaimedDelivery): Outcome | undefined {
  if (isRecipientHeld) return waits('held_by_trusted_contact');
  return isInArrears ? waits('account_in_arrears') : undefined;
}

function take(before: World, step: Step): World {
  const world = { ...before, at: secondsAfter(before.at, 1) };
  const actor = 'somebody';
  switch (step) {
    case 'hold':
      return apply({ ...world, isHeld: true }, { kind: 'recipient-held', actor });
    case 'lift':
      return world.isHeld
        ? apply({ ...world, isHeld: false }, { kind: 'recipient-hold-ended', actor })
        : world;
    case 'lapse':
      return { ...world, isPaid: false };
    case 'pay':
      return world.isPaid ? world : apply({ ...world, isPaid: true }, { kind: 'account-paid' });
    case 'staff hold':
      return apply(world, { kind: 'held', actor });
    case 'staff release':
      return apply(world, { kind: 'hold-ended', actor });
    case 'claim':
      return claimed(world);
    default:
      return ended(world, outcomes[step] ?? deferred);
  }
}

const steps: Step[] = [
  'hold',
  'lift',
  'lapse',
  'pay',
  'staff hold',
  'staff release',
  'claim',
  'refused',
  'deferred',
  'silent',
  'sent',
];

test('in any order of holds, payments and attempts nothing is sent to somebody who is held or not paid for, and nothing is lost or doubled after', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(fc.constantFrom(...steps), { maxLength: 25 }), (isHeld, order) => {
      // It may have fallen due during a hold.
      let world: World = { at: now, isHeld, isPaid: true, delivery: row, attempt: undefined, sent: 0 };
      for (const step of order) {
        const wasKnown = world.attempt && obstacleOf(world.attempt);
        const { sent } = world;
        world = take(world, step);
        if (wasKnown) expect(world.sent, 'nothing is sent once an attempt knows of it').toBe(sent);
        if (!world.isHeld) expect(world.delivery.waitingReason).not.toBe('held_by_trusted_contact');
        if (world.isPaid) expect(world.delivery.waitingReason).not.toBe('account_in_arrears');
      }
      // In the end everybody lets go and pays, a better address comes, and the mail server accepts everything.
      for (const last of ['sent', 'lift', 'pay', 'staff release'] as const) world = take(world, last);
      world = apply(world, movedTo('new@example.com'));
      for (const last of ['claim', 'sent'] as const) world = take(world, last);
      expect([world.delivery.status, world.sent]).toEqual(['delivered', 1]);
    }),
    { numRuns: 500 },
  );
});
