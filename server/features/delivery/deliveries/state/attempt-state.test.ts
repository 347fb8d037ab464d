import { describe, expect, test } from 'vitest';
import {
  afterAttempt,
  claim,
  deferred,
  delivered,
  describeState,
  earlier,
  maya,
  now,
  row,
  silence,
  waits,
} from '../../../../../test/delivery-rows.ts';
import { giveUpSeconds, mailsWithoutAnswer } from '../../../outbox/messages/retries/retries.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import type { ClaimedDelivery } from '../send/claim.ts';
import type { Outcome } from '../send/outcome.ts';
import { requeueTime } from '../start/enqueue.ts';
import { startsToAsk } from './delivery-state.ts';
import { afresh } from './steps.ts';

const aWeek = { retryingSeconds: giveUpSeconds };
const inDoubt = { sentTo: maya };
const onlyAPhone: ClaimedDelivery['recipient'] = {
  ...{ firstName: 'Maya', lastName: '', email: null, secondEmail: null, phone: '+1' },
  ...{ ownerRelationship: null, knownBy: null, birthday: null },
};
const atNew: Partial<ClaimedDelivery> = {
  recipient: claim.recipient && { ...claim.recipient, email: 'new@example.com' },
  contact: { channel: 'email', address: 'new@example.com' },
};
const second = 'second@example.com';
const withSecond: Partial<ClaimedDelivery> = {
  recipient: claim.recipient && { ...claim.recipient, secondEmail: second, phone: '+1' },
};

describe('an attempt', () => {
  test.each<[string, Outcome, Partial<DeliveryRow>, Partial<ClaimedDelivery>, string]>([
    // Decided by the outcome alone.
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
      { unansweredMails: 9, recipient: onlyAPhone, contact: { channel: 'text', address: '+1' } },
      'pending',
    ],
    ['of a worker that is stopping', { kind: 'put-back' }, {}, {}, 'pending'],
    ['of an owner who is leaving', { kind: 'given-back' }, {}, {}, 'pending'],
    ['with nothing left to send', { kind: 'withdrawn' }, {}, {}, 'removed'],
    // After the claim was lost.
    ['of an earlier claim', delivered, { attemptCount: 2, claimId: 'c2' }, {}, 'unchanged'],
    ['of a row that has been delivered since', delivered, { status: 'delivered' }, {}, 'unchanged'],
    ['of a row that is pending again', delivered, { status: 'pending' }, {}, 'unchanged'],
    // With marks of edits made during the attempt.
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
      { addressChangedAt: now, ...atNew },
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
    ['of somebody who is held', waits('held_by_trusted_contact'), {}, {}, 'held_by_trusted_contact'],
    ['held, let go since', waits('held_by_trusted_contact'), { holdEndedAt: now }, {}, 'pending'],
    [
      'held again, let go before',
      waits('held_by_trusted_contact'),
      { holdEndedAt: earlier },
      { holdEndedAt: earlier },
      'held_by_trusted_contact',
    ],
    ['in arrears', waits('account_in_arrears'), {}, {}, 'account_in_arrears'],
    ['in arrears, paid since', waits('account_in_arrears'), { accountPaidAt: now }, {}, 'pending'],
    [
      'in arrears again, paid before',
      waits('account_in_arrears'),
      { accountPaidAt: earlier },
      { accountPaidAt: earlier },
      'account_in_arrears',
    ],
    ['refused, paid since', waits('bad_address'), { accountPaidAt: now }, {}, 'bad_address'],
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

  test('that is deferred is retried after half a minute, by the sweep', () => {
    const again = new Date(now.getTime() + 30_000);
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

describe('a second address and a phone are tried in order, each once', () => {
  const atSecond = { ...withSecond, contact: { channel: 'email', address: second } } as const;
  const atPhone = { ...withSecond, contact: { channel: 'text', address: '+1' } } as const;

  test.each<[string, Outcome, Partial<DeliveryRow>]>([
    ['refused', waits('bad_address'), { unansweredMails: 2 }],
    ['deferred for a week', deferred, aWeek],
  ])('%s: the next has all the time and mails of a new one', (_what, outcome, change) => {
    const first = afterAttempt(outcome, change, withSecond);
    expect(first?.after).toMatchObject({ ...{ status: 'pending', attemptAfter: now }, ...afresh });
    expect(first?.after?.failedAddresses).toEqual([maya]);
    expect(first?.audit.map(({ action }) => action)).toEqual(['delivery.next-address']);
    const next = afterAttempt(outcome, { ...change, failedAddresses: [maya] }, atSecond);
    expect(next?.after).toMatchObject({ status: 'pending', failedAddresses: [maya, second] });
    const last = afterAttempt(outcome, { ...change, failedAddresses: [maya, second] }, atPhone);
    expect(['bad_address', 'failed']).toContain(describeState(last));
    expect(last?.after?.failedAddresses).toEqual([maya, second, '+1']);
  });

  test.each<[string, Outcome, Partial<ClaimedDelivery>]>([
    ['may have arrived', silence, { ...withSecond, unansweredMails: mailsWithoutAnswer - 1 }],
    ['brings a damaged file', waits('file_damaged'), withSecond],
    ['is for somebody who wants nothing more', waits('declined'), withSecond],
  ])('one that %s does not go elsewhere by itself', (_what, outcome, claimed) => {
    const next = afterAttempt(outcome, {}, claimed)?.after;
    expect(next).toMatchObject({ status: 'waiting', failedAddresses: [] });
  });

  test('somebody else’s address is passed over', () => {
    const next = afterAttempt(waits('bad_address'), {}, { ...withSecond, notTheirs: second });
    expect(next?.after?.status).toBe('pending');
    const onlyTheirs = { ...withSecond.recipient, phone: null } as ClaimedDelivery['recipient'];
    const none = afterAttempt(waits('bad_address'), {}, { recipient: onlyTheirs, notTheirs: second });
    expect(describeState(none)).toBe('bad_address');
  });
});
