import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { leaseSeconds } from '../../../outbox/messages/messages.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { resumeDeliveriesOfRecipient } from '../deliveries.ts';
import { requeueTime } from '../start/enqueue.ts';
import { requeueDeliveries } from '../start/sweep.jobs.ts';
import { claimDeliveries } from './claim.ts';
import { refreshClaims, renewLeases } from './leases.ts';

// Tests each condition of the claiming statement on its own: in every other respect the row could be claimed.

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;

let row: DeliveryRow;
beforeEach(async () => {
  clock.differ(0);
  await db.delete(deliveryQueue);
  row = requireFound((await deliveriesOf(testApp, await startDelivery(testApp)))[0]);
});

const change = (columns: Partial<DeliveryRow>) =>
  db.update(deliveryQueue).set(columns).where(eq(deliveryQueue.id, row.id));
const claimIt = () => claimDeliveries(services, [row.id]);

test('a due delivery is claimed once, until its lease has ended', async () => {
  expect(await claimIt()).toMatchObject([{ id: row.id, attempt: 1, unknownSince: null }]);
  expect(await claimIt()).toEqual([]);
  clock.advance(leaseSeconds - 1);
  expect(await claimIt()).toEqual([]);
  clock.advance(1);
  expect(await claimIt()).toMatchObject([{ attempt: 2, unknownSince: expect.any(Date) }]);
});

test('nothing is claimed before it is due, even if an attempt is allowed', async () => {
  await change({ dueAt: secondsAfter(clock.now(), 1) });
  expect(await claimIt()).toEqual([]);
  clock.advance(1);
  expect(await claimIt()).toHaveLength(1);
});

test('a delivery that falls due while it is being claimed is left to the next sweep, and not tried before it was due', async () => {
  const dueAt = secondsAfter(clock.now(), 0.05);
  await change({ dueAt });
  let readings = 0;
  const passing = { ...clock, now: () => secondsAfter(clock.now(), 0.03 * ++readings) };
  clock.advance(1);
  clock.differ(-1);
  const claims = () => claimDeliveries({ ...services, clock: passing }, [row.id]);
  expect(await claims()).toEqual([]);
  expect(requireFound((await db.select().from(deliveryQueue))[0]).sweepAt).toEqual(dueAt);
  while ((await claims()).length === 0);
  const { firstAttempt } = requireFound((await db.select().from(deliveryQueue))[0]);
  expect(firstAttempt?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime());
});

test('what was not claimed always has a time at which the sweep looks at it again', async () => {
  const sweepAt = async () => requireFound((await db.select().from(deliveryQueue))[0]).sweepAt;
  const soon = secondsAfter(clock.now(), 1);
  await change({ attemptAfter: soon });
  expect(await claimIt()).toEqual([]);
  expect(await sweepAt()).toEqual(soon);
  await change({ attemptAfter: clock.now(), dueAt: soon });
  expect(await claimIt()).toEqual([]);
  expect(await sweepAt()).toEqual(soon);
  await change({ dueAt: clock.now() });
  await db.update(users).set({ deletionRequestedAt: clock.now() }).where(eq(users.id, row.userId));
  expect(await claimIt()).toEqual([]);
  expect(await sweepAt()).toEqual(requeueTime(clock.now()));
});

test.each([0.02, 0.3, 3, 25])(
  'F43: a worker whose clock is %d s behind leaves what was resumed just now to the next sweep, not to a lost job',
  async (seconds) => {
    await change({ attemptAfter: clock.now(), sweepAt: null });
    clock.differ(-seconds);
    expect(await claimIt()).toEqual([]);
    clock.differ(0);
    expect(await requeueDeliveries(services)).toBe(1);
    expect(await claimIt()).toHaveLength(1);
  },
);

test('nothing is claimed before the time of its next attempt', async () => {
  await change({ attemptAfter: secondsAfter(clock.now(), 1) });
  expect(await claimIt()).toEqual([]);
  clock.advance(1);
  expect(await claimIt()).toHaveLength(1);
});

test.each([31, -31, 1_900 * 24 * 60 * 60])(
  'F20: nothing is claimed by a process whose clock is %i seconds ahead of the database; the next sweep takes it up',
  async (seconds) => {
    clock.differ(seconds);
    expect(await claimIt()).toEqual([]);
    expect(await requeueDeliveries(services)).toBe(0);
    clock.differ(0);
    expect(await requeueDeliveries(services)).toBe(1);
    expect(await claimIt()).toHaveLength(1);
  },
);

test('F20: nothing is claimed early by a process that is 20 seconds ahead', async () => {
  await change({ dueAt: secondsAfter(clock.now(), 10) });
  clock.differ(20);
  expect(await claimIt()).toEqual([]);
  clock.advance(10);
  expect(await claimIt()).toHaveLength(1);
  clock.differ(0);
});

test.each([29, -29])(
  'F20: what a worker %i seconds ahead has claimed is its own for the whole lease',
  async (seconds) => {
    const since = minutesAfter(clock.now(), -1);
    await change({ dueAt: since, attemptAfter: since });
    clock.differ(seconds);
    const [claim] = await claimIt();
    clock.differ(0);
    clock.advance(leaseSeconds - 1);
    expect(await claimIt()).toEqual([]);
    clock.differ(seconds);
    await renewLeases(services, [requireFound(claim)]);
    clock.differ(0);
    clock.advance(leaseSeconds - 1);
    expect(await claimIt()).toEqual([]);
    clock.advance(1);
    expect(await claimIt()).toHaveLength(1);
  },
);

test('F21: a worker whose clock was set back still notices that another has claimed its delivery', async () => {
  const claim = requireFound((await claimIt())[0]);
  clock.advance(leaseSeconds);
  expect(await claimIt()).toHaveLength(1);
  clock.differ(-2 * 60 * 60);
  await refreshClaims(services, claim);
  expect(claim.isLost).toBe(true);
});

test.each(['waiting', 'delivered', 'failed'] as const)('a %s delivery is not claimed', async (status) => {
  await change({ status });
  expect(await claimIt()).toEqual([]);
});

test('nothing is claimed for an owner whose account is to be deleted', async () => {
  const leave = (at: Date | null) =>
    db.update(users).set({ deletionRequestedAt: at }).where(eq(users.id, row.userId));
  await leave(clock.now());
  expect(await claimIt()).toEqual([]);
  await leave(null);
  expect(await claimIt()).toHaveLength(1);
});

test('a claim clears the marks of edits that its snapshot includes, but not that the memory was withdrawn', async () => {
  const at = minutesAfter(clock.now(), -1);
  await change({ addressChangedAt: at, memoryApprovedAt: at, memoryWithdrawnAt: at });
  expect(await claimIt()).toMatchObject([{ addressChangedAt: null, memoryApprovedAt: null }]);
  const [claimed] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.id, row.id));
  expect(claimed).toMatchObject({ addressChangedAt: null, memoryApprovedAt: null, memoryWithdrawnAt: at });
});

test('an edit that is just being made is waited for: the corrected address gets it, and at once', async () => {
  const email = `corrected.${row.id}@example.com`;
  const claiming = await inTransaction(db, async (tx) => {
    await tx
      .update(recipients)
      .set({ email })
      .where(eq(recipients.id, row.recipientId ?? ''));
    await resumeDeliveriesOfRecipient(tx, services, row.recipientId ?? '', []);
    const claim = claimIt();
    await untilItWaits(testApp, claim);
    return { claim };
  });
  expect(await claiming.claim).toMatchObject([{ recipient: { email } }]);
});
