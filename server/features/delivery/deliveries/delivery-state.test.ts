import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  claim,
  deferred,
  delivered,
  earlier,
  maya,
  now,
  row,
  sending,
  silence,
  waits,
} from '../../../../test/delivery-rows.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { DeliveryRow, WaitingReason } from './deliveries.table.ts';
import { type DeliveryEvent, nextState, startsToAsk } from './delivery-state.ts';
import { requeueTime } from './enqueue.ts';
import { giveUpSeconds, mailsWithoutAnswer } from './retries.ts';
import type { Outcome } from './send-delivery.ts';

/** The transition of a row that is being sent, when its attempt ends with `outcome`. */
function afterAttempt(
  outcome: Outcome,
  change: Partial<DeliveryRow> = {},
  claimed: Partial<ClaimedDelivery> = {},
) {
  const event: DeliveryEvent = { kind: 'attempted', claim: { ...claim, ...claimed }, outcome, jitter: 0 };
  return nextState({ ...sending, ...change }, event, now);
}

const describeState = (next: ReturnType<typeof nextState>) =>
  next === undefined
    ? 'unchanged'
    : next.after === null
      ? 'removed'
      : (next.after.waitingReason ?? next.after.status);

const aWeek = { retryingSeconds: giveUpSeconds };
const inDoubt = { sentTo: maya };
const bounce = (address = maya, current = maya): DeliveryEvent => ({
  kind: 'bounced-later',
  address,
  current,
  message: '550 gone',
});

