import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../../shared/accounts/staff.ts';
import { maskAddress } from '../../../../../shared/outbox/channels.ts';
import type {
  StaffMail,
  StaffMailAddress,
  StaffMailCounts,
  StaffMailList,
} from '../../../../../shared/outbox/staff-mails.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { sendMails as sendMailsJob } from '../../../../job-list.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { type Mailer, MessageFault } from '../../../../platform/mail/mail.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { countFailedMails } from './figures/figures.ts';
import { enqueueLink } from './links/links.ts';
import { eraseMails, sweepUnsendableMails } from './mails.jobs.ts';
import { outboxMails } from './mails.table.ts';
import { enqueueMail } from './mails.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const url = '/api/admin/mails';
const reason = 'She says that it never came';
let agnes = await createStaff(testApp);

// Tests advance the clock, which would end her session.
beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const withMailer = (send: Mailer['send']) => ({ ...services, mailer: { ...services.mailer, send } });
const refusing = withMailer(() => Promise.reject(new MessageFault('permanent', '550 5.1.1 no such mailbox')));
const silent = withMailer(() => Promise.reject(new MessageFault('temporary', '451 4.3.0 not now')));

/** A notice to `person` that is not sent yet. */
async function writtenNotice(person: Person): Promise<string> {
  const { id: userId, email: toAddress } = person.user;
  await inTransaction(db, (tx) =>
    enqueueMail(tx, services, { kind: 'payment-received', userId, toAddress, details: { detail: '$1' } }),
  );
  return newestOf(person, 'payment-received');
}

async function newestOf({ user }: Person, kind: StaffMail['kind']): Promise<string> {
  const rows = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, user.id), eq(outboxMails.kind, kind)));
  return rows.toSorted((a, b) => a.id.localeCompare(b.id)).at(-1)?.id ?? '';
}

async function failedNotice(): Promise<{ person: Person; id: string }> {
  const person = await createPerson(testApp);
  const id = await writtenNotice(person);
  await sendMail(refusing, id);
  return { person, id };
}

const list = async (query: Record<string, string>) =>
  (await agnes.request({ url, query })).json<StaffMailList>();
const load = async (id: string) => (await agnes.request({ url: `${url}/${id}` })).json<StaffMail>();
const ask = (id: string, act: string, payload: object) =>
  agnes.request({ method: 'POST', url: `${url}/${id}/${act}`, payload });
/** Sends what the page sends: the act, with the state that was seen a moment ago. */
async function act(id: string, name: string) {
  const { state, attempts } = await load(id);
  return ask(id, name, { reason, seen: { state, attempts } });
}
const rowOf = async (id: string) => (await db.select().from(outboxMails).where(eq(outboxMails.id, id)))[0];
const auditOf = (id: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);

test.each([
  ['email', 'ruth@example.com', 'r•••@example.com'],
  ['email', '"r@h"@example.com', '"•••@example.com'],
  ['email', '@example.com', '•••'],
  ['text', '+1 212 555 0134', '+1•••34'],
  ['text', '+12', '•••'],
  ['post', '1 Elm Street', '1 E•••••'],
] as const)('%s: %s is shown as %s', (channel, address, shown) =>
  expect(maskAddress({ channel, address })).toBe(shown),
);

