import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { lapse } from '../../../../../test/arrears.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { deliveriesOf, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { minutesAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { leaseSeconds } from '../../../outbox/messages/messages.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { holdDeliveriesTo } from '../deliveries.ts';
import { holdDeliveries, releaseDeliveries } from '../holds/holds.ts';
import { lockSchedulesOfRecipient } from '../plan/plan.ts';
import { claimDeliveries } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';

// What happens between the claim of a delivery and its sending, by email and by text message alike.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

let phones = 0;
const newPhone = () => `+1 602 555 ${String(1000 + phones++)}`;
const newEmail = () => `maya.${v7()}@example.com`;
interface Channel {
  /** The contact details of a new recipient. */
  person: () => { email: string | undefined; phone: string | undefined };
}
const channels: [string, Channel][] = [
  ['mail', { person: () => ({ email: newEmail(), phone: undefined }) }],
  ['text message', { person: () => ({ email: undefined, phone: newPhone() }) }],
];

type Meanwhile = (started: Started, ids: string[]) => Promise<unknown>;

/** The worker has claimed it and logged that it is about to be sent; `meanwhile` runs before it is. */
async function sendAfter(started: Started, meanwhile: Meanwhile): Promise<void> {
  const ids = (await deliveriesOf(testApp, started)).map(({ id }) => id);
  // A fault in `meanwhile` would look like one of the send log.
  let done: Promise<unknown> | undefined;
  const sendLog: typeof services.sendLog = {
    ...services.sendLog,
    async append(...entry) {
      await services.sendLog.append(...entry);
      done = meanwhile(started, ids);
      await done;
      // Long enough that the facts read at the claim are read again.
      clock.advance(2);
    },
  };
  await deliverBatch({ ...services, sendLog }, ids);
  await done;
}

const rowOf = async (started: Started): Promise<DeliveryRow | undefined> =>
  (await deliveriesOf(testApp, started))[0];
/** Phone numbers are sent without spaces. */
const messagesTo = async (address: string | null | undefined) =>
  (await mailTo(services, address?.replaceAll(' ', '') ?? '')).length;
const addressOf = ({
  email,
  phone,
}: {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}) => email ?? phone;

const ask = (method: 'DELETE' | 'PUT', url: string, payload?: object): Meanwhile => {
  return async ({ owner }) => {
    const answer = await owner.request({ method, url, ...(payload && { payload }) });
    expect(answer.statusCode).toBeLessThan(300);
  };
};
const ofOwner = ({ owner }: Started) => eq(users.id, owner.user.id);
const nobodyGetsIt: [string, Meanwhile, string][] = [
  [
    'another worker has claimed it',
    async (_started, ids) => {
      clock.advance(leaseSeconds + 1);
      expect(await claimDeliveries(services, ids)).toHaveLength(1);
    },
    'sending',
  ],
  [
    'everything is held',
    () => inTransaction(db, (tx) => holdDeliveries(tx, services, { reason: 'by-hand', message: 'A test' })),
    'pending',
  ],
  [
    'a contact has its person held',
    async ({ owner, recipients: [recipient] }) => {
      const { id: recipientId } = requireFound(recipient);
      await inTransaction(db, async (tx) => {
        await lockSchedulesOfRecipient(tx, recipientId);
        await lockRecipient(tx, owner.user.id, recipientId);
        await holdDeliveriesTo(tx, services, { recipientId, actor: 'contact', at: clock.now() });
      });
    },
    'held_by_trusted_contact',
  ],
  [
    'others have changed its address, of which the old one is being told',
    ({ recipients: [recipient] }) =>
      db
        .update(recipients)
        .set({ addressWaitsUntil: minutesAfter(clock.now(), 48 * 60) })
        .where(eq(recipients.id, requireFound(recipient).id)),
    'pending',
  ],
  [
    'its owner has asked for the account to be deleted',
    (started) => db.update(users).set({ deletionRequestedAt: clock.now() }).where(ofOwner(started)),
    'pending',
  ],
  [
    'the plan is found to be unpaid',
    ({ owner }) => lapse(testApp, owner, { paidThrough: wholeDaysAfter(clock.now(), -90) }),
    'account_in_arrears',
  ],
  [
    'the memory is being checked again',
    ({ memoryId }) => db.update(memories).set({ isApproved: false }).where(eq(memories.id, memoryId)),
    'memory_under_review',
  ],
  [
    'the release is revoked',
    (_started, ids) =>
      db
        .update(deliveryQueue)
        .set({ releaseRevokedAt: clock.now() })
        .where(eq(deliveryQueue.id, ids[0] ?? '')),
    'gone',
  ],
  [
    'the memory is deleted',
    (started, ids) => ask('DELETE', `/api/memories/${started.memoryId}?received=keep`)(started, ids),
    'gone',
  ],
  [
    'its person is removed',
    (started, ids) => ask('DELETE', `/api/recipients/${started.recipients[0]?.id}?force=true`)(started, ids),
    'gone',
  ],
];

afterEach(() => inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' })));

describe.each(channels)('F29: a %s that is about to go', (_what, { person }) => {
  test.each(nobodyGetsIt)('is not sent where %s', async (_why, meanwhile, state) => {
    const started = await startDelivery(testApp, { people: [person()] });
    await sendAfter(started, meanwhile);
    expect(await messagesTo(addressOf(requireFound(started.recipients[0])))).toBe(0);
    const row = await rowOf(started);
    expect(row ? (row.waitingReason ?? row.status) : 'gone').toBe(state);
  });

  test('goes to the corrected address, and not to the old one', async () => {
    const [old, corrected] = [person(), person()];
    const started = await startDelivery(testApp, { people: [old] });
    const recipient = requireFound(started.recipients[0]);
    const payload = { ...recipient, ...corrected };
    await sendAfter(started, ask('PUT', `/api/recipients/${recipient.id}`, payload));
    expect([await messagesTo(addressOf(old)), await messagesTo(addressOf(corrected))]).toEqual([0, 1]);
    expect(await rowOf(started)).toMatchObject({ status: 'delivered', sentTo: addressOf(corrected) });
  });

  test('goes once the wait for a changed address is over', async () => {
    const started = await startDelivery(testApp, { people: [person()] });
    const recipient = requireFound(started.recipients[0]);
    await sendAfter(started, () =>
      db.update(recipients).set({ addressWaitsUntil: clock.now() }).where(eq(recipients.id, recipient.id)),
    );
    expect(await messagesTo(addressOf(recipient))).toBe(1);
  });
});

test('F29: an address that is corrected while many are being sent counts for those far behind, too', async () => {
  const people = Array.from({ length: 35 }, () => ({ email: newEmail() }));
  const started = await startDelivery(testApp, { people });
  const rows = (await deliveriesOf(testApp, started)).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const last = requireFound(started.recipients.find(({ id }) => id === rows.at(-1)?.recipientId));
  const corrected = newEmail();
  let sent = 0;
  const send: typeof services.mailer.send = async (mail) => {
    sent += 1;
    const isFirst = sent === 1;
    await services.mailer.send(mail);
    if (!isFirst) return;
    await db.update(recipients).set({ email: corrected }).where(eq(recipients.id, last.id));
    // Long enough that the facts read at the claim are read again.
    clock.advance(2);
  };
  await deliverBatch(
    { ...services, mailer: { ...services.mailer, send } },
    rows.map(({ id }) => id),
  );
  expect(sent).toBe(35);
  expect([await messagesTo(last.email), await messagesTo(corrected)]).toEqual([0, 1]);
});
