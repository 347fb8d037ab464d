import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { placeholderSupportEmail } from '../../../../../shared/pages.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import { sendReport } from '../../../../../test/death-reports.ts';
import { createLetter, createPerson, createStaff } from '../../../../../test/factories.ts';
import { type MailboxMessage, mailTo } from '../../../../../test/mailbox.ts';
import { createOwner, type Left, leave, releaseOwner } from '../../../../../test/released.ts';
import { endWindow, reportedOwner } from '../../../../../test/trusted-access.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { MessageFault, type OutgoingMail } from '../../../../platform/mail/mail.ts';
import { deathReports } from '../../../after-death/death-cases/death-reports/death-reports.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { deathNews, deliveryQueue } from '../deliveries.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { claimDeliveries } from './claim.ts';
import { deliverBatch } from './deliver-batch.ts';
import { sendDelivery } from './send-delivery.ts';

// Which message after a release says that the owner has died.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;

const line = { knownBy: 'The key is still under the frog.' };

/** This many letters for everybody. */
async function leaveLetters(left: Left, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const { id: memoryId } = await createLetter(left.owner);
    await checkMemory(services, { memoryId, revision: 1 });
    await leave(testApp, { ...left, memoryId });
  }
}

const rowsOf = ({ owner }: Pick<Left, 'owner'>) =>
  db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, owner.user.id)).orderBy(deliveryQueue.id);
const startedFor = async (left: Pick<Left, 'owner'>) => {
  await startDueSchedules(services);
  return (await rowsOf(left)).map(({ id }) => id);
};
/** A letter with a date of its own, a minute from now. */
const leaveDated = (left: Left) =>
  leave(testApp, left, {
    deliveryType: 'scheduled',
    deliveryDate: new Date(clock.now().getTime() + 60_000).toISOString(),
  });
/** Oldest first. */
const mailsTo = async ({ recipients: [person] }: Left) =>
  (await mailTo(services, person?.email ?? person?.phone ?? '')).toReversed();
const isNews = ({ text }: Pick<MailboxMessage, 'text'>) => /has died\.\s+We\s+are\s+sorry/.test(text);
const news = async (left: Left) => (await mailsTo(left)).map(isNews);

describe('twelve letters at one release', () => {
  test('one mail brings them, and says that the owner has died', async () => {
    const left = await createOwner(testApp, [line]);
    await leaveLetters(left, 12);
    await releaseOwner(testApp, left.owner);
    await deliverBatch(services, await startedFor(left));
    expect(await news(left)).toEqual([true]);
    const [mail] = await mailsTo(left);
    expect(mail?.text).toContain('under the frog');
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'left twelve things with us for you, to be kept for this time: twelve letters',
    );
    expect(mail?.fromAddress).toMatch(/^Long After, for Ruth Alvarez </);
  });

  test('so it is with two workers at once, whoever is first', async () => {
    const left = await createOwner(testApp);
    await leaveLetters(left, 12);
    await releaseOwner(testApp, left.owner);
    const ids = await startedFor(left);
    await Promise.all([deliverBatch(services, ids.slice(0, 6)), deliverBatch(services, ids.slice(6))]);
    clock.advance(6 * 60);
    await deliverBatch(services, ids);
    expect(await news(left)).toEqual([true]);
    expect((await rowsOf(left)).every(({ status }) => status === 'delivered')).toBe(true);
  });

  test('each of two people is told once', async () => {
    const left = await createOwner(testApp, [{}, { firstName: 'Leo' }]);
    await leaveLetters(left, 3);
    await releaseOwner(testApp, left.owner);
    await deliverBatch(services, await startedFor(left));
    for (const person of left.recipients)
      expect((await news({ ...left, recipients: [person] })).filter(Boolean)).toHaveLength(1);
  });
});

