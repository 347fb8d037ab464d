import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { GuardianPage } from '../../../../../shared/delivery/guardians.ts';
import { birthdayAtAge } from '../../../../../shared/people/guardians.ts';
import {
  correctAndTell,
  decide,
  noticeTokenOf,
  press,
  releasedToNora,
  toldOfChange,
} from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { askDaniel, dayIn } from '../../../../../test/guardians.ts';
import { lettersTo, mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { sendMailsOf } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { claimDeliveries } from '../../../delivery/deliveries/send/claim.ts';
import { deliveredTo } from '../../../delivery/deliveries/send/outcome.ts';
import { recordOutcomes } from '../../../delivery/deliveries/send/record-outcomes.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { receivedReminders, receivedReplies } from '../../../delivery/received/received.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';

// Nobody said in time that an address is wrong, so a letter has gone there.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const hours = 3600;

async function released(later?: Date, others: readonly Record<string, unknown>[] = []) {
  return { ...(await releasedToNora(testApp, later, others)), thief: `thief.${v7()}@example.org` };
}

/** A contact has what is for Nora sent to themselves. Returns the id of the change once it counts. */
async function redirect(scene: Awaited<ReturnType<typeof released>>): Promise<string> {
  const changeId = await correctAndTell(testApp, scene, scene.nora.id, { email: scene.thief });
  clock.advance(49 * hours);
  return changeId;
}

/** The one who had the address before says that it is wrong, and staff agree. Returns the status of the answer. */
async function putBack(changeId: string, email: string, staffSince: Date | null = null): Promise<number> {
  await press(testApp, await noticeTokenOf(testApp, changeId, email), 'wrong');
  const staff = await createStaff(testApp);
  await db.update(users).set({ staffSince }).where(eq(users.id, staff.user.id));
  return (await decide(staff, changeId, 'settle', { outcome: 'put-back' })).statusCode;
}

/** Once the wait is over. */
async function deliverLater(): Promise<void> {
  clock.advance(49 * hours);
  await deliverDue(testApp);
}

const rowOf = async (recipientId: string) =>
  requireFound((await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, recipientId)))[0]);
const entryOf = async (id: string) =>
  requireFound((await db.select().from(recipients).where(eq(recipients.id, id)))[0]);

async function tokenTo(address: string): Promise<string> {
  const letters = (await mailTo(services, address)).filter(({ text }) => text.includes('/received/'));
  return receivedTokenIn(requireFound(letters.at(-1)));
}

/** What is for Nora has gone to the thief, who has opened it. */
async function openedByThief(scene: Awaited<ReturnType<typeof released>>) {
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  const thiefs = openBrowser(testApp.app);
  const stolen = await tokenTo(scene.thief);
  expect((await thiefs.open(stolen)).json().memories).toHaveLength(1);
  return { changeId, thiefs, stolen };
}

/** How many replies and reminders there are. */
const saidOf = (deliveryId: string) =>
  Promise.all(
    [receivedReplies, receivedReminders].map((said) => db.$count(said, eq(said.deliveryId, deliveryId))),
  );

