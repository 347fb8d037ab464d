import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { RevokedReleaseAnswer, StaffRelease } from '../../../../../shared/after-death/releases.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { sendReport } from '../../../../../test/death-reports.ts';
import { createStaff, goodPassword } from '../../../../../test/factories.ts';
import { mailTo, receivedTokenIn } from '../../../../../test/mailbox.ts';
import { sendMail, sendMailsAbout } from '../../../../../test/outbox.ts';
import { openBrowser } from '../../../../../test/recipient-browser.ts';
import { deliverDue, leave, releaseOwner } from '../../../../../test/released.ts';
import { endWindow, type Reported, reportedOwner } from '../../../../../test/trusted-access.ts';
import { deliveryQueue } from '../../../delivery/deliveries/deliveries.table.ts';
import { claimDeliveries } from '../../../delivery/deliveries/send/claim.ts';
import type { Outcome } from '../../../delivery/deliveries/send/outcome.ts';
import { recordOutcomes } from '../../../delivery/deliveries/send/record-outcomes.ts';
import { startDueSchedules } from '../../../delivery/deliveries/start/start.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../../outbox/messages/mails/quota/quota.ts';
import { deathReports } from '../death-reports/death-reports.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-05-04T12:00:00Z') });
const { services, clock, app } = testApp;
const { db } = services;

