import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliveriesOf, startDelivery } from '../../../../../test/started-delivery.ts';
import { mailHandlers } from '../../../../mail-handlers.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { MessageFault } from '../../../../platform/mail/mail.ts';
import { actEffects } from '../../../../wiring.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { sendMails } from '../../../outbox/messages/mails/sending/sending.ts';
import { deliveryToken } from '../../deliveries/message/message.ts';
import { deliverBatch } from '../../deliveries/send/deliver-batch.ts';
import { catchUpAfterRestores } from '../../deliveries/start/catch-up.ts';
import { receivedReminders } from '../received.table.ts';
import { sweepReminders } from './reminders.jobs.ts';

const clock = createTestClock('2031-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
beforeEach(() => clock.set('2031-05-04T12:00:00Z'));

/** Somebody asked on the page to be reminded on 20 May; this is the state of a backup. */
async function asked() {
  const started = await startDelivery(testApp);
  const { id: recipientId, email } = requireFound(started.recipients[0]);
  const [delivery] = await deliveriesOf(testApp, started);
  const { id } = requireFound(delivery);
  await deliverBatch(services, [id]);
  const phone = openBrowser(testApp.app);
  const token = deliveryToken(services, id);
  await phone.open(token);
  await phone.act(token, 'remind', { on: '2031-05-20' });
  const [saved] = await db
    .select()
    .from(receivedReminders)
    .where(eq(receivedReminders.recipientId, recipientId));
  const reminder = requireFound(saved);
  const reminders = async () =>
    (await mailTo(services, email ?? '')).filter(({ subject }) => subject?.includes('remind')).length;
  const row = async () => (await db.select().from(outboxMails).where(eq(outboxMails.id, reminder.id)))[0];
  const restore = async () => {
    await db.delete(outboxMails).where(eq(outboxMails.id, reminder.id));
    await db.update(receivedReminders).set(reminder).where(eq(receivedReminders.id, reminder.id));
    await catchUpAfterRestores(services, mailHandlers, actEffects)();
  };
  return { recipientId, reminder, reminders, row, restore };
}

test('a database that was restored to before a reminder does not send it again, hours or days later', async () => {
  const { recipientId, reminders, row, restore } = await asked();
  clock.set('2031-05-20T20:00:00Z');
  const sentAt = clock.now();
  await sweepReminders(services);
  await sendMailsAbout(services, recipientId);
  expect(await reminders()).toBe(1);
  for (const hours of [1, 48]) {
    clock.advance(hours * 3600);
    await restore();
    await sweepReminders(services);
    await sendMailsAbout(services, recipientId);
    expect(await row()).toMatchObject({ sentAt });
  }
  expect(await reminders()).toBe(1);
});

test('nor where its worker had only begun to send it: staff decide', async () => {
  const { recipientId, reminder, reminders, row, restore } = await asked();
  clock.set('2031-05-20T20:00:00Z');
  await sweepReminders(services);
  const send = () => Promise.reject(new MessageFault('unknown', 'the connection was lost'));
  await sendMails({ ...services, mailer: { ...services.mailer, send } }, mailHandlers, [reminder.id]);
  await restore();
  await sweepReminders(services);
  await sendMailsAbout(services, recipientId);
  expect(await row()).toMatchObject({
    sentAt: null,
    lastAnswer: expect.stringMatching(/^It may have arrived/),
  });
  expect(await reminders()).toBe(0);
});

test('one that was not accepted for the moment is tried again', async () => {
  const { recipientId, reminder, reminders, row } = await asked();
  clock.set('2031-05-20T20:00:00Z');
  await sweepReminders(services);
  const send = () => Promise.reject(new MessageFault('temporary', '452 the mailbox is full'));
  await sendMails({ ...services, mailer: { ...services.mailer, send } }, mailHandlers, [reminder.id]);
  expect(await row()).toMatchObject({ failedAt: null, outcomeUnknownAt: null });
  await sendMailsAbout(services, recipientId);
  expect(await reminders()).toBe(1);
});

test('one whose link would not open, since another secret is set, waits for the right one and says why', async () => {
  const { recipientId, reminder, reminders, row } = await asked();
  clock.set('2031-05-20T20:00:00Z');
  await sweepReminders(services);
  const appSecret = { ...services.appSecret, links: 'another secret that is long enough too' };
  await sendMails({ ...services, appSecret }, mailHandlers, [reminder.id]).catch(() => undefined);
  expect(await row()).toMatchObject({
    ...{ sentAt: null, failedAt: null },
    lastAnswer: 'Its link would not open: LINK_SECRET is not the one it was made with.',
  });
  await sendMailsAbout(services, recipientId);
  expect(await reminders()).toBe(1);
});
