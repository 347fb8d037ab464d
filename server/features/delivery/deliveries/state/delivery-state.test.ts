import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterAttempt,
  claim,
  deferred,
  delivered,
  describeState,
  earlier,
  maya,
  movedTo,
  now,
  openedBy,
  reachedAt,
  row,
  sending,
  silence,
  waits,
} from '../../../../../test/delivery-rows.ts';
import { giveUpSeconds } from '../../../outbox/messages/retries/retries.ts';
import type { DeliveryRow, WaitingReason } from '../deliveries.table.ts';
import type { Outcome } from '../send/outcome.ts';
import { type DeliveryEvent, nextState, startsToAsk } from './delivery-state.ts';

const aWeek = { retryingSeconds: giveUpSeconds };
const inDoubt = { sentTo: maya };
const bounce = (address = maya, ...addresses: string[]): DeliveryEvent => ({
  kind: 'bounced-later',
  address,
  reached: reachedAt(...addresses),
  message: '550 gone',
});

describe('an edit, an opening or a removal', () => {
  const reasons: WaitingReason[] = [
    'no_address',
    'bad_address',
    'outcome_unknown',
    'memory_under_review',
    'file_damaged',
    'physical_fulfilment',
    'in_the_post',
    'held_by_staff',
    'held_by_trusted_contact',
    'held_by_guardian',
    'account_in_arrears',
    'memory_withdrawn',
  ];
  const states: Record<string, DeliveryRow> = {
    pending: row,
    'sent before, pending': { ...row, ...inDoubt },
    sending,
    delivered: { ...row, status: 'delivered', deliveredAt: earlier, ...inDoubt },
    failed: { ...row, status: 'failed' },
    'sent before, failed': { ...row, status: 'failed', ...inDoubt },
    ...Object.fromEntries(
      reasons.map((reason) => [reason, { ...row, status: 'waiting', waitingReason: reason }]),
    ),
    'sent before, bad_address': { ...row, status: 'waiting', waitingReason: 'bad_address', ...inDoubt },
    'sent before, outcome_unknown': {
      ...row,
      status: 'waiting',
      waitingReason: 'outcome_unknown',
      ...inDoubt,
    },
    'sent before, held_by_staff': { ...row, status: 'waiting', waitingReason: 'held_by_staff', ...inDoubt },
    'sent before, held_by_trusted_contact': {
      ...row,
      status: 'waiting',
      waitingReason: 'held_by_trusted_contact',
      ...inDoubt,
    },
    'sent before, held_by_guardian': {
      ...row,
      status: 'waiting',
      waitingReason: 'held_by_guardian',
      ...inDoubt,
    },
    'sent before, account_in_arrears': {
      ...row,
      status: 'waiting',
      waitingReason: 'account_in_arrears',
      ...inDoubt,
    },
    'sent before, memory_withdrawn': {
      ...row,
      status: 'waiting',
      waitingReason: 'memory_withdrawn',
      ...inDoubt,
    },
  };
  const unsent = ['no_address', 'memory_under_review', 'file_damaged'];
  const either = ['pending', 'failed', 'bad_address', 'account_in_arrears'];
  const holdable = [...unsent, ...either, ...either.map((name) => `sent before, ${name}`)];
  /** Each event with the states that it changes, and what they become; all others stay as they are. */
  const effects: [DeliveryEvent, Record<string, string>][] = [
    [
      movedTo('new@example.com'),
      {
        sending: 'sending',
        failed: 'pending',
        'sent before, failed': 'pending',
        no_address: 'pending',
        bad_address: 'pending',
        outcome_unknown: 'pending',
        'sent before, bad_address': 'pending',
        'sent before, outcome_unknown': 'pending',
      },
    ],
    [
      { kind: 'memory-approved' },
      { sending: 'sending', memory_under_review: 'pending', file_damaged: 'pending' },
    ],
    [
      { kind: 'memory-withdrawn', actor: 'u1', received: 'withdraw', versionId: null },
      {
        pending: 'removed',
        'sent before, pending': 'memory_withdrawn',
        sending: 'sending',
        failed: 'removed',
        'sent before, failed': 'memory_withdrawn',
        ...Object.fromEntries(reasons.map((reason) => [reason, 'removed'])),
        'sent before, bad_address': 'memory_withdrawn',
        'sent before, outcome_unknown': 'memory_withdrawn',
        'sent before, held_by_staff': 'memory_withdrawn',
        'sent before, held_by_trusted_contact': 'memory_withdrawn',
        'sent before, held_by_guardian': 'memory_withdrawn',
        'sent before, account_in_arrears': 'memory_withdrawn',
        'sent before, memory_withdrawn': 'memory_withdrawn',
      },
    ],
    [
      { kind: 'memory-changed', versionId: 'v1' },
      {
        sending: 'sending',
        delivered: 'delivered',
        'sent before, pending': 'pending',
        'sent before, failed': 'failed',
        'sent before, bad_address': 'bad_address',
        'sent before, outcome_unknown': 'outcome_unknown',
        'sent before, held_by_staff': 'held_by_staff',
        'sent before, held_by_trusted_contact': 'held_by_trusted_contact',
        'sent before, held_by_guardian': 'held_by_guardian',
        'sent before, account_in_arrears': 'account_in_arrears',
        'sent before, memory_withdrawn': 'memory_withdrawn',
      },
    ],
    [
      { kind: 'recipient-removed' },
      {
        pending: 'removed',
        'sent before, pending': 'removed',
        failed: 'removed',
        'sent before, failed': 'removed',
        ...Object.fromEntries(
          reasons.filter((reason) => reason !== 'memory_withdrawn').map((reason) => [reason, 'removed']),
        ),
        'sent before, bad_address': 'removed',
        'sent before, outcome_unknown': 'removed',
        'sent before, held_by_staff': 'removed',
        'sent before, held_by_trusted_contact': 'removed',
        'sent before, held_by_guardian': 'removed',
        'sent before, account_in_arrears': 'removed',
      },
    ],
    [
      { kind: 'retry-asked', actor: 'u1' },
      {
        failed: 'pending',
        'sent before, failed': 'pending',
        bad_address: 'pending',
        outcome_unknown: 'pending',
        file_damaged: 'pending',
        'sent before, bad_address': 'pending',
        'sent before, outcome_unknown': 'pending',
      },
    ],
    [
      { kind: 'addresses-work', actor: 'u1' },
      {
        failed: 'pending',
        'sent before, failed': 'pending',
        bad_address: 'pending',
        outcome_unknown: 'pending',
        'sent before, bad_address': 'pending',
        'sent before, outcome_unknown': 'pending',
      },
    ],
    [
      { kind: 'recipient-held', actor: 'staff' },
      Object.fromEntries(
        ['pending', 'sent before, pending', 'physical_fulfilment'].map((state) => [
          state,
          'held_by_trusted_contact',
        ]),
      ),
    ],
    [
      { kind: 'recipient-hold-ended', actor: 'staff' },
      {
        ...Object.fromEntries(
          Object.entries(states).map(([name, state]) => [name, state.waitingReason ?? state.status]),
        ),
        delivered: 'unchanged',
        held_by_trusted_contact: 'pending',
        'sent before, held_by_trusted_contact': 'pending',
      },
    ],
    [
      { kind: 'guardian-held', actor: 'guardian' },
      Object.fromEntries(
        ['pending', 'sent before, pending', 'physical_fulfilment'].map((state) => [
          state,
          'held_by_guardian',
        ]),
      ),
    ],
    [
      { kind: 'guardian-hold-ended', actor: 'guardian' },
      {
        ...Object.fromEntries(
          Object.entries(states).map(([name, state]) => [name, state.waitingReason ?? state.status]),
        ),
        delivered: 'unchanged',
        held_by_guardian: 'pending',
        'sent before, held_by_guardian': 'pending',
      },
    ],
    [
      { kind: 'account-paid' },
      {
        sending: 'sending',
        account_in_arrears: 'pending',
        'sent before, account_in_arrears': 'pending',
      },
    ],
    [{ kind: 'held', actor: 'staff' }, Object.fromEntries(holdable.map((state) => [state, 'held_by_staff']))],
    [
      { kind: 'hold-ended', actor: 'staff' },
      { held_by_staff: 'pending', 'sent before, held_by_staff': 'pending' },
    ],
    [
      { kind: 'found-arrived', actor: 'staff' },
      { outcome_unknown: 'delivered', 'sent before, outcome_unknown': 'delivered' },
    ],
    [bounce(maya, maya), { delivered: 'bad_address' }],
    [bounce('MAYA@example.com', maya), { delivered: 'bad_address' }],
    [bounce(maya, 'new@example.com'), { delivered: 'pending' }],
    [bounce(maya, maya, 'second@example.com'), { delivered: 'pending' }],
    [bounce('old@example.com'), {}],
    [{ kind: 'owner-restored' }, { pending: 'pending', 'sent before, pending': 'pending' }],
    [
      openedBy(maya),
      {
        ...Object.fromEntries(
          Object.entries(states).map(([name, state]) => [name, state.waitingReason ?? state.status]),
        ),
        'sent before, pending': 'delivered',
        'sent before, failed': 'delivered',
        'sent before, bad_address': 'delivered',
        'sent before, outcome_unknown': 'delivered',
        'sent before, held_by_staff': 'delivered',
        'sent before, held_by_trusted_contact': 'delivered',
        'sent before, held_by_guardian': 'delivered',
        'sent before, account_in_arrears': 'delivered',
        'sent before, memory_withdrawn': 'delivered',
      },
    ],
  ];

  test.each(effects)('%o', (event, changes) => {
    const found = Object.entries(states).map(([name, state]) => [
      name,
      describeState(nextState(state, event, now)),
    ]);
    const expected = Object.keys(states).map((name) => [name, changes[name] ?? 'unchanged']);
    expect(found).toEqual(expected);
  });

  test.each(['keep', 'withdraw'] as const)(
    'of a memory deleted with "%s" its recipients see what was sent, or nothing',
    (received) => {
      const event: DeliveryEvent = { kind: 'memory-withdrawn', actor: 'u1', received, versionId: 'v1' };
      const made: DeliveryRow = { ...row, status: 'delivered', deliveredAt: earlier, ...inDoubt };
      for (const given of [made, { ...row, ...inDoubt }, sending])
        for (const memoryVersionId of [null, 'v0']) {
          const next = nextState({ ...given, memoryVersionId }, event, now);
          expect((next?.after ?? { memoryVersionId }).memoryVersionId).toBe(
            received === 'keep' ? (memoryVersionId ?? 'v1') : null,
          );
        }
    },
  );

  test.each<[string, Outcome, Partial<DeliveryRow>, string | null]>([
    ['delivered', delivered, {}, 'v1'],
    ['not answered', silence, {}, 'v1'],
    ['deferred', deferred, {}, null],
    ['deferred, after one that was not answered', deferred, inDoubt, 'v1'],
    ['deferred, after a worker that died', deferred, { outcomeUnknownAt: earlier }, 'v1'],
    ['deferred, and opened meanwhile', deferred, { openedAt: now }, 'v1'],
    ['refused', waits('bad_address'), {}, null],
    ['of a damaged file', waits('file_damaged'), inDoubt, null],
  ])(
    'a mail %s: what the memory was when it began counts only where it may have arrived',
    (_what, ...given) => {
      const [outcome, change, version] = given;
      const next = afterAttempt(outcome, { ...change, memoryVersionId: 'v1' });
      expect(next?.after?.memoryVersionId).toBe(version);
    },
  );

  test('an opening does not settle a delivery whose mail went to an old address', () => {
    const next = nextState({ ...row, ...inDoubt }, openedBy('new@example.com'), now);
    expect(next?.after).toMatchObject({ status: 'pending', openedAt: now });
  });

  test('an opening settles nothing that was never sent, even where there is no address to compare', () => {
    const next = nextState(row, openedBy(), now);
    expect(next?.after).toMatchObject({ status: 'pending', openedAt: now });
  });

  test.each([
    ['was opened', { openedAt: earlier }],
    ['has lost its recipient', { recipientId: null }],
  ])('a mail that comes back changes nothing where the delivery %s', (_what, change) => {
    const made: DeliveryRow = { ...row, status: 'delivered', deliveredAt: earlier, ...inDoubt, ...change };
    expect(nextState(made, bounce(maya, maya), now)).toBeUndefined();
  });

  test('a mail that comes back takes the delivery back, with the reply, and its owner is asked', () => {
    const made: DeliveryRow = { ...row, status: 'delivered', deliveredAt: earlier, ...inDoubt };
    const next = nextState(made, bounce(maya, maya), now);
    expect(next?.after).toMatchObject({ errorMessage: '550 gone', deliveredAt: null, sentTo: maya });
    expect(next?.audit.map(({ action }) => action)).toEqual(['delivery.bounced', 'delivery.waiting']);
    expect(next && startsToAsk(next)).toBe(next?.after);
  });

  test('another try that the owner wants is audited as theirs, and starts with all its time', () => {
    const next = nextState({ ...row, status: 'failed', ...aWeek }, { kind: 'retry-asked', actor: 'u1' }, now);
    expect(next).toMatchObject({ enqueue: true, after: { retryingSeconds: 0, attemptAfter: now } });
    expect(next?.audit).toMatchObject([{ action: 'delivery.resumed', actor: 'u1' }]);
  });

  test('only the first opening counts', () => {
    expect(nextState({ ...row, openedAt: earlier, ...inDoubt }, openedBy(maya), now)).toBeUndefined();
  });

  test('a delivery settled by an opening is dated by its last unanswered mail', () => {
    const next = nextState({ ...row, ...inDoubt, lastUnansweredAt: earlier }, openedBy(maya), now);
    expect(next?.after?.deliveredAt).toEqual(earlier);
  });

  test('a delivery that is being sent stays claimed and gets a mark', () => {
    const marks: [DeliveryEvent, keyof DeliveryRow][] = [
      [movedTo('new@example.com'), 'addressChangedAt'],
      [{ kind: 'memory-approved' }, 'memoryApprovedAt'],
      [{ kind: 'recipient-hold-ended', actor: 'staff' }, 'holdEndedAt'],
      [{ kind: 'account-paid' }, 'accountPaidAt'],
      [{ kind: 'memory-withdrawn', actor: 'u1', received: 'withdraw', versionId: null }, 'memoryWithdrawnAt'],
      [openedBy(maya), 'openedAt'],
    ];
    for (const [event, column] of marks)
      expect(nextState(sending, event, now)?.after).toEqual({ ...sending, [column]: now });
  });

  const outcomes: Outcome[] = [
    delivered,
    deferred,
    silence,
    waits('bad_address'),
    waits('memory_under_review'),
    waits('account_in_arrears'),
    { kind: 'given-back' },
    { kind: 'withdrawn' },
  ];
  const anyEvent = fc.oneof(
    fc.constantFrom<DeliveryEvent>(...effects.map(([event]) => event)),
    fc
      .constantFrom(...outcomes)
      .map((outcome): DeliveryEvent => ({ kind: 'attempted', claim, outcome, jitter: 0.5 })),
  );

  test('in any order of events, unfinished deliveries are swept again and finished ones never', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 12 }), (events) => {
        let state: DeliveryRow = sending;
        for (const event of events) {
          const next = nextState(state, event, now);
          if (next?.after === null) return;
          if (next && state.status === 'delivered' && event.kind !== 'bounced-later')
            expect(next.after?.status).toBe('delivered');
          state = next?.after ?? state;
          const isUnfinished = state.status === 'pending' || state.status === 'sending';
          expect(state.sweepAt !== null, state.status).toBe(isUnfinished);
          expect(state.status === 'waiting', state.status).toBe(state.waitingReason !== null);
          expect(state.deliveredAt !== null, state.status).toBe(state.status === 'delivered');
          if (state.status === 'pending') state = { ...state, status: 'sending' };
        }
      }),
    );
  });
});
