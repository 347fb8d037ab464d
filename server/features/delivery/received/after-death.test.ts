import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { ReceivedCover } from '../../../../shared/delivery/received.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createStaff } from '../../../../test/factories.ts';
import { mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { createOwner, deliverDue, leave, releaseOwner } from '../../../../test/released.ts';
import { toBePosted } from '../../../../test/to-be-posted.ts';
import { requireFound } from '../../../platform/errors.ts';
import { users } from '../../accounts/profile/profile.table.ts';

// What a recipient's page says about the owner's death, and about what came by post.

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

/** The page behind the newest link to `email`, before and after its first device presses Open. */
async function openedBy(email: string | null | undefined) {
  const [mail] = await mailTo(services, email ?? '');
  const token = receivedTokenIn(requireFound(mail));
  const phone = openBrowser(app);
  const cover = async () => (await phone.get(`/api/received/${token}`)).json<ReceivedCover>();
  const before = await cover();
  await phone.open(token);
  return { before, cover };
}

const inAMinute = () => ({
  deliveryType: 'scheduled',
  deliveryDate: new Date(clock.now().getTime() + 60_000).toISOString(),
});

test('200: that the owner has died, and when, once the page was opened; not to somebody who has not heard of it from us', async () => {
  const left = await createOwner(testApp, [{}, { firstName: 'Leo' }]);
  const [maya, leo] = left.recipients;
  await leave(testApp, { ...left, recipients: [requireFound(leo)] }, inAMinute());
  clock.advance(61);
  await deliverDue(testApp);
  const leos = await openedBy(leo?.email);
  expect(await leos.cover()).toMatchObject({ ownerDied: false, ownerDiedOn: null });

  await leave(testApp, { ...left, recipients: [requireFound(maya)] });
  await releaseOwner(testApp, left.owner);
  await db.update(users).set({ diedOn: '2030-05-01' }).where(eq(users.id, left.owner.user.id));
  await deliverDue(testApp);
  const mayas = await openedBy(maya?.email);
  expect(mayas.before).toMatchObject({ ownerDied: false, ownerDiedOn: null });
  expect(await mayas.cover()).toMatchObject({ ownerDied: true, ownerDiedOn: '2030-05-01' });
  expect(await leos.cover()).toMatchObject({ ownerDied: false, ownerDiedOn: null });
});

test('200: what came in the post once it has arrived, and only on a device that the page knows', async () => {
  const staff = await createStaff(testApp);
  const parcel = await toBePosted(testApp);
  const { owner, recipient } = parcel;
  await leave(testApp, { owner, recipients: [recipient], memoryId: parcel.memoryId }, inAMinute());
  clock.advance(61);
  await deliverDue(testApp);
  const { before, cover } = await openedBy(recipient.email);
  expect((await cover()).byPost).toEqual([]);
  await parcel.pack(staff);
  await parcel.post(staff);
  expect((await cover()).byPost).toEqual([]);
  const arrived = await staff.request({
    method: 'POST',
    url: `/api/admin/deliveries/${parcel.id}/posting/arrive`,
    payload: await parcel.payload(staff),
  });
  expect(arrived.statusCode).toBe(200);
  expect((await cover()).byPost).toMatchObject([{ id: parcel.id, type: 'letter' }]);
  expect(before.byPost).toEqual([]);
});
