import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  claim,
  deferred,
  delivered,
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
import { mailsWithoutAnswer } from '../../../outbox/messages/retries/retries.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import type { Outcome } from '../send/outcome.ts';
import { type DeliveryEvent, nextState } from './delivery-state.ts';
import { mayHaveLeft } from './state.ts';
import type { Transition } from './steps.ts';

const revoked: DeliveryEvent = { kind: 'release-revoked', actor: 'staff' };
const again: DeliveryEvent = { kind: 'started-again', dueAt: now };
const attempted = (outcome: Outcome): DeliveryEvent => ({ kind: 'attempted', claim, outcome, jitter: 0 });

const describeState = (next: Transition | undefined) =>
  next === undefined
    ? 'unchanged'
    : next.after === null
      ? 'removed'
      : `${next.after.waitingReason ?? next.after.status}, ${next.after.releaseRevokedAt ? 'closed' : 'open'}`;

const made: Partial<DeliveryRow> = {
  status: 'delivered',
  deliveredAt: earlier,
  sentTo: maya,
  sweepAt: null,
};
const waiting = (waitingReason: DeliveryRow['waitingReason']) => ({
  status: 'waiting' as const,
  waitingReason,
});

describe('a revoked release', () => {
  test.each<[string, Partial<DeliveryRow>, string]>([
    ['that has not been sent', {}, 'removed'],
    ['without an address', waiting('no_address'), 'removed'],
    ['by post', waiting('physical_fulfilment'), 'removed'],
    ['that staff hold', waiting('held_by_staff'), 'removed'],
    ['that may have arrived', { sentTo: maya }, 'release_revoked, closed'],
    ['whose worker vanished', { outcomeUnknownAt: earlier }, 'release_revoked, closed'],
    ['of unknown outcome', { ...waiting('outcome_unknown'), sentTo: maya }, 'release_revoked, closed'],
    ['that failed and may have arrived', { status: 'failed', sentTo: maya }, 'release_revoked, closed'],
    ['that is being sent', { status: 'sending' }, 'sending, closed'],
    ['that is made', made, 'delivered, closed'],
    [
      'whose memory was taken back',
      { ...waiting('memory_withdrawn'), sentTo: maya },
      'memory_withdrawn, closed',
    ],
    ['that is closed already', { ...made, releaseRevokedAt: earlier }, 'unchanged'],
  ])('closes or stops a delivery %s', (_name, change, expected) => {
    expect(describeState(nextState({ ...row, ...change }, revoked, now))).toBe(expected);
  });

  test.each<[string, Outcome, Partial<DeliveryRow>, string]>([
    ['accepted', delivered, {}, 'delivered, closed'],
    ['put off', deferred, {}, 'removed'],
    ['stopped before it was sent', { kind: 'put-back' }, {}, 'removed'],
    ['refused', waits('bad_address'), {}, 'removed'],
    [
      'refused, after an earlier mail of unknown outcome',
      waits('bad_address'),
      { sentTo: maya },
      'release_revoked, closed',
    ],
    ['unanswered', silence, {}, 'release_revoked, closed'],
  ])('an attempt during it that is %s', (_name, outcome, change, expected) => {
    const during = { ...sending, ...change, releaseRevokedAt: now };
    expect(describeState(nextState(during, attempted(outcome), now))).toBe(expected);
  });

  test('a mail that comes back afterwards is not sent to the address corrected since', () => {
    const bounce: DeliveryEvent = {
      kind: 'bounced-later',
      address: maya,
      reached: reachedAt('new@example.com'),
      message: '',
    };
    const next = nextState({ ...row, ...made, releaseRevokedAt: earlier }, bounce, now);
    expect([describeState(next), next?.enqueue]).toEqual(['release_revoked, closed', undefined]);
  });
});

