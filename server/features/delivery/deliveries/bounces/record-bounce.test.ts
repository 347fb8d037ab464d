import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliveriesOf, type Started, startDelivery } from '../../../../../test/started-delivery.ts';
import { schedules } from '../deliveries.table.ts';
import { deliveryToken } from '../message/message.ts';
import { findDifferences } from '../reconcile.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { recordBounce } from './bounces.ts';

// F17: a mail system accepts a mail, and returns it afterwards.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock, app } = testApp;
const { db } = services;
const message = '550 5.1.1 no such person';

async function delivered() {
  const started = await startDelivery(testApp);
  const row = async () => (await deliveriesOf(testApp, started))[0];
  const id = (await row())?.id ?? '';
  await deliverBatch(services, [id]);
  const address = started.recipients[0]?.email ?? '';
  expect(await row()).toMatchObject({ status: 'delivered', sentTo: address });
  clock.advance(10 * 60);
  return { started, id, row, address, comesBack: { deliveryId: id, address, message } };
}

async function correct({ owner, recipients: [recipient] }: Started, email: string): Promise<void> {
  const payload = { ...recipient, email };
  const answer = await owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
  expect(answer.statusCode).toBe(200);
}

const subjectsTo = async ({ owner }: Started) =>
  (await mailTo(services, owner.user.email)).map(({ subject }) => subject);

test('F17: a mail that came back: the owner is asked, and a corrected address gets it', async () => {
  const { started, id, row, comesBack } = await delivered();
  await sendMailsAbout(services, started.scheduleId);
  expect(await recordBounce(services, comesBack)).toBe(true);
  expect(await row()).toMatchObject({
    status: 'waiting',
    waitingReason: 'bad_address',
    errorMessage: message,
    deliveredAt: null,
  });
  const listed = await started.owner.request({ url: `/api/schedules/${started.scheduleId}` });
  expect(listed.json<Schedule>()).toMatchObject({ isDelivered: false, deliveredAt: null });
  expect(await findDifferences(db, clock.now())).toEqual([]);
  await sendMailsAbout(services, id);
  expect(await subjectsTo(started)).toContain('We could not reach Maya');

  const email = `new.${id}@example.com`;
  await correct(started, email);
  await deliverBatch(services, [id]);
  expect(await row()).toMatchObject({ status: 'delivered', sentTo: email });
  await sendMailsAbout(services, started.scheduleId);
  const confirmed = (await subjectsTo(started)).filter((subject) => subject?.startsWith('Delivered: '));
  expect(confirmed).toHaveLength(2);
  expect(await findDifferences(db, clock.now())).toEqual([]);
  // The same report again, late: it is about the previous address.
  expect(await recordBounce(services, comesBack)).toBe(false);
});

test('a mail that came back from an address corrected since is sent to the new one at once', async () => {
  const { started, id, row, comesBack } = await delivered();
  const email = `new.${id}@example.com`;
  await correct(started, email);
  expect(await row()).toMatchObject({ status: 'delivered' });
  expect(await recordBounce(services, comesBack)).toBe(true);
  expect(await row()).toMatchObject({ status: 'pending', waitingReason: null });
  await deliverBatch(services, [id]);
  expect(await row()).toMatchObject({ status: 'delivered', sentTo: email });
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

test('a mail whose link was opened did arrive, whatever comes back', async () => {
  const { id, row, comesBack } = await delivered();
  await openBrowser(app).open(deliveryToken(services, id));
  expect(await recordBounce(services, comesBack)).toBe(false);
  expect(await row()).toMatchObject({ status: 'delivered' });
});

test('a report about another address, or a memory that is gone, changes nothing', async () => {
  const { started, row, comesBack } = await delivered();
  expect(await recordBounce(services, { ...comesBack, address: 'somebody@example.com' })).toBe(false);
  await db.update(schedules).set({ memoryId: null }).where(eq(schedules.id, started.scheduleId));
  expect(await recordBounce(services, comesBack)).toBe(false);
  expect(await row()).toMatchObject({ status: 'delivered' });
});