describe('GET /api/admin/mails', () => {
  test('200: security 32: what became of each, the address masked, and nothing that the mail says', async () => {
    const { person, id } = await failedNotice();
    await sendMail(services, await newestOf(person, 'verify-email'));
    const { mails } = await list({ person: person.user.email });
    expect(mails).toEqual([
      {
        id,
        kind: 'payment-received',
        state: 'failed',
        to: `${person.user.email[0]}•••@example.com`,
        userId: person.user.id,
        attempts: 1,
        lastAnswer: '550 5.1.1 no such mailbox',
        writtenAt: clock.now().toISOString(),
        lastAttemptAt: clock.now().toISOString(),
        nextAttemptBy: null,
        endedAt: clock.now().toISOString(),
        acts: ['send-again', 'set-aside'],
      },
      expect.objectContaining({ kind: 'verify-email', state: 'sent', lastAnswer: null, attempts: 1 }),
    ]);
    const [link] = await db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.id, mails[1]?.id ?? ''));
    const body = JSON.stringify(mails);
    for (const secret of [person.user.email, 'Ruth', '$1', link?.tokenHash ?? '-', 'token', 'subject'])
      expect(body).not.toContain(secret);
  });

  test('200: one that is put off is tried again within 36 minutes, by whatever its server said', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    await sendMail(silent, id);
    await sendMail(silent, id);
    expect(await load(id)).toMatchObject({
      state: 'waiting',
      attempts: 2,
      lastAnswer: '451 4.3.0 not now',
      nextAttemptBy: new Date(clock.now().getTime() + 36 * 60_000).toISOString(),
      acts: ['send-again'],
    });
    await sendMail(services, id);
    expect(await load(id)).toMatchObject({ state: 'sent', attempts: 3, lastAnswer: null });
  });

  test('200: filtered by kind, state, age and person, in pages', async () => {
    const { person, id } = await failedNotice();
    const verification = await newestOf(person, 'verify-email');
    const ids = async (query: Record<string, string>) =>
      (await list({ person: person.user.email.toUpperCase(), ...query })).mails.map((mail) => mail.id);
    expect(await ids({})).toEqual([id, verification]);
    expect(await ids({ kind: 'verify-email' })).toEqual([verification]);
    expect(await ids({ state: 'failed' })).toEqual([id]);
    expect(await ids({ state: 'waiting' })).toEqual([verification]);
    expect(await ids({ state: 'unwanted' })).toEqual([]);
    expect(await ids({ minAgeHours: '1' })).toEqual([]);
    const first = await list({ person: person.user.email, limit: '1' });
    const second = await list({ person: person.user.email, limit: '1', ...(first.next ?? {}) });
    expect([first.mails, second.mails].map(([mail]) => mail?.id)).toEqual([id, verification]);
    expect(second.next).toBeNull();
    clock.advance(60 * 60);
    agnes = await createStaff(testApp);
    expect(await ids({ minAgeHours: '1' })).toEqual([id, verification]);
  });

  test('400: of a person of whom 200 others have the name, since the list would miss some', async () => {
    const now = clock.now();
    const namesakes = Array.from({ length: 200 }, (_, n) => ({
      firstName: 'Ada',
      lastName: 'Manyfold',
      email: `ada${n}@manyfold.example`,
      password: 'no password',
      createdAt: now,
      updatedAt: now,
    }));
    await db.insert(users).values(namesakes);
    const person = await createPerson(testApp, { firstName: 'Bea', lastName: 'Sole' });
    const id = await writtenNotice(person);
    await db.update(users).set({ lastName: 'Manyfold-Sole' }).where(eq(users.id, person.user.id));
    const answer = await agnes.request({ url, query: { person: 'manyfold' } });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['person']]);
    const narrower = await list({ person: 'manyfold-sole', kind: 'payment-received' });
    expect(narrower.mails.map((mail) => mail.id)).toEqual([id]);
    await db.delete(users).where(eq(users.email, 'ada0@manyfold.example'));
    expect((await list({ person: 'manyfold', kind: 'payment-received' })).mails).toHaveLength(1);
    expect((await list({ person: 'nobody at all' })).mails).toEqual([]);
  });

  test.each([
    { state: 'lost' },
    { kind: 'delivery' },
    { minAgeHours: '-1' },
    { limit: '0' },
    { person: 'a'.repeat(300) },
    { before: agnes.user.id },
  ])('400: %o', async (query) => {
    expect((await agnes.request({ url, query })).statusCode).toBe(400);
  });

  test('404: an unknown mail', async () => {
    expect((await agnes.request({ url: `${url}/${agnes.user.id}` })).statusCode).toBe(404);
  });
});

describe('a mail that could not be sent', () => {
  test('is counted, the older than a day as late, and stays for as long as nobody has seen to it', async () => {
    const before = await countFailedMails(services);
    const { id } = await failedNotice();
    clock.advance(25 * 60 * 60);
    expect(await countFailedMails(services)).toMatchObject({
      count: before.count + 1,
      late: before.count + 1,
      oldest: expect.any(Date),
    });
    agnes = await createStaff(testApp);
    const counts = (await agnes.request({ url: `${url}/counts` })).json<StaffMailCounts>();
    expect(counts.failed).toBe(before.count + 1);
    clock.advance(365 * 24 * 60 * 60);
    await eraseMails(services);
    expect((await rowOf(id))?.failedAt).toBeInstanceOf(Date);
  });

  test('is not deleted after 30 days of trying: it has failed', async () => {
    const id = await writtenNotice(await createPerson(testApp));
    await sendMail(silent, id);
    clock.advance(30 * 24 * 60 * 60 + 1);
    await sweepUnsendableMails(services);
    expect(await rowOf(id)).toMatchObject({ failedAt: clock.now(), lastAnswer: '451 4.3.0 not now' });
  });

  test('has not failed while nobody tried: after a long outage of the workers it is sent', async () => {
    const id = await writtenNotice(await createPerson(testApp));
    clock.advance(60 * 24 * 60 * 60);
    await eraseMails(services);
    await sweepUnsendableMails(services);
    expect(await rowOf(id)).toMatchObject({ failedAt: null, attempts: 0 });
    await sendMail(services, id);
    expect(await rowOf(id)).toMatchObject({ sentAt: clock.now() });
  });

  test('of which nobody knows whether it arrived says so', async () => {
    const person = await createPerson(testApp);
    const id = await writtenNotice(person);
    const unknown = withMailer(() => Promise.reject(new MessageFault('unknown', 'the connection ended')));
    // A notice may arrive twice, so it is retried.
    await sendMail(unknown, id);
    expect(await load(id)).toMatchObject({ state: 'waiting', lastAnswer: 'the connection ended' });
  });
});

