import { and, eq, inArray, like, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, type Person } from '../../../../test/factories.ts';
import { type FakeSmtpServer, type Reaction, startSmtpServer } from '../../../../test/fakes/smtp-server.ts';
import { sendMail, sendMailsAbout } from '../../../../test/outbox.ts';
import { sendMails as sendMailsJob } from '../../../job-list.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { sweepLostMails } from '../../outbox/messages/mails/mails.jobs.ts';
import { outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { sendMailAgain } from '../../outbox/messages/mails/staff-actions.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { recipients } from './recipients.table.ts';

const maya = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' };

const change = (person: Person, id: string, form: object) =>
  person.request({ method: 'PUT', url: `/api/recipients/${id}`, payload: { ...maya, ...form } });

async function notifiedAt(testApp: TestApp, id: string) {
  const [row] = await testApp.services.db.select().from(recipients).where(eq(recipients.id, id));
  return row?.trustedContactToldAt;
}

/** Somebody whose address is confirmed. */
async function confirmedPerson(testApp: TestApp): Promise<Person> {
  const person = await createPerson(testApp);
  const emailVerifiedAt = testApp.clock.now();
  await testApp.services.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, person.user.id));
  return person;
}

/** Runs the queued jobs, so that a test sees each step; returns how many mails were for trusted contacts. */
async function sendWaitingMails(testApp: TestApp): Promise<number> {
  const { services } = testApp;
  const taken = await services.db.execute<{ data: { mailIds: string[] } }>(sql`
    delete from pgboss.job where name = ${sendMailsJob.name} returning data`);
  const ids = taken.rows.flatMap(({ data }) => data.mailIds);
  const explanations = await services.db.$count(
    outboxMails,
    and(inArray(outboxMails.id, ids), eq(outboxMails.kind, 'trusted-contact')),
  );
  for (const id of ids) await sendMail(services, id);
  return explanations;
}

