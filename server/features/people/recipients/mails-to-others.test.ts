import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, goodPassword, type Person } from '../../../../test/factories.ts';
import { startSmtpServer } from '../../../../test/fakes/smtp-server.ts';
import { sendMail, sendMailsAbout } from '../../../../test/outbox.ts';
import { mailboxMessages } from '../../../platform/mail/mailbox.table.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { linkToken } from '../../outbox/messages/mails/links/links.ts';
import { isWaiting, outboxMails } from '../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../outbox/messages/mails/quota/quota.ts';
import { recipients } from './recipients.table.ts';

const maya = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child', trustedContact: true };
const daySeconds = 24 * 60 * 60;

async function mailsOf({ services }: TestApp, { user }: Person, kind?: 'verify-email') {
  const rows = await services.db.select().from(outboxMails).where(eq(outboxMails.userId, user.id));
  return kind ? rows.filter((row) => row.kind === kind) : rows;
}

/** The token of the account's newest link, whether or not its mail was sent. */
async function newestToken(testApp: TestApp, person: Person): Promise<string> {
  const links = (await mailsOf(testApp, person)).filter(({ tokenHash }) => tokenHash);
  const last = links.toSorted((a, b) => a.id.localeCompare(b.id)).at(-1);
  return linkToken(testApp.services, last?.id ?? '');
}

describe('security 66: at most ten mails to other people’s addresses for one owner in a day', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp();
  });

  async function sendDue(): Promise<void> {
    await releaseHeldMails(testApp.services);
    const unsent = await testApp.services.db.select().from(outboxMails).where(isWaiting);
    for (const { id } of unsent) await sendMail(testApp.services, id);
  }
  const greetings = async (lastName: string) =>
    (await testApp.services.db.select().from(mailboxMessages)).filter(
      ({ subject }) => subject === `Ruth ${lastName} named you as a trusted contact`,
    );
  const beginEmailChange = (person: Person, email: string) =>
    person.request({
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { phone: '+1 602 555 0134', email, currentPassword: goodPassword },
    });

  test('one trusted contact whose address is changed 41 times: nine mails and the confirmation of the sign-up', async () => {
    const person = await createPerson(testApp, { lastName: 'Flipper' });
    const { id } = await createRecipient(person, { ...maya, email: 'stranger.0@example.com' });
    for (let number = 1; number <= 41; number++) {
      const payload = { ...maya, email: `stranger.${number}@example.com` };
      const answer = await person.request({ method: 'PUT', url: `/api/recipients/${id}`, payload });
      expect(answer.statusCode).toBe(200);
      await sendMailsAbout(testApp.services, id);
    }
    await sendDue();
    expect(await greetings('Flipper')).toHaveLength(9);
    const told = async () => (await person.request({ url: '/api/recipients' })).json<Recipient[]>()[0];
    expect((await told())?.explanationPending).toBe(true);
    for (let day = 1; day <= 5; day++) {
      testApp.clock.advance(daySeconds);
      await sendDue();
    }
    const sent = await greetings('Flipper');
    expect(sent.map(({ toAddress }) => toAddress).at(-1)).toBe('stranger.41@example.com');
    expect(sent).toHaveLength(10);
  });

  test('the eleventh contact is written to a day later, and nobody twice, also when all are chosen at once', async () => {
    const person = await createPerson(testApp, { lastName: 'Many' });
    const added = await Promise.all(
      Array.from({ length: 12 }, () => createRecipient(person, { ...maya, trustedContact: false })),
    );
    await Promise.all(
      added.map(({ id, email }) =>
        person.request({ method: 'PUT', url: `/api/recipients/${id}`, payload: { ...maya, email } }),
      ),
    );
    await sendDue();
    expect(await greetings('Many')).toHaveLength(9);
    testApp.clock.advance(daySeconds - 60);
    await sendDue();
    expect(await greetings('Many')).toHaveLength(9);
    testApp.clock.advance(60);
    await sendDue();
    await sendDue();
    const addresses = (await greetings('Many')).map(({ toAddress }) => toAddress);
    expect(new Set(addresses).size).toBe(12);
    expect(addresses).toHaveLength(12);
    const held = and(eq(outboxMails.userId, person.user.id), isNotNull(outboxMails.heldUntil));
    expect(await testApp.services.db.$count(outboxMails, held)).toBe(0);
  });

  test('429: the tenth new address that the owner wants to change to; nothing is saved, and tomorrow it works', async () => {
    const person = await createPerson(testApp);
    const statuses: number[] = [];
    for (let number = 1; number <= 9; number++)
      statuses.push((await beginEmailChange(person, `${number}.${person.user.email}`)).statusCode);
    expect(statuses).toEqual(Array(9).fill(200));
    await person.request({ method: 'DELETE', url: '/api/user/pending-email' });
    await person.request({ method: 'PATCH', url: '/api/user/profile', payload: { phone: '' } });
    const refused = await beginEmailChange(person, `10.${person.user.email}`);
    expect(refused.statusCode).toBe(429);
    expect(refused.json().fields).toEqual({ email: refused.json().message });
    expect(refused.json().message).toMatch(/^We have sent 10 messages .* Please try again tomorrow\.$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(daySeconds - 3600);
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row).toMatchObject({ phone: null, pendingEmail: null });
    testApp.clock.advance(daySeconds);
    const { email, password } = { email: person.user.email, password: goodPassword };
    const login = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password },
    });
    person.token = login.json().token;
    expect((await beginEmailChange(person, `10.${person.user.email}`)).statusCode).toBe(200);
  });

  test('429: the tenth link to confirm an address that may not be the owner’s', async () => {
    const person = await createPerson(testApp);
    const statuses: number[] = [];
    for (let number = 1; number <= 10; number++) {
      testApp.clock.advance(60);
      const url = '/api/auth/verify-email/resend';
      statuses.push((await person.request({ method: 'POST', url })).statusCode);
    }
    expect(statuses).toEqual([...Array(9).fill(204), 429]);
  });
});

