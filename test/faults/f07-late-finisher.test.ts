// F07: a handler that is slower than its lease. The holder of the later claim decides; the late handler changes nothing.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { claimDeliveries } from '../../server/features/delivery/deliveries/send/claim.ts';
import { deliverBatch } from '../../server/features/delivery/deliveries/send/deliver-batch.ts';
import { refreshClaims } from '../../server/features/delivery/deliveries/send/leases.ts';
import { recordOutcomes } from '../../server/features/delivery/deliveries/send/record-outcomes.ts';
import { sendDelivery } from '../../server/features/delivery/deliveries/send/send-delivery.ts';
import { startDueSchedules } from '../../server/features/delivery/deliveries/start/start.ts';
import { leaseSeconds } from '../../server/features/outbox/messages/messages.ts';
import { createTestClock, eventually } from '../app.ts';
import { type Reaction, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  countActs,
  countByStatus,
  deliveryMails,
  expectEachSentOnce,
  expectReconciled,
} from './support/deliveries.ts';
import { makePlace } from './support/place.ts';
import { seedAtOnce } from './support/seed.ts';
import { openWorkbench } from './support/workbench.ts';

const connectionsOfAWorker = 5;
/** Nothing times out by itself: the test ends what is stuck. */
const patient = { connectionMs: 600_000, greetingMs: 600_000, sendingMs: 600_000 };
const due = new Date('2026-11-20T12:00:00Z');

/** Two workers on one database and one mail server, with `count` deliveries that nobody has claimed. */
async function twoWorkers(count: number) {
  const place = await makePlace();
  const clock = createTestClock(due);
  const smtp = await startSmtpServer();
  const options = { clock, smtpUrl: smtp.url, limits: patient };
  const [slow, quick] = [await openWorkbench(place, options), await openWorkbench(place, options)];
  await seedAtOnce(place.db, { count, dueAt: due });
  await startDueSchedules(slow.services);
  const rows = await place.db.execute<{ id: string }>(sql`select id from delivery_queue`);
  return {
    ...place,
    clock,
    smtp,
    slow: slow.services,
    quick: quick.services,
    ids: rows.rows.map(({ id }) => id),
  };
}

test('after its lease has ended the first holder may neither send nor write', async () => {
  const { db, clock, smtp, slow, quick, ids } = await twoWorkers(1);
  const [early] = await claimDeliveries(slow, ids);
  expect(await claimDeliveries(quick, ids)).toEqual([]);
  clock.advance(leaseSeconds + 1);
  const [late] = await claimDeliveries(quick, ids);
  if (!early || !late) throw new Error('Nothing was claimed');
  expect(late.attempt).toBe(early.attempt + 1);

  await refreshClaims(slow, early);
  expect(early.isLost).toBe(true);
  const failure = { kind: 'waiting', reason: 'bad_address', message: 'from a claim that is over' } as const;
  await recordOutcomes(slow, [{ delivery: early, outcome: failure }]);
  expect(await countByStatus(db)).toEqual({ sending: 1 });

  await recordOutcomes(quick, [{ delivery: late, outcome: await sendDelivery(quick, late) }]);
  await recordOutcomes(slow, [{ delivery: early, outcome: failure }]);
  await recordOutcomes(slow, [
    { delivery: early, outcome: { kind: 'delivered', sentTo: { channel: 'email', address: 'nobody' } } },
  ]);
  expect(await countByStatus(db)).toEqual({ delivered: 1 });
  expect(await countActs(db)).toMatchObject({ 'delivery.delivered': 1 });
  expectEachSentOnce(smtp, 1);
  await expectReconciled(db, clock.now());
});

test('a batch whose lease ends while its first mails are stuck sends none of the others', async () => {
  const count = 60;
  const { db, clock, smtp, slow, quick, ids } = await twoWorkers(count);
  // All connections of the slow worker wait for a greeting.
  const stuck = Promise.withResolvers<Reaction>();
  smtp.behave(() => (smtp.connections <= connectionsOfAWorker ? stuck.promise : 'accept'));
  const slowBatch = deliverBatch(slow, ids);
  await eventually(async () => smtp.connections === connectionsOfAWorker, 'the slow worker to be stuck');

  // Handed out a second time while the first still runs, as the queue does with an overdue job: there is nothing to claim.
  await deliverBatch(quick, ids);
  expect(deliveryMails(smtp)).toEqual([]);

  clock.advance(leaseSeconds + 1);
  await deliverBatch(quick, ids);
  expectEachSentOnce(smtp, count);
  stuck.resolve('drop');
  await slowBatch;
  expectEachSentOnce(smtp, count);
  expect(await countByStatus(db)).toEqual({ delivered: count });
  expect(await countActs(db)).toMatchObject({ 'delivery.delivered': count });
  await expectReconciled(db, clock.now());
});
