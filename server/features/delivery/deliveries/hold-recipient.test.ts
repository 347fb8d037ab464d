import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createSchedule } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { untilItWaits } from '../../../../test/row-locks.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { lockRecipient } from '../../people/recipients/recipients.ts';
import { recordBounce } from './bounces/bounces.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { holdDeliveriesTo, resumeHeldDeliveriesTo } from './deliveries.ts';
import { lockSchedulesOfRecipient } from './plan/plan.ts';
import { findDifferences } from './reconcile.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { recordOutcomes } from './send/record-outcomes.ts';
import { sendDelivery } from './send/send-delivery.ts';
import { startDueSchedules } from './start/start.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

type Someone = Pick<Started, 'owner' | 'recipients'>;

async function locked<T>(
  { owner, recipients }: Someone,
  work: (tx: Tx, id: string) => Promise<T>,
): Promise<T> {
  const recipientId = requireFound(recipients[0]).id;
  return inTransaction(db, async (tx) => {
    await lockSchedulesOfRecipient(tx, recipientId);
    await lockRecipient(tx, owner.user.id, recipientId);
    return work(tx, recipientId);
  });
}

const hold = (whom: Someone) =>
  locked(whom, (tx, recipientId) =>
    holdDeliveriesTo(tx, services, { recipientId, actor: 'contact', at: clock.now() }),
  );
const letGo = (whom: Someone) =>
  locked(whom, (tx, recipientId) => resumeHeldDeliveriesTo(tx, services, { recipientId, actor: 'contact' }));

const statesOf = async (started: Started) =>
  (await deliveriesOf(testApp, started)).map(({ status, waitingReason }) => waitingReason ?? status);
const deliver = async (started: Started) =>
  deliverBatch(
    services,
    (await deliveriesOf(testApp, started)).map(({ id }) => id),
  );
const mailsTo = async (started: Started) =>
  (await mailTo(services, requireFound(started.recipients[0]?.email ?? undefined))).length;
const differences = () => findDifferences(db, clock.now());

/** A letter to one person that is due. */
const oneLetter = (person: Record<string, unknown> = {}) =>
  startDelivery(testApp, { people: [{ email: `maya.${v7()}@example.com`, ...person }] });

describe('a recipient who is held', () => {
  test('gets nothing of what is due, nor of what falls due later, and all of it once they are let go', async () => {
    const started = await oneLetter();
    const deliveryDate = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const recipientIds = started.recipients.map(({ id }) => id);
    const later = await createSchedule(started.owner, {
      memoryId: started.memoryId,
      deliveryDate,
      recipientIds,
    });
    await hold(started);
    clock.advance(3_600);
    await startDueSchedules(services);
    const both = [started, { ...started, scheduleId: later.id }];
    for (const each of both) await deliver(each);
    expect(await Promise.all(both.map(statesOf))).toEqual([
      ['held_by_trusted_contact'],
      ['held_by_trusted_contact'],
    ]);
    expect([await mailsTo(started), await differences()]).toEqual([0, []]);
    await letGo(started);
    for (const each of both) await deliver(each);
    expect(await Promise.all(both.map(statesOf))).toEqual([['delivered'], ['delivered']]);
    expect([await mailsTo(started), await differences()]).toEqual([2, []]);
  });

  test('has their parcels held as well, those that are due later too', async () => {
    const started = await oneLetter({ mailingAddress: 'Elm Street 1' });
    const byPost = async (seconds: number) => {
      const deliveryDate = new Date(clock.now().getTime() + seconds * 1_000).toISOString();
      const recipientIds = started.recipients.map(({ id }) => id);
      const what = { memoryId: started.memoryId, deliveryMethod: 'physical', deliveryDate, recipientIds };
      return { ...started, scheduleId: (await createSchedule(started.owner, what)).id };
    };
    const parcels = [await byPost(60), await byPost(120)];
    clock.advance(61);
    await startDueSchedules(services);
    await hold(started);
    clock.advance(60);
    await startDueSchedules(services);
    const held = ['held_by_trusted_contact'];
    expect(await Promise.all(parcels.map(statesOf))).toEqual([held, held]);
    await letGo(started);
    for (const parcel of parcels) await deliver(parcel);
    expect(await Promise.all(parcels.map(statesOf))).toEqual([
      ['physical_fulfilment'],
      ['physical_fulfilment'],
    ]);
    expect(await differences()).toEqual([]);
  });

  test('gets what was on its way; another attempt is not made', async () => {
    const started = await oneLetter();
    const delivery = await claimFor(testApp, started);
    await hold(started);
    expect(await statesOf(started)).toEqual(['sending']);
    await recordOutcomes(services, [
      { delivery, outcome: { kind: 'later', unknown: false, message: '451' } },
    ]);
    clock.advance(120);
    await deliver(started);
    expect([await statesOf(started), await mailsTo(started)]).toEqual([['held_by_trusted_contact'], 0]);
  });

  test('is not forgotten when they are let go while an attempt that knows of the hold is recorded', async () => {
    const started = await oneLetter();
    const before = await claimFor(testApp, started);
    await hold(started);
    const delivery = { ...before, isRecipientHeld: true };
    const outcome = await sendDelivery(services, delivery);
    expect(outcome).toEqual({ kind: 'waiting', reason: 'held_by_trusted_contact' });
    const recording = await locked(started, async (tx, recipientId) => {
      await resumeHeldDeliveriesTo(tx, services, { recipientId, actor: 'contact' });
      const recorded = recordOutcomes(services, [{ delivery, outcome }]);
      await untilItWaits(testApp, recorded);
      return { recorded };
    });
    await recording.recorded;
    expect(await statesOf(started)).toEqual(['pending']);
    await deliver(started);
    expect([await statesOf(started), await mailsTo(started)]).toEqual([['delivered'], 1]);
  });

  test('is not reached by another address, nor by a mail that came back and goes to a corrected one', async () => {
    const started = await oneLetter();
    await deliver(started);
    await hold(started);
    const recipient = requireFound(started.recipients[0]);
    const email = `new.${v7()}@example.com`;
    const payload = { ...recipient, email };
    await started.owner.request({ method: 'PUT', url: `/api/recipients/${recipient.id}`, payload });
    const [row] = await deliveriesOf(testApp, started);
    const bounced = {
      deliveryId: requireFound(row).id,
      address: requireFound(recipient.email ?? undefined),
      message: '550 gone',
    };
    await recordBounce(services, bounced);
    await deliver(started);
    expect([await statesOf(started), await mailTo(services, email)]).toEqual([
      ['held_by_trusted_contact'],
      [],
    ]);
  });
});