describe('an attempt', () => {
  test.each<[string, Outcome, Partial<DeliveryRow>, Partial<ClaimedDelivery>, string]>([
    // decided by the outcome alone
    ['delivered', delivered, {}, {}, 'delivered'],
    ['refused', waits('bad_address'), {}, {}, 'bad_address'],
    ['without an address', waits('no_address'), {}, {}, 'no_address'],
    ['of a memory under review', waits('memory_under_review'), {}, {}, 'memory_under_review'],
    ['deferred', deferred, {}, {}, 'pending'],
    ['deferred for a week', deferred, aWeek, {}, 'failed'],
    [
      'whose file has been missing for a week',
      { ...deferred, finalReason: 'file_damaged' },
      aWeek,
      {},
      'file_damaged',
    ],
    ['unanswered', silence, {}, {}, 'pending'],
    [
      'unanswered for the third time',
      silence,
      {},
      { unansweredMails: mailsWithoutAnswer - 1 },
      'outcome_unknown',
    ],
    [
      'by text message, unanswered however often',
      silence,
      {},
      { unansweredMails: 9, recipient: { firstName: 'Maya', lastName: '', email: null, phone: '+1' } },
      'pending',
    ],
    ['of a worker that is stopping', { kind: 'put-back' }, {}, {}, 'pending'],
    ['of an owner who is leaving', { kind: 'given-back' }, {}, {}, 'pending'],
    ['with nothing left to send', { kind: 'withdrawn' }, {}, {}, 'removed'],
    // after the claim was lost
    ['of an earlier claim', delivered, { attemptCount: 2 }, {}, 'unchanged'],
    ['of a row that has been delivered since', delivered, { status: 'delivered' }, {}, 'unchanged'],
    ['of a row that is pending again', delivered, { status: 'pending' }, {}, 'unchanged'],
    // with marks of edits made during the attempt
    [
      'refused at an address that was changed since',
      waits('bad_address'),
      { addressChangedAt: now },
      {},
      'pending',
    ],
    [
      'refused at the changed address',
      waits('bad_address'),
      { addressChangedAt: now },
      { addressChangedAt: now },
      'bad_address',
    ],
    [
      'deferred for a week, address changed since',
      deferred,
      { ...aWeek, addressChangedAt: now },
      {},
      'pending',
    ],
    ['under review, approved since', waits('memory_under_review'), { memoryApprovedAt: now }, {}, 'pending'],
    ['with a damaged file, replaced since', waits('file_damaged'), { memoryApprovedAt: now }, {}, 'pending'],
    ['refused, memory approved since', waits('bad_address'), { memoryApprovedAt: now }, {}, 'bad_address'],
    [
      'under review, address changed since',
      waits('memory_under_review'),
      { addressChangedAt: now },
      {},
      'memory_under_review',
    ],
    ['unanswered and opened since', silence, { openedAt: now }, {}, 'delivered'],
    [
      'refused, an earlier mail opened since',
      waits('bad_address'),
      { openedAt: now, ...inDoubt },
      {},
      'delivered',
    ],
    [
      'refused, an earlier mail opened before',
      waits('bad_address'),
      { openedAt: earlier, ...inDoubt },
      { wasOpened: true },
      'bad_address',
    ],
    ['refused, never sent, opened since', waits('bad_address'), { openedAt: now }, {}, 'bad_address'],
    [
      'under review, an earlier mail opened since',
      waits('memory_under_review'),
      { openedAt: now, ...inDoubt },
      {},
      'memory_under_review',
    ],
    [
      'unanswered, opened, but the address was changed since',
      silence,
      { openedAt: now, addressChangedAt: now },
      {},
      'pending',
    ],
    [
      'deferred, opened at an address that is no longer current',
      deferred,
      { openedAt: now, sentTo: 'old@example.com' },
      {},
      'pending',
    ],
    ['deferred, recipient removed', deferred, { recipientId: null }, {}, 'removed'],
    ['delivered, recipient removed', delivered, { recipientId: null }, {}, 'delivered'],
    ['deferred, memory deleted', deferred, { memoryWithdrawnAt: now }, {}, 'removed'],
    [
      'deferred, memory deleted after an unanswered mail',
      deferred,
      { memoryWithdrawnAt: now, ...inDoubt },
      {},
      'memory_withdrawn',
    ],
    ['unanswered, memory deleted', silence, { memoryWithdrawnAt: now }, {}, 'memory_withdrawn'],
    ['delivered, memory deleted', delivered, { memoryWithdrawnAt: now }, {}, 'delivered'],
  ])('%s', (_what, outcome, change, claimed, state) => {
    expect(describeState(afterAttempt(outcome, change, claimed))).toBe(state);
  });

  test('that is deferred is retried after a minute, by the sweep', () => {
    const again = new Date(now.getTime() + 60_000);
    expect(afterAttempt(deferred)?.after).toMatchObject({
      attemptAfter: again,
      sweepAt: again,
      errorMessage: '451 later',
    });
  });

  test('without an answer is counted, with the address it may have reached', () => {
    expect(afterAttempt(silence, {}, { unansweredMails: 1 })?.after).toMatchObject({
      unansweredMails: 2,
      lastUnansweredAt: now,
      outcomeUnknownAt: now,
      sentTo: maya,
    });
  });

  test('asks the owner if an address is needed, or once nothing has helped', () => {
    const asks = (outcome: Outcome, change: Partial<DeliveryRow> = {}) => {
      const next = afterAttempt(outcome, change);
      return next && startsToAsk(next)?.id;
    };
    expect(asks(deferred)).toBeUndefined();
    expect(asks(deferred, aWeek)).toBe(row.id);
    expect(asks(waits('no_address'))).toBe(row.id);
    expect(asks(waits('memory_under_review'))).toBeUndefined();
  });

  test('that failed at an address corrected since is audited as both, and is sent at once with the limits of a new one', () => {
    const next = afterAttempt(waits('bad_address'), { addressChangedAt: now, unansweredMails: 2 });
    expect(next?.audit.map(({ action }) => action)).toEqual(['delivery.waiting', 'delivery.resumed']);
    expect(next?.enqueue).toBe(true);
    expect(next?.after).toMatchObject({
      retryingSeconds: 0,
      unansweredMails: 0,
      attemptAfter: now,
      sweepAt: requeueTime(now),
    });
  });

  test('delivered over an hour late is recorded as late', () => {
    const dueAt = new Date(now.getTime() - 3_601_000);
    const audit = afterAttempt(delivered, {}, { dueAt, unknownSince: dueAt })?.audit;
    expect(audit?.map(({ action, details }) => [action, details?.['seconds']])).toEqual([
      ['delivery.delivered', undefined],
      ['delivery.outcome-resolved', undefined],
      ['delivery.late', 3601],
    ]);
  });
});