/** The member of staff has to have signed in recently. */
async function revoke(releaseId: string) {
  const staff = await createStaff(testApp);
  const payload = { reason: 'She called from the hospital' };
  const answer = await staff.request({
    method: 'POST',
    url: `/api/admin/releases/${releaseId}/revoke`,
    payload,
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<StaffRelease>();
}
/** The mails to others when a release is revoked, ordered by address. */
async function tell(releaseId: string) {
  const written = and(eq(outboxMails.subjectId, releaseId), eq(outboxMails.kind, 'release-revoked'));
  clock.advance(61);
  await releaseHeldMails(services);
  await sendMailsAbout(services, releaseId);
  const rows = await db.select().from(outboxMails).where(written).orderBy(outboxMails.toAddress);
  return rows.flatMap(({ sentTo, sentAt }) => (sentTo && sentAt ? [sentTo] : []));
}
const setReporter = ({ reportId }: Pick<Reported, 'reportId'>, reporterEmail: string) =>
  db.update(deathReports).set({ reporterEmail }).where(eq(deathReports.id, reportId));
/** Sends the contact's invitation, and whatever else waits for the case. */
async function sendAll({ owner }: Pick<Reported, 'owner'>) {
  const rows = await db.select().from(outboxMails).where(eq(outboxMails.userId, owner.user.id));
  for (const { id } of rows) await sendMail(services, id);
}
/** A release with letters to these of the people, given by their place in the address book; the contact is the first. */
async function releasedWith(
  others: Record<string, unknown>[],
  leaves: ({ to: number[] } & Record<string, unknown>)[],
) {
  const reported = await reportedOwner(testApp, others);
  const { recipients } = reported;
  for (const { to, ...fields } of leaves)
    await leave(testApp, reported, { recipientIds: to.map((n) => recipients[n]?.id), ...fields });
  const releaseId = await endWindow(testApp, reported.reportId);
  return { ...reported, releaseId };
}
const signInAgain = async ({ owner }: Pick<Reported, 'owner'>) => {
  const payload = { email: owner.user.email, password: goodPassword };
  owner.token = (await app.inject({ method: 'POST', url: '/api/auth/login', payload })).json().token;
};

describe('when a release is revoked', () => {
  test('everybody who heard of it reads once that it was a mistake: contact, recipient and reporter in one', async () => {
    const phone = '+1 212 555 0171';
    const released = await releasedWith(
      [{ firstName: 'Sam', email: null, phone }],
      [{ to: [0, 1] }, { to: [0, 1] }],
    );
    const { email = null } = released.contact;
    await setReporter(released, email?.toUpperCase() ?? '');
    await sendAll(released);
    await deliverDue(testApp);
    await revoke(released.releaseId);
    expect(await tell(released.releaseId)).toEqual([phone, email].toSorted());

    const { firstName, lastName } = released.owner.user;
    const [mail] = await mailTo(services, email ?? '');
    expect(mail?.subject).toBe(`${firstName} ${lastName} is alive: our mistake`);
    for (const words of [
      'Dear Inés,',
      `${firstName} ${lastName} is alive. We wrote to you that ${firstName} had died. That was our mistake, and we are sorry.`,
      'The link that we sent you is closed',
      'Your page as a trusted contact is closed',
      'nobody is angry with you',
      'There is nothing you need to do',
    ])
      expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(words);
    const [text] = await mailTo(services, '+12125550171');
    expect(text?.text).toContain(
      `${firstName} ${lastName} is alive. We wrote to you that ${firstName} had died. That was our mistake, and we are sorry. The link that we sent you is closed.`,
    );
  });

  test('whoever reported it too, and was told that it was verified, hears it once; not whose report came to nothing', async () => {
    const reported = await reportedOwner(testApp, []);
    const { owner, reportId } = reported;
    const about = { personEmail: owner.user.email };
    const stopped = await sendReport(testApp, about);
    const rejected = await sendReport(testApp, about);
    const unread = await sendReport(testApp, about);
    // Each of the two reports had a window that was stopped; staff then rejected one and told its reporter.
    const was = {
      state: 'stopped',
      verifiedAt: clock.now(),
      stoppedAt: clock.now(),
      stoppedBy: 'staff',
    } as const;
    for (const { id } of [stopped, rejected])
      await db
        .update(deathReports)
        .set({ ...was, userId: owner.user.id })
        .where(eq(deathReports.id, id));
    const told = { state: 'rejected', answeredAt: clock.now() } as const;
    await db.update(deathReports).set(told).where(eq(deathReports.id, rejected.id));
    await setReporter(reported, 'first.reporter@example.com');
    const releaseId = await endWindow(testApp, reportId);
    await sendAll(reported);
    await revoke(releaseId);
    const heard = await tell(releaseId);
    expect(heard).toEqual([reported.contact.email, 'first.reporter@example.com', stopped.email].toSorted());
    expect(heard).not.toContain(unread.email);
  });

  test('who received a letter before it, or was to receive one after it, hears nothing', async () => {
    const reported = await reportedOwner(testApp, [{ firstName: 'Sam' }, { firstName: 'Noa' }]);
    const [, sam, noa] = reported.recipients;
    const toSam = {
      recipientIds: [sam?.id],
      deliveryType: 'scheduled',
      deliveryDate: '2031-05-04T13:00:00Z',
    };
    await leave(testApp, reported, toSam);
    await leave(testApp, reported, { recipientIds: [noa?.id], releaseDays: 30 });
    clock.advance(3600);
    await deliverDue(testApp);
    expect(await mailTo(services, sam?.email ?? '')).toHaveLength(1);
    clock.advance(60);
    const releaseId = await endWindow(testApp, reported.reportId);
    await sendAll(reported);
    await deliverDue(testApp);
    await revoke(releaseId);
    const [report] = await db.select().from(deathReports).where(eq(deathReports.id, reported.reportId));
    expect(await tell(releaseId)).toEqual([report?.reporterEmail, reported.contact.email].toSorted());
    const [toReporter] = await mailTo(services, report?.reporterEmail ?? '');
    expect(toReporter?.text.replaceAll(/\s+/g, ' ')).toContain('You told us that');
    expect(toReporter?.text).not.toContain('link that we sent you');
  });

  test('who received a dated letter after it keeps the letter, and hears that the owner lives', async () => {
    const deliveryDate = new Date(clock.now().getTime() + 60_000).toISOString();
    const dated = { to: [1], deliveryType: 'scheduled', deliveryDate };
    const released = await releasedWith([{}], [dated]);
    const maya = released.recipients[1];
    clock.advance(60);
    await deliverDue(testApp);
    await revoke(released.releaseId);
    expect(await tell(released.releaseId)).toContain(maya?.email);
    const mail = (await mailTo(services, maya?.email ?? '')).find(({ subject }) =>
      subject?.includes('alive'),
    );
    expect(mail?.text).toContain('stays yours');
    expect(mail?.text).not.toContain('link that we sent you is closed');
  });

  test('a second release and its end are told only to whom something of the second was sent', async () => {
    const released = await releasedWith([{ firstName: 'Sam' }], [{ to: [1] }]);
    const sam = released.recipients[1];
    await deliverDue(testApp);
    await revoke(released.releaseId);
    expect(await tell(released.releaseId)).toContain(sam?.email);
    clock.advance(3600);
    const again = await releaseOwner(testApp, released.owner);
    await deliverDue(testApp);
    await revoke(again);
    expect(await tell(again)).toEqual([]);
  });

  test.each<[string, Outcome, boolean]>([
    ['accepted', { kind: 'delivered', sentTo: { channel: 'email', address: 'maya@example.com' } }, true],
    ['unanswered', { kind: 'later', unknown: true, message: '' }, true],
    ['put off', { kind: 'later', unknown: false, message: 'busy' }, false],
  ])('somebody whose mail was on its way is told if it is %s', async (_name, outcome, isTold) => {
    const released = await releasedWith([{}], [{ to: [1] }]);
    const maya = released.recipients[1];
    await startDueSchedules(services);
    const ofMaya = eq(deliveryQueue.recipientId, maya?.id ?? '');
    const rows = await db.select({ id: deliveryQueue.id }).from(deliveryQueue).where(ofMaya);
    const [delivery] = await claimDeliveries(
      services,
      rows.map(({ id }) => id),
    );
    if (!delivery) throw new Error('Nothing was claimed');
    await revoke(released.releaseId);
    await recordOutcomes(services, [{ delivery, outcome }]);
    expect((await tell(released.releaseId)).includes(maya?.email ?? '')).toBe(isTold);
  });

  test('it is not told that somebody lives before it is known whether they heard of the death', async () => {
    const released = await releasedWith([{}], [{ to: [1] }]);
    const maya = released.recipients[1];
    await startDueSchedules(services);
    const ofMaya = eq(deliveryQueue.recipientId, maya?.id ?? '');
    const rows = await db.select({ id: deliveryQueue.id }).from(deliveryQueue).where(ofMaya);
    await claimDeliveries(
      services,
      rows.map(({ id }) => id),
    );
    await revoke(released.releaseId);
    await expect(tell(released.releaseId)).rejects.toThrow('still being sent');
  });
});

describe('the owner', () => {
  test('reads who received what, by which channel and when, who opened it, and what waits', async () => {
    const phone = '+1 212 555 0172';
    const released = await releasedWith(
      [{ firstName: 'Sam', lastName: 'Ortiz', email: null, phone }],
      [{ to: [0, 1] }, { to: [1], releaseDays: 30 }],
    );
    const [ines] = released.recipients;
    await deliverDue(testApp);
    const [mail] = await mailTo(services, ines?.email ?? '');
    await openBrowser(app).open(receivedTokenIn(mail ?? ({} as never)));
    const report = await revoke(released.releaseId);
    await sendMailsAbout(services, released.releaseId);
    const [toOwner] = await mailTo(services, released.owner.user.email);
    const text = toOwner?.text.replaceAll(/\s+/g, ' ') ?? '';
    expect(toOwner?.subject).toBe('Your account is open again');
    expect(text).toMatch(
      new RegExp(`Inés Duarte: “[^”]+”, by email to ${ines?.email?.replaceAll('.', '\\.')}, .+, opened \\d`),
    );
    expect(text).toMatch(/Sam Ortiz: “[^”]+”, by text message to \+1 212 555 0172, [^“]+, not opened/);
    expect(text).toContain('The links to it are closed');
    expect(text).toContain('All 2 memories that you left for after your death wait again');
    expect(text).toContain('/what-went-out');

    await signInAgain(released);
    const { release } = (
      await released.owner.request({ url: '/api/user/revoked-release' })
    ).json<RevokedReleaseAnswer>();
    release?.given.sort((one, other) => String(other.personName).localeCompare(String(one.personName)));
    expect(release).toMatchObject({
      waitingCount: 2,
      given: [
        { personName: 'Sam Ortiz', channel: 'text', sentTo: phone, openedAt: null },
        { personName: 'Inés Duarte', channel: 'email', openedAt: expect.any(String), isLinkClosed: true },
      ],
    });
    expect(JSON.stringify(report.left)).not.toContain('title');
  });

  test('reads that both letters were opened where one link showed both, and staff read the same', async () => {
    const released = await releasedWith([{}], [{ to: [1] }, { to: [1] }]);
    const [, maya] = released.recipients;
    await deliverDue(testApp);
    const [mail] = await mailTo(services, maya?.email ?? '');
    const shown = await openBrowser(app).open(receivedTokenIn(mail ?? ({} as never)));
    expect(shown.json().memories).toHaveLength(2);
    const { left, openedCount } = await revoke(released.releaseId);
    expect(openedCount).toBe(2);
    expect(left.map(({ openedAt }) => openedAt)).toEqual([expect.any(String), expect.any(String)]);
    await sendMailsAbout(services, released.releaseId);
    const [toOwner] = await mailTo(services, released.owner.user.email);
    expect(toOwner?.text).not.toContain('not opened');
  });

  test('reads that nothing had gone out where nothing had', async () => {
    const released = await releasedWith([{}], []);
    await revoke(released.releaseId);
    await sendMailsAbout(services, released.releaseId);
    const [toOwner] = await mailTo(services, released.owner.user.email);
    expect(toOwner?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Nothing that you keep with us had gone out to anybody.',
    );
  });

  test('of thirty letters the mail names ten, and the page all', async () => {
    const people = Array.from({ length: 29 }, (_, n) => ({
      firstName: `Friend${n}`,
      email: `friend.${n}@many.example.com`,
    }));
    const to = Array.from({ length: 30 }, (_, n) => n);
    const released = await releasedWith(people, [{ to }]);
    await deliverDue(testApp);
    await revoke(released.releaseId);
    await sendMailsAbout(services, released.releaseId);
    const [toOwner] = await mailTo(services, released.owner.user.email);
    expect(toOwner?.text.match(/by email to/g)).toHaveLength(10);
    expect(toOwner?.text).toContain('And 20 more, in your account.');
    await signInAgain(released);
    const answer = await released.owner.request({ url: '/api/user/revoked-release' });
    expect(answer.json<RevokedReleaseAnswer>().release?.given).toHaveLength(30);
  });
});