describe('security 66: with a mail server, trusted contacts are written to once the owner’s address is confirmed', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    const smtp = await startSmtpServer();
    testApp = await startTestApp({
      env: { SMTP_URL: smtp.url, MAIL_FROM: 'Long After <post@after.example>' },
    });
    return () => smtp.close();
  });
  const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
  const enqueued = async (person: Person) =>
    (await mailsOf(testApp, person)).filter(
      ({ kind, unwantedAt }) => kind === 'trusted-contact' && !unwantedAt,
    ).length;

  const ways: [string, (person: Person) => Promise<unknown>][] = [
    [
      'by the link of the sign-up',
      async (person) => post('/api/auth/verify-email', { token: await newestToken(testApp, person) }),
    ],
    [
      'by a new address',
      async (person) => {
        const payload = { email: `new.${person.user.email}`, currentPassword: goodPassword };
        await person.request({ method: 'PATCH', url: '/api/user/profile', payload });
        await post('/api/auth/confirm-email', { token: await newestToken(testApp, person) });
      },
    ],
    [
      'by a reset',
      async (person) => {
        const { email } = person.user;
        await post('/api/auth/forgot-password', { email });
        const [asked] = await testApp.services.db
          .select()
          .from(outboxMails)
          .where(eq(outboxMails.toAddress, email))
          .then((rows) => rows.filter(({ kind }) => kind === 'reset-password'));
        await sendMail(testApp.services, asked?.id ?? '');
        const token = linkToken(testApp.services, asked?.id ?? '');
        await post('/api/auth/reset-password', { token, password: 'Slow-Lantern-2041' });
      },
    ],
  ];

  test.each(ways)('%s', async (_, confirm) => {
    const person = await createPerson(testApp);
    await createRecipient(person, maya);
    await createRecipient(person, { ...maya, trustedContact: false });
    expect(await enqueued(person)).toBe(0);
    await confirm(person);
    expect(await enqueued(person)).toBe(1);
  });

  test('one that was written down before is not sent either', async () => {
    const person = await createPerson(testApp);
    const confirmedAt = (emailVerifiedAt: Date | null) =>
      testApp.services.db.update(users).set({ emailVerifiedAt }).where(eq(users.id, person.user.id));
    await confirmedAt(testApp.clock.now());
    const { id } = await createRecipient(person, maya);
    await confirmedAt(null);
    await sendMailsAbout(testApp.services, id);
    const [row] = await testApp.services.db.select().from(recipients).where(eq(recipients.id, id));
    expect(row?.trustedContactToldAt).toBeNull();
    expect(await enqueued(person)).toBe(0);
  });
});

test('security 58: names of before that are refused now can still be read, and are refused when saved again', async () => {
  const testApp = await startTestApp();
  const person = await createPerson(testApp);
  const recipient = await createRecipient(person);
  const firstName = 'Claim it at https://evil.example\u202E';
  await testApp.services.db.update(users).set({ firstName }).where(eq(users.id, person.user.id));
  await testApp.services.db.update(recipients).set({ firstName }).where(eq(recipients.id, recipient.id));
  expect((await person.request({ url: '/api/user/profile' })).json()).toMatchObject({ firstName });
  expect((await person.request({ url: '/api/recipients' })).json()).toMatchObject([{ firstName }]);
  const saved = await person.request({ method: 'PATCH', url: '/api/user/profile', payload: { firstName } });
  expect(saved.statusCode).toBe(400);
  expect(saved.json().fields.firstName).toMatch(/invisible/);
});