describe('a hold of one of two people at one address', () => {
  async function twoAtOneAddress(leads: boolean) {
    const email = `family.${v7()}@example.com`;
    const started = await startDelivery(testApp, {
      people: [
        { firstName: 'Maya', email },
        { firstName: 'Jonas', email },
      ],
    });
    const rows = (await deliveriesOf(testApp, started)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const whom = requireFound(rows[leads ? 0 : 1]).recipientId;
    const held = { ...started, recipients: started.recipients.filter(({ id }) => id === whom) };
    const greetings = async () =>
      (await mailTo(services, email)).map(({ text }) => /Dear ([^,]+),/.exec(text)?.[1]);
    const names = started.recipients
      .toSorted((a) => (a.id === whom ? -1 : 1))
      .map(({ firstName }) => firstName);
    return { started, held, greetings, names };
  }

  test.each([
    ['who would lead the mail', true],
    ['who would follow', false],
  ])(
    '%s: the other gets theirs alone, and they get a mail of their own once they are let go',
    async (_who, leads) => {
      const { started, held, greetings, names } = await twoAtOneAddress(leads);
      const [theirs, others] = names;
      await hold(held);
      await deliver(started);
      expect((await statesOf(started)).toSorted()).toEqual(['delivered', 'held_by_trusted_contact']);
      expect(await greetings()).toEqual([others]);
      await letGo(held);
      await deliver(started);
      expect(await statesOf(started)).toEqual(['delivered', 'delivered']);
      expect((await greetings()).toSorted()).toEqual([theirs, others].toSorted());
      expect(await differences()).toEqual([]);
    },
  );
});

test('in some orders of holds, due times and attempts on the database, all arrives once after the last is lifted', async () => {
  const step = fc.constantFrom('hold', 'let go', 'deliver', 'later');
  const orders = fc.sample(fc.array(step, { minLength: 4, maxLength: 8 }), { numRuns: 5, seed: 42 });
  for (const order of orders) {
    const started = await oneLetter();
    let isHeld = false;
    for (const what of order) {
      const sent = await mailsTo(started);
      if (what === 'hold') await hold(started);
      if (what === 'let go') await letGo(started);
      if (what !== 'deliver' && what !== 'later') isHeld = what === 'hold';
      if (what === 'later') clock.advance(61);
      if (what === 'deliver') await deliver(started);
      if (isHeld) expect(await mailsTo(started), order.join()).toBe(sent);
    }
    await letGo(started);
    await deliver(started);
    expect([await statesOf(started), await mailsTo(started)], order.join()).toEqual([['delivered'], 1]);
  }
  const rows = await db.select().from(deliveryQueue).where(eq(deliveryQueue.status, 'sending'));
  expect([rows, await differences()]).toEqual([[], []]);
});