describe('with the mailbox', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });
  beforeEach(async () => {
    await sendWaitingMails(testApp);
  });
  const mailsTo = (address: string) =>
    testApp.services.db.select().from(mailboxMessages).where(eq(mailboxMessages.toAddress, address));

  test('security 63: naming a trusted contact and withdrawing it stand in the audit log, another change does not', async () => {
    const person = await createPerson(testApp);
    const named = await createRecipient(person, { ...maya, trustedContact: true });
    await change(person, named.id, { trustedContact: true, lastName: 'Okonjo' });
    await change(person, named.id, { trustedContact: false });
    await createRecipient(person, maya);
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.userId, person.user.id), like(auditLog.action, 'recipient.%')))
      .orderBy(auditLog.id);
    const entry = { actor: person.user.id, subjectId: named.id };
    expect(entries).toMatchObject([
      { ...entry, action: 'recipient.trusted-contact-named' },
      { ...entry, action: 'recipient.trusted-contact-withdrawn' },
    ]);
  });

  test('a recipient who becomes a trusted contact is notified once', async () => {
    const person = await createPerson(testApp);
    const email = 'told.once@example.com';
    const { id } = await createRecipient(person, { email });
    expect(await sendWaitingMails(testApp)).toBe(0);

    await change(person, id, { email, trustedContact: true });
    expect(await sendWaitingMails(testApp)).toBe(1);
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Ruth Alvarez named you as a trusted contact');
    expect(mail?.text).toContain('Dear Maya');
    expect(mail?.text).toContain(`${testApp.services.config.publicUrl}/`);
    expect(await notifiedAt(testApp, id)).toEqual(testApp.clock.now());

    await change(person, id, { email, trustedContact: false });
    await change(person, id, { email, trustedContact: true });
    await sendMailsAbout(testApp.services, id);
    expect(await sendWaitingMails(testApp)).toBe(0);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('whoever was told while the mail waited gets none', async () => {
    const person = await confirmedPerson(testApp);
    const email = 'told.already@example.com';
    const { id } = await createRecipient(person, { email, trustedContact: true });
    const told = { trustedContactToldAt: testApp.clock.now() };
    await testApp.services.db.update(recipients).set(told).where(eq(recipients.id, id));
    expect(await sendWaitingMails(testApp)).toBe(1);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('one whose only way is a phone is told by text message, with the page on which they can say no', async () => {
    const person = await createPerson(testApp);
    const phone = '+12125550135';
    const { id } = await createRecipient(person, { email: null, phone, trustedContact: true });
    expect(await sendWaitingMails(testApp)).toBe(1);
    const [message] = await mailsTo(phone);
    expect(message).toMatchObject({ channel: 'sms', subject: null });
    const path = /\/asked\/[\w-]{43}$/.exec(message?.text ?? '')?.[0];
    expect(message?.text).toContain('Ruth Alvarez has named you as a trusted contact.');
    expect((await testApp.app.inject({ url: `/api${path}` })).json()).toMatchObject({ kind: 'trust' });
    expect(await notifiedAt(testApp, id)).toEqual(testApp.clock.now());
    await change(person, id, { email: null, phone: '+12125550136', trustedContact: true });
    expect(await sendWaitingMails(testApp)).toBe(1);
    expect(await mailsTo('+12125550136')).toHaveLength(1);
  });

  test('so is one who is trusted from the start, and one whose email address is added later', async () => {
    const person = await createPerson(testApp);
    await createRecipient(person, { email: 'from.start@example.com', trustedContact: true });
    const nowhere = { email: null, phone: null, trustedContact: true };
    const later = await createRecipient(person, nowhere);
    expect(await sendWaitingMails(testApp)).toBe(1);
    expect(await mailsTo('from.start@example.com')).toHaveLength(1);
    await sendMailsAbout(testApp.services, later.id);
    expect(await notifiedAt(testApp, later.id)).toBeNull();
    await change(person, later.id, { email: 'came.later@example.com', trustedContact: true });
    expect(await sendWaitingMails(testApp)).toBe(1);
    expect(await mailsTo('came.later@example.com')).toHaveLength(1);
  });

  test('a corrected address is notified; the old one is not notified again', async () => {
    const person = await createPerson(testApp);
    const { id } = await createRecipient(person, { email: 'wrong@example.com', trustedContact: true });
    await sendWaitingMails(testApp);
    await change(person, id, { email: 'right@example.com', trustedContact: true });
    await sendWaitingMails(testApp);
    await change(person, id, { email: 'wrong@example.com', trustedContact: true });
    await sendWaitingMails(testApp);
    expect(await mailsTo('right@example.com')).toHaveLength(1);
    expect(await mailsTo('wrong@example.com')).toHaveLength(1);
  });

  test('a recipient who is no longer trusted, or was deleted, is not notified', async () => {
    const person = await createPerson(testApp);
    const email = 'not.anymore@example.com';
    const first = await createRecipient(person, { email, trustedContact: true });
    const second = await createRecipient(person, { email, trustedContact: true });
    await change(person, first.id, { email, trustedContact: false });
    await person.request({ method: 'DELETE', url: `/api/recipients/${second.id}` });
    expect(await sendWaitingMails(testApp)).toBe(2);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('a mail lost with the queue is enqueued again, but not while jobs are waiting', async () => {
    const person = await createPerson(testApp);
    await sendWaitingMails(testApp);
    const { id } = await createRecipient(person, { email: 'lost@example.com', trustedContact: true });
    await testApp.services.db.execute(sql`delete from pgboss.job where name = ${sendMailsJob.name}`);
    await sweepLostMails(testApp.services);
    await sweepLostMails(testApp.services);
    expect(await testApp.services.jobs.backlog(sendMailsJob)).toBe(1);
    expect(await sendWaitingMails(testApp)).toBe(1);
    expect(await notifiedAt(testApp, id)).toEqual(testApp.clock.now());
    await sweepLostMails(testApp.services);
    expect(await sendWaitingMails(testApp)).toBe(0);
  });

  test('the mail is sent by the worker, not while the owner waits', async () => {
    const person = await createPerson(testApp);
    await testApp.work();
    await createRecipient(person, { email: 'by.worker@example.com', trustedContact: true });
    await eventually(
      async () => (await mailsTo('by.worker@example.com')).length === 1,
      'the mail of the worker',
    );
  });
});

describe('with a mail server', () => {
  let testApp: TestApp;
  let smtp: FakeSmtpServer;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    testApp = await startTestApp({
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'Long After <post@after.example>' },
    });
    return () => smtp.close();
  });
  beforeEach(() => smtp.behave(() => 'accept'));
  const idsTo = (address: string) =>
    smtp.messages.filter((mail) => mail.envelope.to.includes(address)).map((mail) => mail.messageId);

  test('a busy server is tried again later', async () => {
    const person = await confirmedPerson(testApp);
    const { id } = await createRecipient(person, { email: 'busy@example.com', trustedContact: true });
    smtp.behave(() => ({ code: 451 }));
    await sendMailsAbout(testApp.services, id);
    expect(await notifiedAt(testApp, id)).toBeNull();
    smtp.behave(() => 'accept');
    await sendMailsAbout(testApp.services, id);
    expect(idsTo('busy@example.com')).toHaveLength(1);
  });

  test('when it is unknown whether it was sent, the second copy has the same Message-ID', async () => {
    const person = await confirmedPerson(testApp);
    const { id } = await createRecipient(person, { email: 'unknown@example.com', trustedContact: true });
    smtp.behave(({ stage }) => (stage === 'message' ? 'drop' : 'accept'));
    await sendMailsAbout(testApp.services, id);
    smtp.behave(() => 'accept');
    await sendMailsAbout(testApp.services, id);
    const ids = idsTo('unknown@example.com');
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  test('a permanently refused address is not tried again until it is changed', async () => {
    const person = await confirmedPerson(testApp);
    const { id } = await createRecipient(person, { email: 'gone@example.com', trustedContact: true });
    smtp.behave(({ stage, to }) =>
      stage === 'recipient' && to === 'gone@example.com' ? { code: 550 } : 'accept',
    );
    await sendMailsAbout(testApp.services, id);
    await sendMailsAbout(testApp.services, id);
    expect(await notifiedAt(testApp, id)).toBeNull();
    await change(person, id, { email: 'gone@example.com', trustedContact: true });
    const { db } = testApp.services;
    expect(await db.$count(outboxMails, eq(outboxMails.subjectId, id))).toBe(1);
    await change(person, id, { email: 'found@example.com', trustedContact: true });
    await sendMailsAbout(testApp.services, id);
    expect(idsTo('found@example.com')).toHaveLength(1);
  });

  test('nobody was told by a mail that was refused, and staff can send it again', async () => {
    const person = await confirmedPerson(testApp);
    const { id } = await createRecipient(person, { email: 'full@example.com', trustedContact: true });
    smtp.behave(({ stage }) => (stage === 'recipient' ? { code: 550 } : 'accept'));
    await sendMailsAbout(testApp.services, id);
    const listed = await person.request({ url: '/api/recipients' });
    expect(listed.json()).toMatchObject([{ id, explanationPending: true }]);

    smtp.behave(() => 'accept');
    const { services } = testApp;
    const [mail] = await services.db.select().from(outboxMails).where(eq(outboxMails.subjectId, id));
    await sendMailAgain(services, {
      actor: person.user.id,
      mailId: mail?.id ?? '',
      reason: 'There is room again',
      seen: { state: 'failed', attempts: 1 },
    });
    await sendMailsAbout(testApp.services, id);
    expect(idsTo('full@example.com')).toHaveLength(1);
    expect(await notifiedAt(testApp, id)).toEqual(testApp.clock.now());
  });

  test('two workers with the same job at once send one mail', async () => {
    const person = await confirmedPerson(testApp);
    const { id } = await createRecipient(person, { email: 'twice@example.com', trustedContact: true });
    await Promise.all(Array.from({ length: 6 }, () => sendMailsAbout(testApp.services, id)));
    expect(idsTo('twice@example.com')).toHaveLength(1);
  });

  test('the owner can change the entry while the mail is being sent', async () => {
    const person = await confirmedPerson(testApp);
    const { id } = await createRecipient(person, { email: 'slow@example.com', trustedContact: true });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((resolve) => {
      smtp.behave(async ({ stage }): Promise<Reaction> => {
        if (stage === 'message') {
          resolve();
          await held;
        }
        return 'accept';
      });
    });
    const notifying = sendMailsAbout(testApp.services, id);
    await reached;
    const answer = await change(person, id, { email: 'quick@example.com', trustedContact: true });
    expect(answer.statusCode).toBe(200);
    release();
    await notifying;
    expect(await notifiedAt(testApp, id)).toBeNull();
    await sendMailsAbout(testApp.services, id);
    expect(idsTo('quick@example.com')).toHaveLength(1);
  });
});
