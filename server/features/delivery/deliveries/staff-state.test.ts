import { expect, test } from 'vitest';
import { maya, now, row } from '../../../../test/delivery-rows.ts';
import { requeueTime } from './start/enqueue.ts';
import { nextState } from './state/delivery-state.ts';

// The table of delivery-state.test.ts shows which states these events change.

test('a hold keeps the time and the mails that are left, is not sent while it lasts, and goes on at once after it', () => {
  const used = { retryingSeconds: 60, unansweredMails: 2, sentTo: maya };
  const held = nextState({ ...row, ...used }, { kind: 'held', actor: 'staff' }, now)?.after;
  expect(held).toMatchObject({ ...used, sweepAt: null, stoppedAt: now });
  const next = held && nextState(held, { kind: 'hold-ended', actor: 'staff' }, now);
  expect(next).toMatchObject({
    after: { ...used, waitingReason: null, attemptAfter: now, sweepAt: requeueTime(now), stoppedAt: null },
    enqueue: true,
  });
});
