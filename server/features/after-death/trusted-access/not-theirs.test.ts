// A trusted contact at whose address somebody else reads: they must not come into the contact's place.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { StaffDelivery } from '../../../../shared/delivery/staff-deliveries.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createStaff } from '../../../../test/factories.ts';
import { mailTo, receivedTokenIn } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { openBrowser } from '../../../../test/recipient-browser.ts';
import { deliverDue, leave } from '../../../../test/released.ts';
import { endWindow, type Reported, reportedOwner } from '../../../../test/trusted-access.ts';
import { mailHandlers } from '../../../mail-handlers.ts';
import { requireFound } from '../../../platform/errors.ts';
import { hashToken } from '../../../platform/random.ts';
import { actEffects } from '../../../wiring.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { loggedActs } from '../../delivery/deliveries/logged-acts/logged-acts.table.ts';
import { catchUpAfterRestores } from '../../delivery/deliveries/start/catch-up.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { trustedAccess } from '../death-cases/contacts/contacts.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services } = testApp;
const { db } = services;

const read = (token: string) => app.inject({ url: `/api/trusted/${token}` });

/** The tokens of the pages for trusted contacts that were sent to this address, newest first. */
async function linksTo({ owner }: Reported, address: string): Promise<string[]> {
  const rows = await db.select().from(outboxMails).where(eq(outboxMails.userId, owner.user.id));
  for (const { subjectId } of rows) if (subjectId) await sendMailsAbout(services, subjectId);
  const mails = await mailTo(services, address);
  return mails.flatMap(({ text }) => /\/trusted\/([\w-]{43})/.exec(text)?.[1] ?? []);
}

/** The contact has a letter too, and somebody else reads it at their address. */
async function saidNotMe(reported: Reported) {
  const { contact } = reported;
  await leave(testApp, { ...reported, recipients: [contact] });
  await endWindow(testApp, reported.reportId);
  const links = await linksTo(reported, contact.email ?? '');
  await deliverDue(testApp);
  const letter = (await mailTo(services, contact.email ?? '')).find(({ text }) =>
    text.includes('/received/'),
  );
  const stranger = openBrowser(app);
  const token = receivedTokenIn(requireFound(letter));
  expect((await stranger.act(token, 'not-me')).statusCode).toBe(200);
  return { links, stranger, token };
}

test('security 35: a link goes to the next address where somebody had said that the first is not theirs, and to none of somebody who has died', async () => {
  const reported = await reportedOwner(testApp, [{ firstName: 'Ana', trustedContact: true }]);
  const { contact } = reported;
  const [ana] = reported.recipients.filter(({ firstName }) => firstName === 'Ana');
  const secondEmail = `second.${contact.id}@example.com`;
  const disowned = { disownedAt: services.clock.now(), disownedAddress: contact.email, secondEmail };
  await db.update(recipients).set(disowned).where(eq(recipients.id, contact.id));
  const died = { diedAt: services.clock.now() };
  await db
    .update(recipients)
    .set(died)
    .where(eq(recipients.id, ana?.id ?? ''));
  await endWindow(testApp, reported.reportId);
  expect(await linksTo(reported, contact.email ?? '')).toEqual([]);
  expect(await linksTo(reported, ana?.email ?? '')).toEqual([]);
  expect(await linksTo(reported, secondEmail)).toContain(reported.token);
});

test('security 35: whoever says "not for me" has no way into the page of the contact any more; whoever takes that back gets a new one', async () => {
  const reported = await reportedOwner(testApp);
  const { links, stranger, token } = await saidNotMe(reported);
  expect(links).toContain(reported.token);
  expect((await read(reported.token)).statusCode).toBe(404);
  const before = await linksTo(reported, reported.contact.email ?? '');
  expect((await stranger.act(token, 'not-me/undo')).statusCode).toBe(200);
  const [newest = ''] = await linksTo(reported, reported.contact.email ?? '');
  expect(before).not.toContain(newest);
  expect((await read(newest)).statusCode).toBe(200);
});

test('security 35: after a restore of a database from before, that way is closed again', async () => {
  const reported = await reportedOwner(testApp);
  await saidNotMe(reported);
  const { contact, token } = reported;
  const before = { generation: 1, tokenHash: hashToken(token) };
  await db.update(trustedAccess).set(before).where(eq(trustedAccess.recipientId, contact.id));
  const theirs = { disownedAt: null, disownedAddress: null };
  await db.update(recipients).set(theirs).where(eq(recipients.id, contact.id));
  await db.delete(loggedActs).where(eq(loggedActs.subjectId, contact.id));
  expect((await read(token)).statusCode).toBe(200);
  await catchUpAfterRestores(services, mailHandlers, actEffects)();
  expect((await read(token)).statusCode).toBe(404);
});

test('once staff find the address right, the contact gets a new link', async () => {
  const reported = await reportedOwner(testApp);
  await saidNotMe(reported);
  const staff = await createStaff(testApp);
  const [delivery] = await db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.recipientId, reported.contact.id));
  const url = `/api/admin/deliveries/${delivery?.id}`;
  const { state, reason, attemptCount, recipient } = (await staff.request({ url })).json<StaffDelivery>();
  const seen = { state, reason, attemptCount, address: recipient?.address ?? null };
  const payload = { reason: 'She has telephoned', seen };
  expect((await staff.request({ method: 'POST', url: `${url}/right-address`, payload })).statusCode).toBe(
    200,
  );
  const [newest = ''] = await linksTo(reported, reported.contact.email ?? '');
  expect((await read(newest)).statusCode).toBe(200);
});

/** Somebody at the contact's address answers the question whether they will be a trusted contact with "not for me". */
async function answeredNotMe(reported: Reported): Promise<void> {
  const address = reported.contact.email ?? '';
  expect(await linksTo(reported, address)).toContain(reported.token);
  const mails = await mailTo(services, address);
  const asked = mails.flatMap(({ text }) => /\/asked\/([\w-]{43})/.exec(text)?.[1] ?? [])[0];
  const url = `/api/asked/${asked}/answer`;
  const answer = await app.inject({ method: 'POST', url, payload: { answer: 'not-me' } });
  expect(answer.statusCode).toBeLessThan(300);
  expect((await read(reported.token)).statusCode).toBe(404);
}

test('once the owner, who lives, finds the address right, the contact gets a new link', async () => {
  const reported = await reportedOwner(testApp);
  await answeredNotMe(reported);
  const { owner, contact } = reported;
  const before = await linksTo(reported, contact.email ?? '');
  const url = `/api/recipients/${contact.id}/right-address`;
  expect((await owner.request({ method: 'POST', url })).statusCode).toBe(204);
  const [newest = ''] = await linksTo(reported, contact.email ?? '');
  expect(before).not.toContain(newest);
  expect((await read(newest)).statusCode).toBe(200);
});

test('security 35: whoever answers the question about the role with "not for me" gets no link, before or after', async () => {
  const reported = await reportedOwner(testApp);
  await answeredNotMe(reported);
  const before = await linksTo(reported, reported.contact.email ?? '');
  await endWindow(testApp, reported.reportId);
  expect(await linksTo(reported, reported.contact.email ?? '')).toEqual(before);
});