test('what a thief has got, and opened, goes to its recipient once staff have put the address back and both could say something, and is closed to the thief', async () => {
  const scene = await released();
  const { changeId, thiefs, stolen } = await openedByThief(scene);

  expect(await putBack(changeId, scene.email)).toBe(200);
  expect((await thiefs.open(stolen)).statusCode).toBe(409);
  for (const address of [scene.thief, scene.email]) {
    const told = await toldOfChange(testApp, changeId, address);
    expect(told.some(({ text }) => text.includes('please write to us before'))).toBe(true);
  }
  await deliverDue(testApp);
  expect(await lettersTo(services, scene.email)).toBe(0);
  await deliverLater();
  expect([await lettersTo(services, scene.thief), await lettersTo(services, scene.email)]).toEqual([1, 1]);
  expect((await thiefs.open(stolen)).statusCode).toBe(409);
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

test('nobody is told that something is sent again where nothing is', async () => {
  const scene = await released();
  const moved = `nora.now.${v7()}@example.com`;
  const { id } = scene.nora;
  await correctAndTell(testApp, scene, id, { email: moved });
  clock.advance(49 * hours);
  await deliverDue(testApp);
  const changeId = await correctAndTell(testApp, scene, id, { email: scene.thief });
  expect(await putBack(changeId, moved)).toBe(200);
  const settled = (await toldOfChange(testApp, changeId, moved)).filter(({ text }) =>
    text.includes('counts'),
  );
  expect(settled.map(({ text }) => text.includes('please write to us before'))).toEqual([false]);
});

test('a member of staff whom a colleague has just appointed gives nobody what another had', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  expect(await putBack(changeId, scene.email, clock.now())).toBe(409);
});

test('a thief who wants nothing more keeps nothing back from its recipient', async () => {
  const scene = await released();
  const { changeId, thiefs, stolen } = await openedByThief(scene);
  expect((await thiefs.act(stolen, 'decline')).statusCode).toBe(200);
  await putBack(changeId, scene.email);
  await deliverLater();
  expect(await lettersTo(services, scene.email)).toBe(1);
});

test('what a thief wrote back, and the day on which they want to be reminded, are not the recipient’s', async () => {
  const scene = await released();
  const { changeId, thiefs, stolen } = await openedByThief(scene);
  const { id } = await rowOf(scene.nora.id);
  expect((await thiefs.act(stolen, 'reply', { id, text: 'Thank you, from a thief' })).statusCode).toBe(200);
  expect((await thiefs.act(stolen, 'remind', { on: dayIn(testApp, 60) })).statusCode).toBe(200);

  expect(await saidOf(id)).toEqual([1, 1]);
  await putBack(changeId, scene.email);
  expect(await saidOf(id)).toEqual([0, 0]);
});

test('whoever wants nothing more at an address of their own gets nothing', async () => {
  const scene = await released();
  await deliverDue(testApp);
  const own = await tokenTo(scene.email);
  const browser = openBrowser(testApp.app);
  await browser.open(own);
  const { id } = scene.nora;
  const changeId = await correctAndTell(testApp, scene, id, { secondEmail: scene.thief });
  clock.advance(49 * hours);
  await browser.act(own, 'decline');
  await putBack(changeId, scene.email);
  expect((await entryOf(id)).declinedAt).toEqual(expect.any(Date));
});

test('the same wrong address in two changes: what went there before the second goes to its recipient, too', async () => {
  const scene = await released();
  const first = await redirect(scene);
  await deliverDue(testApp);
  clock.advance(60);
  const { id } = scene.nora;
  const other = `thief.too.${v7()}@example.org`;
  const second = await correctAndTell(testApp, scene, id, { email: other, secondEmail: scene.thief });
  await putBack(first, scene.email);
  await decide(await createStaff(testApp), second, 'settle', { outcome: 'put-back' });
  expect(await entryOf(id)).toMatchObject({ email: scene.email, secondEmail: null });
  await deliverLater();
  expect(await lettersTo(services, scene.email)).toBe(1);
});

test('an address at which a stranger had said that nothing is for them gets nothing when it comes back', async () => {
  // Another contact hears of the change; without one, staff would have to look at it first.
  const scene = await released(undefined, [{ firstName: 'Jonas', trustedContact: true }]);
  await deliverDue(testApp);
  const read = await tokenTo(scene.email);
  await openBrowser(testApp.app).act(read, 'not-me');
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  expect(await lettersTo(services, scene.thief)).toBe(1);
  await putBack(changeId, scene.email);
  await deliverLater();
  expect(await lettersTo(services, scene.email)).toBe(1);
  expect(await rowOf(scene.nora.id)).toMatchObject({ status: 'waiting', waitingReason: 'not_theirs' });
});

test('what is on its way to the wrong address while it is put back goes to the right one afterwards', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await startDueSchedules(services);
  const { id } = await rowOf(scene.nora.id);
  const [claim] = await claimDeliveries(services, [id]);
  await putBack(changeId, scene.email);
  const delivery = requireFound(claim);
  await recordOutcomes(services, [{ delivery, outcome: deliveredTo(delivery) }]);
  expect(await rowOf(scene.nora.id)).toMatchObject({ status: 'pending', disownedAddress: scene.thief });
  await deliverLater();
  expect(await lettersTo(services, scene.email)).toBe(1);
});