describe('an edit, an opening or a removal', () => {
  const reasons: WaitingReason[] = [
    'no_address',
    'bad_address',
    'outcome_unknown',
    'memory_under_review',
    'file_damaged',
    'physical_fulfilment',
    'held_by_staff',
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
    'sent before, memory_withdrawn': {
      ...row,
      status: 'waiting',
      waitingReason: 'memory_withdrawn',
      ...inDoubt,
    },
  };
  const unsent = ['no_address', 'bad_address', 'memory_under_review', 'file_damaged', 'pending', 'failed'];
  const holdable = [...unsent, ...['pending', 'failed', 'bad_address'].map((name) => `sent before, ${name}`)];
  /** Each event with the states that it changes, and what they become; all others stay as they are. */
  const effects: [DeliveryEvent, Record<string, string>][] = [
    [
      { kind: 'address-changed' },
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
    [{ kind: 'held', actor: 'staff' }, Object.fromEntries(holdable.map((state) => [state, 'held_by_staff']))],
    [
      { kind: 'hold-ended', actor: 'staff' },
      { held_by_staff: 'pending', 'sent before, held_by_staff': 'pending' },
    ],
    [
      { kind: 'found-arrived', actor: 'staff' },
      { outcome_unknown: 'delivered', 'sent before, outcome_unknown': 'delivered' },
    ],
    [bounce(), { delivered: 'bad_address' }],
    [bounce('MAYA@example.com'), { delivered: 'bad_address' }],
    [bounce(maya, 'new@example.com'), { delivered: 'pending' }],
    [bounce('old@example.com'), {}],
    [{ kind: 'owner-restored' }, { pending: 'pending', 'sent before, pending': 'pending' }],
    [
      { kind: 'opened', address: maya },
      {
        ...Object.fromEntries(
          Object.entries(states).map(([name, state]) => [name, state.waitingReason ?? state.status]),
        ),
        'sent before, pending': 'delivered',
        'sent before, failed': 'delivered',
        'sent before, bad_address': 'delivered',
        'sent before, outcome_unknown': 'delivered',
        'sent before, held_by_staff': 'delivered',
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
    const next = nextState({ ...row, ...inDoubt }, { kind: 'opened', address: 'new@example.com' }, now);
    expect(next?.after).toMatchObject({ status: 'pending', openedAt: now });
  });

  test('an opening settles nothing that was never sent, even where there is no address to compare', () => {
    const next = nextState(row, { kind: 'opened', address: null }, now);
    expect(next?.after).toMatchObject({ status: 'pending', openedAt: now });
  });

  test.each([
    ['was opened', { openedAt: earlier }],
    ['has lost its recipient', { recipientId: null }],
  ])('a mail that comes back changes nothing where the delivery %s', (_what, change) => {
    const made: DeliveryRow = { ...row, status: 'delivered', deliveredAt: earlier, ...inDoubt, ...change };
    expect(nextState(made, bounce(), now)).toBeUndefined();
  });

  test('a mail that comes back takes the delivery back, with the reply, and its owner is asked', () => {
    const made: DeliveryRow = { ...row, status: 'delivered', deliveredAt: earlier, ...inDoubt };
    const next = nextState(made, bounce(), now);
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
    expect(
      nextState({ ...row, openedAt: earlier, ...inDoubt }, { kind: 'opened', address: maya }, now),
    ).toBeUndefined();
  });

  test('a delivery settled by an opening is dated by its last unanswered mail', () => {
    const next = nextState(
      { ...row, ...inDoubt, lastUnansweredAt: earlier },
      { kind: 'opened', address: maya },
      now,
    );
    expect(next?.after?.deliveredAt).toEqual(earlier);
  });

  test('a delivery that is being sent stays claimed and gets a mark', () => {
    const marks: [DeliveryEvent, keyof DeliveryRow][] = [
      [{ kind: 'address-changed' }, 'addressChangedAt'],
      [{ kind: 'memory-approved' }, 'memoryApprovedAt'],
      [{ kind: 'memory-withdrawn', actor: 'u1', received: 'withdraw', versionId: null }, 'memoryWithdrawnAt'],
      [{ kind: 'opened', address: maya }, 'openedAt'],
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
