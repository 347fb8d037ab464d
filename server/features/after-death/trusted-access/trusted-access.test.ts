import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { TrustedPage, TrustedPerson } from '../../../../shared/after-death/trusted-access.ts';
import { changesOfPerson, tellOfChange } from '../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { loadAsStaff, reportRow } from '../../../../test/death-reports.ts';
import { createRecipient, createStaff } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../test/outbox.ts';
import { deliverDue, leave } from '../../../../test/released.ts';
import {
  approve,
  beginWindow,
  endWindow,
  type Reported,
  releasedOwner,
  reportedOwner,
  tokenOf,
} from '../../../../test/trusted-access.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { trustedAnswers } from '../death-cases/contacts/contacts.table.ts';
import { findTrustedContact } from '../death-cases/contacts/links.ts';
import { reachContact } from '../death-cases/contacts/told-contacts.mails.ts';
import { aliveToken } from '../death-cases/death-reports/report-rows.ts';
import { readTrustedPerson } from './page.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services } = testApp;
const { db } = services;
const staff = await createStaff(testApp);

type Link = Pick<Reported, 'token'>;
const read = ({ token }: Link) => app.inject({ url: `/api/trusted/${token}` });
const pageOf = async (link: Link) => (await read(link)).json<TrustedPage>();
const answer = ({ token }: Link, payload: object) =>
  app.inject({ method: 'POST', url: `/api/trusted/${token}/answer`, payload });
const correct = ({ token }: Link, id: string, payload: object) =>
  app.inject({ method: 'PUT', url: `/api/trusted/${token}/people/${id}`, payload });
const personOf = async (link: Link, id: string) =>
  (await pageOf(link)).people.find((person) => person.id === id);

/** What the page sends: the entry as it was shown, and `changes`. */
async function asShown(link: Link, id: string, changes: object = {}) {
  const { email = null, phone = null, mailingAddress = null } = (await personOf(link, id)) ?? {};
  const seen = { email, phone, mailingAddress };
  return { ...seen, ...changes, seen };
}
const mailsAbout = async (reported: Reported, address: string) => {
  const rows = await db.select().from(outboxMails).where(eq(outboxMails.userId, reported.owner.user.id));
  for (const { subjectId } of rows) if (subjectId) await sendMailsAbout(services, subjectId);
  return mailTo(services, address);
};
const revoke = async ({ releaseId }: { releaseId: string }) =>
  (await createStaff(testApp)).request({
    method: 'POST',
    url: `/api/admin/releases/${releaseId}/revoke`,
    payload: { reason: 'A mistake' },
  });
const other = ({ recipients: [, person] }: Reported) => {
  if (!person) throw new Error('There is nobody else');
  return person;
};