test('what has come to its recipient in the end is not shown at the next wrong address', async () => {
  const days = 24 * hours;
  const scene = await released(new Date(clock.now().getTime() + 30 * days * 1000));
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  await putBack(changeId, scene.email);
  await deliverLater();
  const next = { ...scene, thief: `next.${v7()}@example.org` };
  await redirect(next);
  clock.advance(30 * days);
  await deliverDue(testApp);
  const page = await openBrowser(testApp.app).open(await tokenTo(next.thief));
  expect(page.json().memories).toHaveLength(1);
});

test('to somebody who has died meanwhile nothing is sent again', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  await db.update(recipients).set({ diedAt: clock.now() }).where(eq(recipients.id, scene.nora.id));
  await putBack(changeId, scene.email);
  expect(await rowOf(scene.nora.id)).toMatchObject({ status: 'delivered', disownedAddress: scene.thief });
});

test('what had come to that address before the change, and was read there, stays there', async () => {
  const scene = await released();
  await deliverDue(testApp);
  const browser = openBrowser(testApp.app);
  const read = await tokenTo(scene.email);
  await browser.open(read);
  clock.advance(60);
  // She has moved on to another address, and a contact wrongly enters the old one again.
  const now = `nora.now.${v7()}@example.com`;
  await db.update(recipients).set({ email: now }).where(eq(recipients.id, scene.nora.id));
  const changeId = await redirect({ ...scene, email: now, thief: scene.email });
  await putBack(changeId, now);
  await deliverLater();
  expect([await lettersTo(services, now), (await browser.open(read)).statusCode]).toEqual([0, 200]);
});

test('an address of which somebody says in time that it is wrong gets nothing, and the right one at once', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await putBack(changeId, scene.email);
  await deliverDue(testApp);
  expect([await lettersTo(services, scene.thief), await lettersTo(services, scene.email)]).toEqual([0, 1]);
});

test('a guardian whose questions a thief has answered is asked again, by a link that the thief does not have', async () => {
  const email = `daniel.${v7()}@example.com`;
  const eleven = birthdayAtAge(dayIn(testApp, 40), -12);
  const scene = await reportedOwner(testApp, [
    { firstName: 'Daniel', email },
    { firstName: 'Maya', birthday: eleven },
  ]);
  const daniel = requireFound(scene.recipients[1]);
  const maya = requireFound(scene.recipients[2]);
  await db.update(recipients).set({ guardianId: daniel.id }).where(eq(recipients.id, maya.id));
  await leave(testApp, { ...scene, recipients: [maya] });
  await endWindow(testApp, scene.reportId);
  const family = { daniel, maya };
  const thief = `thief.${v7()}@example.org`;
  const changeId = await correctAndTell(testApp, scene, daniel.id, { email: thief });
  clock.advance(49 * hours);
  const stolen = await askDaniel(testApp, family);
  await sendMailsOf(services, 'guardian-asked');
  expect((await mailTo(services, thief)).some(({ text }) => text.includes(`/guardian/${stolen}`))).toBe(true);
  const page = (token: string) => testApp.app.inject({ url: `/api/guardian/${token}` });
  const { ids } = requireFound((await page(stolen)).json<GuardianPage>().moments[0]);
  const payload = { ids, answer: 'not_yet', askAgain: 'never' };
  const answer = await testApp.app.inject({ method: 'POST', url: `/api/guardian/${stolen}/answer`, payload });
  expect(answer.statusCode).toBe(200);

  expect(await putBack(changeId, email)).toBe(200);
  expect((await page(stolen)).statusCode).toBe(404);
  clock.advance(49 * hours);
  const own = await askDaniel(testApp, family);
  expect((await page(own)).json<GuardianPage>().moments).toMatchObject([{ answer: null }]);
  await sendMailsOf(services, 'guardian-asked');
  const asked = (await mailTo(services, email)).filter(({ text }) => text.includes(`/guardian/${own}`));
  expect(asked).toHaveLength(1);
  await deliverDue(testApp);
  expect(await rowOf(maya.id)).toMatchObject({ waitingReason: 'held_by_guardian' });
});
