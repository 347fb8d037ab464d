import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import { correctAndTell, decide, noticeTokenOf, press } from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { lettersTo, mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliverDue, leave } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { findDifferences } from '../../../delivery/deliveries/reconcile.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';

// Nobody said in time that an address is wrong, so a letter has gone there.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const hours = 3600;

/** After a release, with a letter to Nora that is due. */
async function released() {
  const email = `nora.${v7()}@example.com`;
  const thief = `thief.${v7()}@example.org`;
  const scene = await reportedOwner(testApp, [{ firstName: 'Nora', email }]);
  const nora = requireFound(scene.recipients[1]);
  await leave(testApp, { ...scene, recipients: [nora] });
  await endWindow(testApp, scene.reportId);
  return { ...scene, nora, email, thief };
}

/** A contact has what is for Nora sent to themselves. Returns the id of the change once it counts. */
async function redirect(scene: Awaited<ReturnType<typeof released>>): Promise<string> {
  const changeId = await correctAndTell(testApp, scene, scene.nora.id, { email: scene.thief });
  clock.advance(49 * hours);
  return changeId;
}

async function putBack(changeId: string, email: string): Promise<void> {
  await press(testApp, await noticeTokenOf(testApp, changeId, email), 'wrong');
  const answer = await decide(await createStaff(testApp), changeId, 'settle', { outcome: 'put-back' });
  expect(answer.json().state).toBe('put_back');
}

async function tokenTo(address: string): Promise<string> {
  const letters = (await mailTo(services, address)).filter(({ text }) => text.includes('/received/'));
  return receivedTokenIn(requireFound(letters.at(-1)));
}

test('what a thief has got, and opened, goes to its recipient once staff have put the address back, and is closed to the thief', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  const thiefs = openBrowser(testApp.app);
  const stolen = await tokenTo(scene.thief);
  expect((await thiefs.open(stolen)).json().memories).toHaveLength(1);

  await putBack(changeId, scene.email);
  expect((await thiefs.open(stolen)).statusCode).toBe(409);
  await deliverDue(testApp);
  expect([await lettersTo(services, scene.thief), await lettersTo(services, scene.email)]).toEqual([1, 1]);
  expect((await thiefs.open(stolen)).statusCode).not.toBe(200);
  expect(await findDifferences(db, clock.now())).toEqual([]);
});

test('a thief who wants nothing more keeps nothing back from its recipient', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await deliverDue(testApp);
  const thiefs = openBrowser(testApp.app);
  const stolen = await tokenTo(scene.thief);
  await thiefs.open(stolen);
  expect((await thiefs.act(stolen, 'decline')).statusCode).toBe(200);
  await putBack(changeId, scene.email);
  await deliverDue(testApp);
  expect(await lettersTo(services, scene.email)).toBe(1);
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
  await deliverDue(testApp);
  expect([await lettersTo(services, now), (await browser.open(read)).statusCode]).toEqual([0, 200]);
});

test('what is to go to the wrong address, and has not, goes to the right one alone', async () => {
  const scene = await released();
  const changeId = await redirect(scene);
  await putBack(changeId, scene.email);
  await deliverDue(testApp);
  expect([await lettersTo(services, scene.thief), await lettersTo(services, scene.email)]).toEqual([0, 1]);
});
