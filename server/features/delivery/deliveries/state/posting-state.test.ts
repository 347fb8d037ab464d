import { expect, test } from 'vitest';
import { describeState, earlier, maya, now, row, sending } from '../../../../../test/delivery-rows.ts';
import type { DeliveryRow, WaitingReason } from '../deliveries.table.ts';
import { type DeliveryEvent, nextState } from './delivery-state.ts';

type PostingEvent = Extract<DeliveryEvent, { kind: 'posted' | 'post-arrived' | 'post-returned' }>;

const [posted, arrived, returned]: PostingEvent[] = [
  { kind: 'posted', actor: 'u9', address: '1 Harbour Road' },
  { kind: 'post-arrived', actor: 'u9' },
  { kind: 'post-returned', actor: 'u9' },
] as const satisfies PostingEvent[];

const waits = (waitingReason: WaitingReason): DeliveryRow => ({
  ...row,
  status: 'waiting',
  waitingReason,
});
const inThePost = {
  ...waits('in_the_post'),
  sentTo: '1 Harbour Road',
  memoryVersionId: 'v1',
  stoppedAt: earlier,
};
const states: Record<string, DeliveryRow> = {
  pending: row,
  sending,
  delivered: { ...row, status: 'delivered', deliveredAt: earlier, sentTo: maya },
  failed: { ...row, status: 'failed' },
  no_address: waits('no_address'),
  outcome_unknown: waits('outcome_unknown'),
  held_by_trusted_contact: waits('held_by_trusted_contact'),
  physical_fulfilment: { ...waits('physical_fulfilment'), stoppedAt: earlier },
  in_the_post: inThePost,
};

test.each([
  ['posted', posted, 'physical_fulfilment', 'in_the_post'],
  ['arrived', arrived, 'in_the_post', 'delivered'],
  ['come back', returned, 'in_the_post', 'physical_fulfilment'],
] as const)('only what waits for it is %s', (_name, event, from, to) => {
  for (const [name, before] of Object.entries(states)) {
    const next = event && nextState(before, event, now);
    expect([name, describeState(next)]).toEqual([name, name === from ? to : 'unchanged']);
  }
});

test('what is posted waits since then, and has left us: an edit no longer reaches it', () => {
  const after = posted && nextState(states['physical_fulfilment'] ?? row, posted, now)?.after;
  expect(after).toMatchObject({ sentTo: '1 Harbour Road', stoppedAt: now, sweepAt: null });
  const edited = after && nextState(after, { kind: 'memory-changed', versionId: 'v2' }, now)?.after;
  expect(edited?.memoryVersionId).toBe('v2');
});

test('what came back was never given: the next parcel brings the memory as it is then', () => {
  const after = returned && nextState(inThePost, returned, now)?.after;
  expect(after).toMatchObject({ sentTo: null, memoryVersionId: null, stoppedAt: now });
});