test('after a crash behind the mail server, a retry says the same under the same Message-ID, and what comes later waits for it', async () => {
  const left = await createOwner(testApp, [line]);
  await leaveLetters(left, 2);
  await leaveDated(left);
  await releaseOwner(testApp, left.owner);
  const told = await startedFor(left);
  const sent: OutgoingMail[] = [];
  const send = async (mail: OutgoingMail) => {
    sent.push(mail);
    throw new MessageFault('unknown', 'The connection was lost');
  };
  const cut = { ...services, mailer: { ...services.mailer, send } };
  await deliverBatch(cut, told);
  clock.advance(61);
  const all = await startedFor(left);
  await deliverBatch(
    services,
    all.filter((id) => !told.includes(id)),
  );
  expect(await mailsTo(left)).toEqual([]);
  clock.advance(60 * 60);
  await deliverBatch(services, all);
  const [again, after, ...more] = await mailsTo(left);
  const { supportEmail } = services.config;
  expect({ ...sent[0], text: sent[0]?.text.replaceAll(placeholderSupportEmail, supportEmail) }).toMatchObject(
    {
      messageId: again?.messageId,
      subject: again?.subject,
      text: again?.text,
    },
  );
  expect([again, after].map((mail) => mail && isNews(mail))).toEqual([true, false]);
  expect(more).toEqual([]);
});

test('a worker that was killed before it sent anything tells with its next attempt, and nobody tells in its place', async () => {
  const left = await createOwner(testApp);
  await leaveLetters(left, 1);
  await leaveDated(left);
  await releaseOwner(testApp, left.owner);
  const told = await startedFor(left);
  await claimDeliveries(services, told);
  clock.advance(61);
  const all = await startedFor(left);
  await db
    .update(deliveryQueue)
    .set({ attemptAfter: minutesAfter(clock.now(), 1) })
    .where(eq(deliveryQueue.id, told[0] ?? ''));
  await deliverBatch(
    services,
    all.filter((id) => !told.includes(id)),
  );
  expect(await mailsTo(left)).toEqual([]);
  clock.advance(6 * 60);
  await deliverBatch(services, all);
  expect(await news(left)).toEqual([true, false]);
});

test('a letter that cannot go gives way: another of the same message tells', async () => {
  const left = await createOwner(testApp);
  await leave(testApp, left);
  await leaveLetters(left, 2);
  await releaseOwner(testApp, left.owner);
  const ids = await startedFor(left);
  const approve = (isApproved: boolean) =>
    db.update(memories).set({ isApproved }).where(eq(memories.id, left.memoryId));
  await approve(false);
  await deliverBatch(services, ids);
  await deliverBatch(services, ids);
  expect((await rowsOf(left)).map(({ status }) => status).toSorted()).toEqual([
    'delivered',
    'delivered',
    'waiting',
  ]);
  expect(await news(left)).toEqual([true]);
});

test('in a restored database whoever was written to since is not told again', async () => {
  const left = await createOwner(testApp);
  await leaveLetters(left, 1);
  await leaveDated(left);
  await releaseOwner(testApp, left.owner);
  const [first] = await startedFor(left);
  await deliverBatch(services, [requireFound(first)]);
  // The send log knows what was delivered; which message told of the death is lost.
  await db.delete(deathNews).where(eq(deathNews.deliveryId, requireFound(first)));
  clock.advance(61);
  await deliverBatch(services, await startedFor(left));
  expect(await news(left)).toEqual([true, false]);
});

test('a release after one that was revoked is told anew', async () => {
  const left = await createOwner(testApp);
  await leaveLetters(left, 1);
  await leave(testApp, left, { releaseDays: 10 });
  const releaseId = await releaseOwner(testApp, left.owner);
  await deliverBatch(services, await startedFor(left));
  const url = `/api/admin/releases/${releaseId}/revoke`;
  const staff = await createStaff(testApp);
  await staff.request({ method: 'POST', url, payload: { reason: 'A mistake' } });
  clock.advance(60);
  await releaseOwner(testApp, left.owner);
  clock.advance(11 * 24 * 60 * 60);
  await deliverBatch(services, await startedFor(left));
  expect(await news(left)).toEqual([true, true]);
});

test('what comes from somebody alive says nothing of a death, in their name', async () => {
  const left = await createOwner(testApp);
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate });
  clock.advance(61);
  await deliverBatch(services, await startedFor(left));
  const [mail] = await mailsTo(left);
  expect(mail?.text).not.toMatch(/died|death/);
  expect(mail?.subject).toBe('Ruth left a letter for you');
});