describe('a schedule that starts again', () => {
  const closed = { ...waiting('release_revoked'), releaseRevokedAt: earlier, sentTo: maya };
  const changed = { releaseRevokedAt: earlier, memoryVersionId: 'v1' };
  const fresh = { dueAt: now, attemptAfter: now, firstAttempt: null, deliveredAt: null };
  test.each<[string, Partial<DeliveryRow>, string]>([
    ['made', { ...made, releaseRevokedAt: earlier }, 'delivered, open'],
    ['of which nobody knows whether it arrived', closed, 'pending, open'],
    [
      'of which so many mails went unanswered that somebody has to ask',
      { ...closed, unansweredMails: mailsWithoutAnswer },
      'outcome_unknown, open',
    ],
    ['whose memory was taken back', { ...closed, ...waiting('memory_withdrawn') }, 'memory_withdrawn, open'],
    ['made, and the memory changed since', { ...changed, ...made }, 'pending, open'],
    [
      'made and opened, and the memory changed since',
      { ...changed, ...made, openedAt: earlier },
      'delivered, open',
    ],
    ['of unknown outcome, and the memory changed since', { ...changed, ...closed }, 'pending, open'],
    ['still being sent', { status: 'sending', releaseRevokedAt: earlier }, 'sending, open'],
    ['that was never closed', {}, 'unchanged'],
  ])('opens the link of a delivery %s', (_name, change, expected) => {
    expect(describeState(nextState({ ...row, ...change }, again, now))).toBe(expected);
  });

  test.each<[string, Partial<DeliveryRow>, string | null]>([
    ['what was made and nobody opened', made, null],
    ['what is still being sent', { status: 'sending' }, null],
    ['what so many mails went unanswered of', { ...closed, unansweredMails: mailsWithoutAnswer }, null],
    ['what was opened', { ...made, openedAt: earlier }, 'v1'],
    ['what was taken back', { ...waiting('memory_withdrawn'), memoryWithdrawnAt: earlier }, 'v1'],
  ])('brings the memory as it is now, but for what somebody has seen: %s', (_name, change, versionId) => {
    const next = nextState({ ...row, sentTo: maya, ...change, ...changed }, again, now);
    expect(next?.after?.memoryVersionId).toBe(versionId);
  });

  test('sends anew as a new delivery, of which the send log knows nothing', () => {
    const used = { retryingSeconds: 60, unansweredMails: 2, firstAttempt: earlier };
    const anew = nextState({ ...row, ...made, ...changed, ...used }, again, now);
    expect(anew?.after).toMatchObject({ ...fresh, retryingSeconds: 0, unansweredMails: 0, sentTo: maya });
    expect(anew?.audit.map(({ action }) => action)).toEqual(['delivery.link-reopened', 'delivery.sent-anew']);
    const unknown = nextState({ ...row, ...closed, ...changed, outcomeUnknownAt: earlier }, again, now);
    expect(unknown?.after?.outcomeUnknownAt).toEqual(now);
  });

  test('counts a delivery that goes on as due now, with the time and the mails that were left', () => {
    const used = { retryingSeconds: 60, unansweredMails: 1, firstAttempt: earlier };
    expect(nextState({ ...row, ...closed, ...used }, again, now)?.after).toMatchObject({
      dueAt: now,
      firstAttempt: null,
      attemptAfter: now,
      retryingSeconds: 60,
      unansweredMails: 1,
      stoppedAt: null,
    });
  });
});

const anyEvent = fc.constantFrom<DeliveryEvent>(
  ...[delivered, deferred, silence, waits('bad_address'), waits('no_address')].map(attempted),
  attempted({ kind: 'put-back' }),
  openedBy(maya),
  movedTo('new@example.com'),
  { kind: 'memory-approved' },
  { kind: 'memory-changed', versionId: 'v1' },
  { kind: 'memory-withdrawn', actor: 'u1', received: 'keep', versionId: 'v1' },
  { kind: 'owner-restored' },
  { kind: 'retry-asked', actor: 'u1' },
  { kind: 'addresses-work', actor: 'u1' },
  { kind: 'bounced-later', address: maya, reached: reachedAt('new@example.com'), message: '' },
  { kind: 'held', actor: 'staff' },
  { kind: 'hold-ended', actor: 'staff' },
  { kind: 'found-arrived', actor: 'staff' },
  { kind: 'recipient-removed' },
);

test('F33: whatever happens to a closed delivery, nothing of it is sent and its link stays closed', () => {
  const starts = fc.constantFrom<Partial<DeliveryRow>>(
    {},
    { sentTo: maya },
    { status: 'sending', attemptCount: 1 },
    made,
    { ...waiting('outcome_unknown'), sentTo: maya },
    { status: 'failed', sentTo: maya },
    { ...waiting('bad_address'), sentTo: maya },
  );
  fc.assert(
    fc.property(starts, fc.array(anyEvent, { minLength: 1, maxLength: 8 }), (start, events) => {
      let current = nextState({ ...row, ...start }, revoked, now)?.after ?? null;
      for (const event of events) {
        if (!current) return;
        const next = nextState(current, event, now);
        expect(next?.enqueue).toBeUndefined();
        current = next ? next.after : current;
        if (!current) return;
        expect(current.releaseRevokedAt).toEqual(now);
        expect(['delivered', 'sending', 'waiting']).toContain(current.status);
        if (current.status !== 'sending')
          expect([current.sweepAt, mayHaveLeft(current)]).toEqual([null, true]);
      }
    }),
    { numRuns: 2_000 },
  );
});