describe('in the objection window', () => {
  test('a contact whose first email address is gone is reached at the second, before the phone', async () => {
    const whole = { disownedAddress: null, diedAt: null };
    const person = { email: null, secondEmail: 'second@example.com', phone: '+12125550139', ...whole };
    const mail = Promise.resolve({ channel: 'email' as const, subject: 'About Ruth', text: '', html: '' });
    const reached = await reachContact(
      services,
      person,
      { createdAt: testApp.clock.now() },
      { mail, text: '' },
    );
    expect(reached).toMatchObject({ to: 'second@example.com', subject: 'About Ruth' });
  });

  test('a contact gets one mail with the link, or a text message without an address, and the page says what they can answer until when, and nothing of anybody', async () => {
    const reported = await reportedOwner(testApp, [
      { trustedContact: true, email: null, phone: '+1 212 555 0134' },
    ]);
    const mails = await mailsAbout(reported, reported.contact.email ?? '');
    const { firstName, lastName } = reported.owner.user;
    const ofWindow = mails.filter(
      ({ subject }) => subject === `We were told that ${firstName} ${lastName} has died`,
    );
    expect(ofWindow).toHaveLength(1);
    expect(ofWindow[0]?.text).toContain(`/trusted/${reported.token}`);
    expect(ofWindow[0]?.text).toContain('Until Sunday, 9 March 2031 at 11:42 Eastern we send nothing');
    const [text] = await mailTo(services, '+12125550134');
    expect(text?.text).toContain(`${firstName} ${lastName} died on 3 March 2024`);
    const theirs = /\/trusted\/([\w-]{43})$/.exec(text?.text ?? '')?.[1] ?? '';
    expect([theirs === reported.token, (await pageOf({ token: theirs })).state]).toEqual([false, 'window']);
    const got = await read(reported);
    expect(got.headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
    expect(got.json()).toEqual({
      state: 'window',
      ownerFirstName: firstName,
      ownerName: `${firstName} ${lastName}`,
      contactName: 'Inés Duarte',
      dateOfDeath: '2024-03-03',
      isDateApproximate: false,
      objectionEndsAt: '2031-03-09T15:42:00.000Z',
      answered: null,
      noteToContacts: null,
      wordsBack: [],
      people: [],
      ended: null,
    });
  });

  test.each([
    ['alive', 'contact_alive', 'says that they are alive'],
    ['wait', 'contact_wait', 'asks us to wait'],
  ] as const)(
    '"%s" puts the report before staff, who read who said it and why; again changes nothing',
    async (said, by, words) => {
      const reported = await reportedOwner(testApp);
      const note = 'She is at sea until Monday';
      expect((await answer(reported, { answer: said, note })).json()).toMatchObject({
        state: 'looking',
        answered: said,
      });
      expect(await reportRow(testApp, { id: reported.reportId })).toMatchObject({
        state: 'stopped',
        stoppedBy: by,
        round: 2,
        objectionEndsAt: null,
      });
      const again = await answer(reported, { answer: said === 'alive' ? 'wait' : 'alive' });
      expect([again.statusCode, again.json().answered]).toEqual([200, said]);
      expect((await reportRow(testApp, { id: reported.reportId })).round).toBe(2);
      const { contactAnswers } = await loadAsStaff(staff, { id: reported.reportId });
      expect(contactAnswers).toMatchObject([{ name: 'Inés Duarte', answer: said, note }]);
      const [row] = await db
        .select()
        .from(trustedAnswers)
        .where(eq(trustedAnswers.id, contactAnswers[0]?.id ?? ''));
      expect(row?.note).not.toContain('sea');
      await sendMailsAbout(services, reported.reportId);
      const [mail] = await mailTo(services, staff.user.email);
      expect(mail?.text).toContain(
        `Inés Duarte, a trusted contact of somebody who was reported dead, ${words}`,
      );
      const said_ = and(eq(auditLog.userId, reported.owner.user.id), eq(auditLog.actor, 'trusted-contact'));
      const entries = await db.select().from(auditLog).where(said_).orderBy(auditLog.id);
      expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([
        ['trusted-access.answered', reported.contact.id],
        ['death-report.sign-of-life', reported.reportId],
      ]);
      expect(JSON.stringify(entries)).not.toContain('sea');
    },
  );

  test('F31: another window after an answer asks anew, by the same link; what was said before stays with staff', async () => {
    const reported = await reportedOwner(testApp);
    const links = async () =>
      (await mailsAbout(reported, reported.contact.email ?? '')).filter(({ text }) =>
        text.includes(reported.token),
      ).length;
    expect(await links()).toBe(1);
    await answer(reported, { answer: 'wait', note: 'First' });
    testApp.clock.advance(1);
    await approve(testApp, reported.reportId);
    expect(await pageOf(reported)).toMatchObject({ state: 'window', answered: null });
    expect(await links()).toBe(2);
    await answer(reported, { answer: 'alive', note: 'Second' });
    const { contactAnswers } = await loadAsStaff(staff, { id: reported.reportId });
    expect(contactAnswers.map(({ note }) => note)).toEqual(['First', 'Second']);
  });

  test('the owner can still say that they live after a contact asked to wait', async () => {
    const reported = await reportedOwner(testApp);
    await answer(reported, { answer: 'wait' });
    const url = `/api/alive/${aliveToken(services, reported.reportId)}`;
    expect((await app.inject({ url })).json().state).toBe('looking');
    expect((await app.inject({ method: 'POST', url })).json()).toMatchObject({
      state: 'stopped',
      changed: true,
    });
    expect((await reportRow(testApp, { id: reported.reportId })).stoppedBy).toBe('alive_link');
  });

  test('409: what is for after the release, before it', async () => {
    const reported = await reportedOwner(testApp);
    const { id, email, phone, mailingAddress } = other(reported);
    const seen = { email, phone, mailingAddress };
    const refused = await correct(reported, id, { ...seen, email: 'new@example.com', seen });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
  });
});

describe('which links open', () => {
  test('security 53: 404, all alike: unknown, of somebody no longer trusted, removed, or of a report about another account', async () => {
    const unknown = await read({ token: 'a'.repeat(43) });
    expect([unknown.statusCode, (await read({ token: 'short' })).statusCode]).toEqual([404, 404]);
    const former = await reportedOwner(testApp);
    await db.update(recipients).set({ trustedContact: false }).where(eq(recipients.id, former.contact.id));
    const removed = await reportedOwner(testApp);
    await db.delete(recipients).where(eq(recipients.id, removed.contact.id));
    for (const link of [former, removed]) {
      expect((await read(link)).body).toBe(unknown.body);
      expect((await answer(link, { answer: 'alive' })).body).toBe(unknown.body);
    }
    expect((await reportRow(testApp, { id: former.reportId })).state).toBe('objection_window');
  });

  test('400: an answer that is none, and a note of 10,000 characters', async () => {
    const reported = await reportedOwner(testApp);
    expect((await answer(reported, { answer: 'perhaps' })).statusCode).toBe(400);
    expect((await answer(reported, { answer: 'wait', note: 'a'.repeat(10_000) })).statusCode).toBe(400);
    expect((await reportRow(testApp, { id: reported.reportId })).state).toBe('objection_window');
  });

  test('F32: closed once the release is revoked; the next report has another link', async () => {
    const released = await releasedOwner(testApp);
    expect((await revoke(released)).statusCode).toBe(200);
    expect(await pageOf(released)).toMatchObject({ state: 'closed', people: [], noteToContacts: null });
    const { id, email, phone, mailingAddress } = other(released);
    const seen = { email, phone, mailingAddress };
    expect((await correct(released, id, { ...seen, seen })).statusCode).toBe(409);
    expect((await answer(released, { answer: 'alive' })).statusCode).toBe(409);
    const reportId = await beginWindow(testApp, released.owner);
    const next = tokenOf(testApp, reportId, released.contact);
    expect([(await pageOf({ token: next })).state, (await pageOf(released)).state]).toEqual([
      'window',
      'closed',
    ]);
  });
});

describe('once what was left goes out', () => {
  test('the contact is invited by the same link, and sees everybody by name and address, and no more', async () => {
    const personal = {
      ownerRelationship: 'mother',
      knownBy: 'The key is still under the frog.',
      birthday: '2001-05-04',
      days: [{ name: 'Wedding', date: '2025-09-12' }],
    };
    const reported = await reportedOwner(testApp, [{ firstName: 'Leo', lastName: 'Alvarez', ...personal }]);
    await leave(testApp, { ...reported, recipients: [other(reported)] });
    const noteToContacts = 'Look after one another.\nThe key is with Leo.';
    const wishes = { reporters: 'anyone', objectionDays: null, quietDays: 0, noteToContacts };
    await reported.owner.request({ method: 'PUT', url: '/api/release-wishes', payload: wishes });
    expect((await pageOf(reported)).noteToContacts).toBeNull();
    await endWindow(testApp, reported.reportId);
    await deliverDue(testApp);
    const mails = await mailsAbout(reported, reported.contact.email ?? '');
    const [mail] = mails.filter(({ subject }) => subject?.includes('how you can help'));
    expect(mail?.text).toContain(`/trusted/${reported.token}`);
    expect(mail?.text).toContain(noteToContacts);
    const leo = other(reported);
    const page = await pageOf(reported);
    expect(page).toMatchObject({ state: 'open', objectionEndsAt: null, noteToContacts });
    expect(page.people.map(({ id }) => id)).toEqual([reported.contact.id, leo.id]);
    expect(page.people.map(({ isYou }) => isYou)).toEqual([true, false]);
    expect(page.people[1]).toEqual({
      id: leo.id,
      isYou: false,
      firstName: 'Leo',
      lastName: 'Alvarez',
      relationship: leo.relationship,
      email: leo.email,
      secondEmail: null,
      phone: leo.phone,
      mailingAddress: leo.mailingAddress,
      addressWaitsUntil: null,
      reach: 'reached',
      reachedAt: testApp.clock.now().toISOString(),
      cameBackAt: null,
      changes: [],
    });
  });

  test('"alive" still reaches staff, "wait" is a 409', async () => {
    const released = await releasedOwner(testApp);
    expect((await answer(released, { answer: 'wait' })).statusCode).toBe(409);
    expect((await answer(released, { answer: 'alive' })).json().state).toBe('open');
    const { warnings } = await loadAsStaff(staff, { id: released.reportId });
    expect(warnings).toContain('alive_after_release');
  });

  test('a corrected address: the old one is told, what waited goes there two days later, the old value is kept, staff read both', async () => {
    // Another contact hears of it; without one, staff would have to look at it first.
    const jonas = { firstName: 'Jonas', trustedContact: true };
    const reported = await reportedOwner(testApp, [{ firstName: 'Leo', email: null, phone: null }, jonas]);
    const leo = other(reported);
    await leave(testApp, { ...reported, recipients: [leo] });
    const released = { ...reported, releaseId: await endWindow(testApp, reported.reportId) };
    await deliverDue(testApp);
    expect((await personOf(released, leo.id))?.reach).toBe('no_address');
    const first = await correct(
      released,
      leo.id,
      await asShown(released, leo.id, { email: 'leo@example.com', phone: '+1 (212) 555-0134' }),
    );
    expect([first.statusCode, first.json<TrustedPerson>()]).toMatchObject([
      200,
      { email: 'leo@example.com', phone: '+1 212 555 0134', reach: 'waits' },
    ]);
    for (const { id } of await changesOfPerson(testApp, leo.id)) await tellOfChange(testApp, id);
    testApp.clock.advance(48 * 3600);
    await deliverDue(testApp);
    expect((await personOf(released, leo.id))?.reach).toBe('reached');
    expect((await mailTo(services, 'leo@example.com')).length).toBe(1);
    await correct(released, leo.id, await asShown(released, leo.id, { email: 'leo.new@example.com' }));
    const told = (await mailsAbout(released, 'leo@example.com')).find(({ subject }) =>
      subject?.startsWith('Is this right, Leo?'),
    );
    expect(told?.text).toContain('Inés Duarte, a trusted contact of');
    expect(told?.text).not.toContain('leo.new@example.com');
    const staff = await createStaff(testApp);
    const url = `/api/admin/releases/${released.releaseId}/corrections`;
    const { corrections, next } = (await staff.request({ url: `${url}?limit=2` })).json();
    expect(corrections).toMatchObject([
      { field: 'email', oldValue: null, newValue: 'leo@example.com', byName: 'Inés Duarte' },
      { field: 'phone', oldValue: null, newValue: '+1 212 555 0134' },
    ]);
    const rest = (await staff.request({ url: `${url}?after=${next.after}` })).json();
    expect(rest).toMatchObject({
      corrections: [{ oldValue: 'leo@example.com', newValue: 'leo.new@example.com' }],
      next: null,
    });
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, leo.id), eq(auditLog.action, 'recipient.corrected-by-contact')));
    expect(entry).toMatchObject({
      actor: 'trusted-contact',
      details: { contact: released.contact.id, fields: 'email, phone' },
    });
  });

  test('what was delivered is not sent again to a corrected address', async () => {
    const reported = await reportedOwner(testApp);
    const person = other(reported);
    await leave(testApp, { ...reported, recipients: [person] });
    await endWindow(testApp, reported.reportId);
    await deliverDue(testApp);
    await correct(
      reported,
      person.id,
      await asShown(reported, person.id, { email: 'elsewhere@example.com' }),
    );
    await deliverDue(testApp);
    const [row] = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, person.id));
    expect([row?.status, row?.sentTo]).toEqual(['delivered', person.email]);
    expect(
      (await mailTo(services, 'elsewhere@example.com')).filter(({ text }) => text.includes('/received/')),
    ).toEqual([]);
  });

  test('404: somebody of another owner; 409 with the field: changed meanwhile; 400: no address; nothing is written', async () => {
    const released = await releasedOwner(testApp);
    const foreign = await releasedOwner(testApp);
    const person = other(released);
    const shown = await asShown(released, person.id, { email: 'mine@example.com' });
    expect((await correct(released, other(foreign).id, shown)).statusCode).toBe(404);
    const who = await findTrustedContact(db, released.token);
    const about = { who, id: other(foreign).id };
    const reading = readTrustedPerson(db, services, about);
    await expect(reading).rejects.toMatchObject({ code: 'not_found' });
    expect((await correct(released, person.id, { ...shown, email: 'not an address' })).statusCode).toBe(400);
    expect((await correct(released, person.id, { ...shown, phone: '12' })).json().fields).toHaveProperty(
      'phone',
    );
    expect(
      (await correct(released, person.id, { ...shown, mailingAddress: 'a'.repeat(10_000) })).statusCode,
    ).toBe(400);
    await correct(
      released,
      person.id,
      await asShown(released, person.id, { mailingAddress: '1 Elm Street' }),
    );
    const late = await correct(released, person.id, shown);
    expect([late.statusCode, late.json().fields]).toEqual([
      409,
      { mailingAddress: 'It is 1 Elm Street now' },
    ]);
    expect((await personOf(released, person.id))?.email).toBe(person.email);
  });

  test('F32: the owner who lives after all hears which entries were corrected, by person and field', async () => {
    const released = await releasedOwner(testApp, [{ firstName: 'Leo', lastName: 'Alvarez' }]);
    const leo = other(released);
    await correct(released, leo.id, await asShown(released, leo.id, { email: 'leo.other@example.com' }));
    await correct(released, leo.id, await asShown(released, leo.id, { email: 'leo.third@example.com' }));
    await revoke(released);
    const mails = await mailsAbout(released, released.owner.user.email);
    const [mail] = mails.filter(({ subject }) => subject?.startsWith('Your address book was corrected'));
    expect(mail?.text).toContain('Leo Alvarez: email address, by Inés Duarte');
    expect(mail?.text.match(/Leo Alvarez/g)).toHaveLength(1);
    expect(mail?.text).not.toContain('leo.other@');
    const quiet = await releasedOwner(testApp);
    await revoke(quiet);
    const subjects = (await mailsAbout(quiet, quiet.owner.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject?.startsWith('Your address book'))).toEqual([]);
  });
});

test('somebody who is trusted only since the window began is invited at the release', async () => {
  const reported = await reportedOwner(testApp);
  const late = await createRecipient(reported.owner, { trustedContact: true }).catch(() => undefined);
  if (!late) throw new Error('The owner could not name anybody');
  await endWindow(testApp, reported.reportId);
  const mails = await mailsAbout(reported, late.email ?? '');
  expect(mails.filter(({ subject }) => subject?.includes('how you can help'))).toHaveLength(1);
});