test('what was claimed before the release and not sent is decided again', async () => {
  const left = await createOwner(testApp);
  const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
  await leave(testApp, left, { deliveryType: 'scheduled', deliveryDate });
  clock.advance(61);
  const ids = await startedFor(left);
  const [claim] = await claimDeliveries(services, ids);
  await releaseOwner(testApp, left.owner);
  expect(await sendDelivery(services, { ...requireFound(claim), news: 'undecided' })).toEqual({
    kind: 'put-back',
  });
});

test('somebody with only a phone is told once too', async () => {
  const left = await createOwner(testApp, [{ email: null, phone: '+1 212 555 0134', ...line }]);
  await leaveLetters(left, 2);
  await leaveDated(left);
  await releaseOwner(testApp, left.owner);
  await deliverBatch(services, await startedFor(left));
  clock.advance(61);
  await deliverBatch(services, await startedFor(left));
  const texts = (await mailTo(services, '+12125550134')).toReversed().map(({ text }) => text);
  expect(texts.map((text) => text.includes('has died'))).toEqual([true, false]);
  expect(texts.map((text) => text.includes('frog'))).toEqual([true, false]);
});

test('two at one address are each told in a mail of their own', async () => {
  const email = 'family@example.com';
  const left = await createOwner(testApp, [{ email }, { email, firstName: 'Leo', ...line }]);
  await leaveLetters(left, 2);
  await releaseOwner(testApp, left.owner);
  await deliverBatch(services, await startedFor(left));
  const mails = await mailTo(services, email);
  expect(mails.map(isNews)).toEqual([true, true]);
  expect(
    mails.filter(({ text }) => text.includes('frog')).map(({ text }) => /Dear (\w+)/.exec(text)?.[1]),
  ).toEqual(['Leo']);
});

test('trusted contacts, and whoever reported the death, are not told by a letter; on the day that is known it is named', async () => {
  const reported = await reportedOwner(testApp, [{}, {}]);
  const [contact, reporter, other] = reported.recipients;
  await db
    .update(deathReports)
    .set({ reporterEmail: reporter?.email?.toUpperCase() ?? '' })
    .where(eq(deathReports.id, reported.reportId));
  await leaveLetters(reported, 1);
  await endWindow(testApp, reported.reportId);
  await deliverBatch(services, await startedFor(reported));
  const read = async (person: Recipient | undefined) =>
    (await mailTo(services, person?.email ?? '')).find(({ text }) => text.includes('/received/'))?.text;
  for (const person of [contact, reporter]) expect(await read(person)).not.toMatch(/died|sorry/);
  expect(await read(other)).toMatch(/Ruth\s+Alvarez\s+died\s+on\s+3\s+March\s+2024/);
});

test('whoever reported it signed in, from another address, or in another report, is not told by a letter; after a report that came to nothing they are', async () => {
  const [sam, noa, lea] = [
    await createPerson(testApp, { firstName: 'Sam' }),
    `noa.${testApp.clock.now().getTime()}@example.com`,
    `lea.${testApp.clock.now().getTime()}@example.com`,
  ];
  const emails = [sam.user.email.toUpperCase(), noa, lea];
  const reported = await reportedOwner(
    testApp,
    emails.map((email) => ({ email })),
  );
  const about = eq(deathReports.id, reported.reportId);
  await db.update(deathReports).set({ reporterUserId: sam.user.id }).where(about);
  const { owner } = reported;
  for (const [reporterEmail, state] of [
    [noa, 'in_review'],
    [lea, 'rejected'],
  ] as const) {
    const { id } = await sendReport(testApp, { reporterEmail, personEmail: owner.user.email });
    await db.update(deathReports).set({ state, userId: owner.user.id }).where(eq(deathReports.id, id));
  }
  await leaveLetters(reported, 1);
  await endWindow(testApp, reported.reportId);
  await deliverBatch(services, await startedFor(reported));
  const told: boolean[] = [];
  for (const email of emails) {
    const letter = (await mailTo(services, email)).find(({ text }) => text.includes('/received/'));
    told.push(/ (has died|died on) /.test(requireFound(letter).text.replaceAll(/\s+/g, ' ')));
  }
  expect(told).toEqual([false, false, true]);
});