describe('POST /api/admin/mails/:id/send', () => {
  test('200: it goes out with the same Message-ID, and the audit log has who, why, before and after', async () => {
    const { person, id } = await failedNotice();
    const answer = await act(id, 'send');
    expect([answer.statusCode, answer.json<StaffMail>().state]).toEqual([200, 'waiting']);
    expect(await services.jobs.backlog(sendMailsJob)).toBeGreaterThan(0);
    const sent: string[] = [];
    const accepting = withMailer(async ({ messageId, to }) => void sent.push(`${messageId} ${to}`));
    await sendMail(accepting, id);
    expect(await load(id)).toMatchObject({ state: 'sent', attempts: 2 });
    expect((await act(id, 'send')).statusCode).toBe(200);
    await sendMail(accepting, id);
    const once = `payment-received.${id}@localhost ${person.user.email}`;
    expect(sent).toEqual([once, once]);
    const entries = await auditOf(id);
    expect(entries).toMatchObject([
      {
        action: 'mail.sent-again',
        actor: agnes.user.id,
        userId: person.user.id,
        reason,
        before: { kind: 'payment-received', state: 'failed', attempts: 1 },
        after: { kind: 'payment-received', state: 'waiting', attempts: 1 },
      },
      { action: 'mail.sent-again', before: { state: 'sent' } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('@');
  });

  test('200: one that nobody needs any more by then is not sent', async () => {
    const person = await createPerson(testApp);
    await sendMail(services, await newestOf(person, 'verify-email'));
    const { id: userId, email } = person.user;
    const dead = { kind: 'address-needed' as const, userId, subjectId: userId, details: { attempt: '1' } };
    await inTransaction(db, (tx) => enqueueMail(tx, services, dead));
    const id = await newestOf(person, 'address-needed');
    await db.update(outboxMails).set({ failedAt: clock.now() }).where(eq(outboxMails.id, id));
    await act(id, 'send');
    await sendMail(services, id);
    expect(await load(id)).toMatchObject({ state: 'unwanted', acts: [] });
    expect(await mailTo(services, email)).toHaveLength(1);
  });

  test('200: one that was sent, and that nobody needs any more by then, still says when it was sent', async () => {
    const person = await createPerson(testApp);
    const { id: userId, email: toAddress } = person.user;
    await inTransaction(db, (tx) =>
      enqueueLink(tx, services, { kind: 'reset-password', userId, toAddress, validMinutes: 60 }),
    );
    const id = await newestOf(person, 'reset-password');
    await sendMail(services, id);
    const sentAt = clock.now();
    clock.advance(60);
    await act(id, 'send');
    await db.update(outboxMails).set({ usedAt: clock.now() }).where(eq(outboxMails.id, id));
    await sendMail(services, id);
    expect(await load(id)).toMatchObject({
      state: 'sent',
      attempts: 1,
      endedAt: sentAt.toISOString(),
      lastAnswer: expect.stringContaining('not sent again'),
      acts: [],
    });
    expect(await mailTo(services, toAddress)).toHaveLength(1);
  });

  test('409: a link that was used or is too old, one that waits untried, and one that stands for many', async () => {
    const person = await createPerson(testApp);
    const link = { kind: 'reset-password' as const, userId: person.user.id, toAddress: person.user.email };
    await inTransaction(db, (tx) => enqueueLink(tx, services, { ...link, validMinutes: 60 }));
    const id = await newestOf(person, 'reset-password');
    expect((await act(id, 'send')).statusCode).toBe(409);
    await sendMail(services, id);
    expect((await load(id)).acts).toEqual(['send-again']);
    await db.update(outboxMails).set({ usedAt: clock.now() }).where(eq(outboxMails.id, id));
    expect((await act(id, 'send')).statusCode).toBe(409);
    await db.update(outboxMails).set({ usedAt: null }).where(eq(outboxMails.id, id));
    clock.advance(60 * 60);
    agnes = await createStaff(testApp);
    expect((await act(id, 'send')).statusCode).toBe(409);
    const before = await rowOf(id);
    await db.update(outboxMails).set({ kind: 'delivered' }).where(eq(outboxMails.id, id));
    expect((await act(id, 'send')).statusCode).toBe(409);
    await db.update(outboxMails).set({ kind: 'reset-password' }).where(eq(outboxMails.id, id));
    expect(await rowOf(id)).toEqual(before);
    expect(await auditOf(id)).toEqual([]);
  });

  test('409: what changed since, and nothing is done', async () => {
    const { id } = await failedNotice();
    const seen = { state: 'failed', attempts: 1 };
    expect((await ask(id, 'send', { reason, seen })).statusCode).toBe(200);
    await sendMail(refusing, id);
    const answer = await ask(id, 'set-aside', { reason, seen });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      409,
      { attempts: 'There were 1 attempts, and are 2 now' },
    ]);
    expect((await load(id)).state).toBe('failed');
  });

  test('400: without a reason, or with one of 10,000 characters; 404: an unknown mail; nothing is written', async () => {
    const { id } = await failedNotice();
    const seen = { state: 'failed', attempts: 1 };
    for (const name of ['send', 'set-aside', 'address']) {
      for (const why of [undefined, '', '   ', 'x'.repeat(10_000)]) {
        const answer = await ask(id, name, { seen, reason: why });
        expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']]);
      }
      expect((await ask(agnes.user.id, name, { seen, reason })).statusCode).toBe(404);
    }
    expect((await ask(id, 'send', { reason, seen: { state: 'lost', attempts: 1 } })).statusCode).toBe(400);
    expect((await load(id)).state).toBe('failed');
    expect(await auditOf(id)).toEqual([]);
  });
});

test('POST /api/admin/mails/:id/set-aside: 200: it leaves the queue unsent, and its link works no longer', async () => {
  const { id } = await failedNotice();
  const answer = await act(id, 'set-aside');
  expect(answer.json<StaffMail>()).toMatchObject({ state: 'unwanted', acts: [] });
  await sendMail(services, id);
  expect(await rowOf(id)).toMatchObject({ sentAt: null, failedAt: null, usedAt: clock.now() });
  expect((await act(id, 'set-aside')).statusCode).toBe(409);
  expect((await auditOf(id)).map(({ action }) => action)).toEqual(['mail.set-aside']);
});

test('POST /api/admin/mails/:id/set-aside: security 32: the address of somebody without an account is forgotten', async () => {
  const toAddress = 'stranger@example.com';
  const link = { kind: 'reset-password' as const, userId: null, toAddress, validMinutes: 60 };
  await inTransaction(db, (tx) => enqueueLink(tx, services, link));
  const [mail] = await db.select().from(outboxMails).where(eq(outboxMails.toAddress, toAddress));
  const id = mail?.id ?? '';
  const failed = { failedAt: clock.now(), attempts: 1, sentTo: toAddress };
  await db.update(outboxMails).set(failed).where(eq(outboxMails.id, id));
  expect((await act(id, 'set-aside')).json<StaffMail>().to).toBeNull();
  expect(JSON.stringify(await rowOf(id))).not.toContain(toAddress);
});

describe('POST /api/admin/mails/:id/address', () => {
  test('200: the address, after a fresh sign-in; the audit log says who asked and why', async () => {
    const { person, id } = await failedNotice();
    const answer = await ask(id, 'address', { reason });
    expect(answer.json<StaffMailAddress>()).toEqual({ address: person.user.email });
    const entries = await auditOf(id);
    expect(entries).toMatchObject([{ action: 'mail.address-shown', actor: agnes.user.id, reason }]);
    expect(JSON.stringify(entries)).not.toContain(person.user.email);
  });

  test('403: security 34: with a sign-in that is too old, and nothing is recorded', async () => {
    const { id } = await failedNotice();
    clock.advance((freshSignInMinutes * 60) / 2);
    await agnes.request({ url: `${url}/counts` });
    clock.advance((freshSignInMinutes * 60) / 2);
    const answer = await ask(id, 'address', { reason });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'fresh_sign_in_needed']);
    expect(await auditOf(id)).toEqual([]);
  });

  test('409: where it is looked up when the mail is sent', async () => {
    const person = await createPerson(testApp);
    const mail = { kind: 'delivered' as const, userId: person.user.id };
    await inTransaction(db, (tx) => enqueueMail(tx, services, mail));
    const id = await newestOf(person, 'delivered');
    expect((await load(id)).to).toBeNull();
    expect((await ask(id, 'address', { reason })).statusCode).toBe(409);
  });
});
