import { and, eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import {
  changePage,
  changesOfPerson,
  correctAddress,
  decide,
  noticeTokenOf,
  press,
  releasedToNora,
  tellOfChange,
  toldOfChange,
} from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { lettersTo, mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { mendWaitingTimes } from '../../../delivery/deliveries/start/waiting-times.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../../outbox/messages/mails/quota/quota.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { accessId } from '../../death-cases/contacts/links.ts';

// While our mail server is down, nobody is told that somebody gave us another address for them.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const hours = 3600;
const start = clock.now();
beforeEach(() => clock.set(start.toISOString()));

const hoursLater = (count: number) => new Date(start.getTime() + count * hours * 1000);

/** After a release, with a letter to Nora that is due; a trusted contact says that she is reached elsewhere. */
async function readdressed(newEmail: string) {
  const scene = await releasedToNora(testApp);
  await correctAddress(testApp, scene, scene.nora.id, { email: newEmail });
  const change = requireFound((await changesOfPerson(testApp, scene.nora.id))[0]);
  return { ...scene, changeId: change.id };
}

test('nothing goes to the new address before 48 hours after its person was told, a month late', async () => {
  const thief = 'patient.thief@example.org';
  const { nora, email, changeId } = await readdressed(thief);
  clock.advance(30 * 24 * hours);
  await mendWaitingTimes(services);
  await deliverDue(testApp);
  const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, nora.id));
  expect([await lettersTo(services, thief), row?.attemptAfter]).toEqual([0, hoursLater(30 * 24 + 0.25)]);

  const [told] = await toldOfChange(testApp, changeId, email);
  expect(told?.text).toContain('From Monday, 7 April 2031 at 11:42 Eastern on we use it.');
  const page = await changePage(testApp, await noticeTokenOf(testApp, changeId, email));
  expect(page).toMatchObject({ state: 'waiting', inForceFrom: hoursLater(32 * 24).toISOString() });
  clock.advance(48 * hours - 1);
  await deliverDue(testApp);
  expect(await lettersTo(services, thief)).toBe(0);
  clock.advance(1);
  await deliverDue(testApp);
  expect([await lettersTo(services, thief), await findDifferences(db, clock.now())]).toEqual([1, []]);
});

test('whoever is told late can still say that it is wrong', async () => {
  const { nora, email, changeId } = await readdressed('late.thief@example.org');
  clock.advance(30 * 24 * hours);
  await tellOfChange(testApp, changeId);
  clock.advance(47 * hours);
  await press(testApp, await noticeTokenOf(testApp, changeId, email), 'wrong');
  clock.advance(24 * hours);
  await deliverDue(testApp);
  expect(await lettersTo(services, 'late.thief@example.org')).toBe(0);
  const staff = await createStaff(testApp);
  await decide(staff, changeId, 'settle', { outcome: 'put-back' });
  await deliverDue(testApp);
  expect([await lettersTo(services, email), await findDifferences(db, clock.now())]).toEqual([1, []]);
  expect(
    (await db.select().from(recipients).where(eq(recipients.id, nora.id)))[0]?.addressWaitsUntil,
  ).toBeNull();
});

test('a mailbox before that is full is waited for, but not for ever', async () => {
  const { owner } = await readdressed('nora.moved@example.org');
  const failAt = (lastAttemptAt: Date) =>
    db
      .update(outboxMails)
      .set({ lastFault: 'mailbox', lastAttemptAt })
      .where(and(eq(outboxMails.userId, owner.user.id), eq(outboxMails.kind, 'recipient-address-corrected')));
  await failAt(hoursLater(95));
  clock.advance(96 * hours);
  await deliverDue(testApp);
  expect(await lettersTo(services, 'nora.moved@example.org')).toBe(0);
  await failAt(hoursLater(96));
  clock.advance(hours / 4);
  await deliverDue(testApp);
  expect(await lettersTo(services, 'nora.moved@example.org')).toBe(1);
});

test('no link of a trusted contact goes to the new address either', async () => {
  const jonas = { firstName: 'Jonas', trustedContact: true, email: `jonas.${v7()}@example.com` };
  const scene = await reportedOwner(testApp, [jonas]);
  const { id } = requireFound(scene.recipients[1]);
  await endWindow(testApp, scene.reportId);
  await correctAddress(testApp, scene, id, { email: 'taken@example.org' });
  const change = requireFound((await changesOfPerson(testApp, id))[0]);
  await decide(await createStaff(testApp), change.id, 'confirm');

  const sendLink = async () => {
    await releaseHeldMails(services);
    await sendMailsAbout(services, accessId({ reportId: scene.reportId, recipientId: id }));
    return (await mailTo(services, 'taken@example.org')).filter(({ text }) => text.includes('/trusted/'));
  };
  const tooEarly = 'Nothing goes to the new address of this contact yet';
  clock.advance(60 * hours);
  await expect(sendLink()).rejects.toThrow(tooEarly);
  await tellOfChange(testApp, change.id);
  clock.advance(47 * hours);
  await expect(sendLink()).rejects.toThrow(tooEarly);
  clock.advance(hours);
  expect(await sendLink()).not.toEqual([]);
});
