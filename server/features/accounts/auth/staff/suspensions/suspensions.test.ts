import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../../../shared/accounts/staff.ts';
import { startTestApp } from '../../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../../test/authenticator.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../../test/factories.ts';
import { mailTo } from '../../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../../test/outbox.ts';
import { untilItWaits } from '../../../../../../test/row-locks.ts';
import { seenOf } from '../../../../../../test/seen-person.ts';
import { inTransaction } from '../../../../../platform/database.ts';
import { enqueueLink, linkToken } from '../../../../outbox/messages/mails/links/links.ts';
import { outboxMails } from '../../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../../system/audit/audit.table.ts';
import { users } from '../../../profile/profile.table.ts';
import { lockOwner, updateUser } from '../../../profile/profile.ts';

const supportEmail = 'help@after.example';
const testApp = await startTestApp({ env: { SUPPORT_EMAIL: supportEmail } });
const { services, clock } = testApp;
const { db } = services;
const reason = 'Her daughter called: somebody else has her phone';
const paused = {
  code: 'forbidden',
  message: `Signing in to this account has been paused by our staff. Nothing was deleted, and what you have scheduled is still delivered. Please write to ${supportEmail}.`,
};
const wrong = { code: 'not_signed_in', message: 'Invalid email or password' };

let agnes: Person;
let ruth: Person;
beforeEach(async () => {
  agnes = await createStaff(testApp);
  ruth = await createPerson(testApp);
});

const act = async (method: 'POST' | 'DELETE', { user }: Person, more: object = {}) => {
  const seen = await seenOf(testApp, user.id);
  const payload = { reason, seen, ...more };
  return agnes.request({ method, url: `/api/admin/people/${user.id}/suspension`, payload });
};
const suspend = (person: Person, more?: object) => act('POST', person, more);
const letIn = (person: Person, more?: object) => act('DELETE', person, more);
const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
const login = ({ user: { email } }: Person, password = goodPassword) =>
  post('/api/auth/login', { email, password });
const answerOf = async (asked: ReturnType<typeof login>) => {
  const answer = await asked;
  return [answer.statusCode, answer.json()];
};

/** Their mails, as their mailbox shows them. */
async function mailsOf({ user }: Person) {
  const rows = await db.select().from(outboxMails).where(eq(outboxMails.userId, user.id));
  for (const { id } of rows) await sendMail(services, id);
  return mailTo(services, user.email);
}

describe('security 22: somebody whose sign-in is suspended', () => {
  test('is signed out at once everywhere, and cannot sign in with the right password; with a wrong one nobody learns of it', async () => {
    const second = (await login(ruth)).json().token;
    expect((await suspend(ruth)).statusCode).toBe(200);
    for (const token of [ruth.token, second]) {
      const headers = { authorization: `Bearer ${token}` };
      for (const url of ['/api/user/profile', '/api/memories', '/api/events'])
        expect((await testApp.app.inject({ url, headers })).statusCode).toBe(401);
    }
    const cookies = ruth.cookies;
    expect((await testApp.app.inject({ url: '/api/user/profile', cookies })).statusCode).toBe(401);
    expect(await answerOf(login(ruth))).toEqual([403, paused]);
    expect(await answerOf(login(ruth, 'Another-Harbour-1994'))).toEqual([401, wrong]);
    expect((await login(ruth)).cookies).toEqual([]);

    expect((await letIn(ruth)).statusCode).toBe(200);
    expect((await login(ruth)).statusCode).toBe(200);
  });

  test('does not finish a sign-in that waited for its code', async () => {
    const { secret } = await protectWithCode(testApp, ruth);
    const { challengeToken } = (await login(ruth)).json();
    await suspend(ruth);
    const code = await codeOf(testApp, secret);
    const answer = await post('/api/auth/login/two-factor', { challengeToken, code });
    expect(answer.statusCode).toBe(401);
    expect(await answerOf(login(ruth))).toEqual([403, paused]);
  });

  test('does not get in where the suspension comes between the password and the session', async () => {
    let answer: ReturnType<typeof login> | undefined;
    await inTransaction(db, async (tx) => {
      await lockOwner(tx, ruth.user.id);
      answer = login(ruth);
      await untilItWaits(testApp, answer);
      await updateUser(tx, services, ruth.user.id, { suspendedAt: clock.now() });
    });
    expect([(await answer)?.statusCode, (await answer)?.json()]).toEqual([403, paused]);
  });

  test('may set a new password by the link of a mail, which opens nothing', async () => {
    const { id: userId, email: toAddress } = ruth.user;
    const link = { kind: 'reset-password', userId, toAddress, validMinutes: 60 } as const;
    await inTransaction(db, (tx) => enqueueLink(tx, services, link));
    const [mail] = (await db.select().from(outboxMails).where(eq(outboxMails.userId, userId))).filter(
      ({ kind }) => kind === link.kind,
    );
    const token = linkToken(services, mail?.id ?? '');
    await suspend(ruth);
    const password = 'Slow-Lantern-2041';
    const answer = await post('/api/auth/reset-password', { token, password });
    expect([answer.statusCode, answer.cookies]).toEqual([204, []]);
    expect(await answerOf(login(ruth, password))).toEqual([403, paused]);
    expect(await answerOf(login(ruth))).toEqual([401, wrong]);
  });
});

test('the owner is told by mail, and the audit log keeps who did it and why', async () => {
  await suspend(ruth);
  await letIn(ruth, { reason: 'She has her phone back' });
  const mails = (await mailsOf(ruth)).filter(({ subject }) => /sign(ing)? in/i.test(subject ?? ''));
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Signing in to your account is paused',
    'You can sign in again',
  ]);
  for (const { text } of mails) expect(text).toContain(supportEmail);
  for (const { text } of mails) expect(text).not.toContain(reason);
  const entries = await db.select().from(auditLog).where(eq(auditLog.actor, agnes.user.id));
  const userId = ruth.user.id;
  expect(entries.filter(({ action }) => action !== 'account.registered')).toMatchObject([
    {
      action: 'account.suspended',
      userId,
      reason,
      before: { isSuspended: false },
      after: { isSuspended: true },
    },
    { action: 'account.let-in', userId, reason: 'She has her phone back', after: { isSuspended: false } },
  ]);
});

test('what they had scheduled goes on, and nothing is erased while they cannot take a deletion back', async () => {
  const asked = clock.now();
  await db.update(users).set({ deletionRequestedAt: asked }).where(eq(users.id, ruth.user.id));
  await suspend(ruth);
  clock.advance(60);
  await letIn(ruth);
  const [row] = await db.select().from(users).where(eq(users.id, ruth.user.id));
  expect(row?.deletionRequestedAt?.getTime()).toBeGreaterThanOrEqual(asked.getTime() + 60_000);
});

test('drops a new address that is not confirmed yet', async () => {
  const payload = { email: 'thief@example.com', currentPassword: goodPassword };
  expect((await ruth.request({ method: 'PATCH', url: '/api/user/profile', payload })).statusCode).toBe(200);
  const isOpen = async () => {
    const mails = await db.select().from(outboxMails).where(eq(outboxMails.userId, ruth.user.id));
    return mails.some(({ kind, usedAt }) => kind === 'confirm-email' && !usedAt);
  };
  expect(await isOpen()).toBe(true);
  await suspend(ruth);
  expect(await isOpen()).toBe(false);
  await letIn(ruth);
  expect((await login(ruth)).json().user.pendingEmail).toBeNull();
});

describe('409', () => {
  test('for a colleague, who has to lose the role first', async () => {
    const ben = await createStaff(testApp);
    const answer = await suspend(ben);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'This person is staff. Withdraw the role first, then suspend.',
    ]);
    expect((await ben.request({ url: '/api/user/profile' })).statusCode).toBe(200);
  });

  test('with the difference, where a colleague was quicker', async () => {
    const seen = await seenOf(testApp, ruth.user.id);
    await suspend(ruth);
    const answer = await suspend(ruth, { seen });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      409,
      { suspendedAt: 'Their sign-in was suspended' },
    ]);
    expect((await suspend(ruth)).statusCode).toBe(409);
    await letIn(ruth);
    expect((await letIn(ruth)).statusCode).toBe(409);
  });

  test('of two at once one succeeds', async () => {
    const answers = await Promise.all([suspend(ruth), suspend(ruth)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await mailsOf(ruth)).filter(({ subject }) => subject?.includes('paused'))).toHaveLength(1);
  });

  test('for whoever would make them staff', async () => {
    await suspend(ruth);
    const payload = { reason, seen: await seenOf(testApp, ruth.user.id) };
    const url = `/api/admin/people/${ruth.user.id}/staff`;
    expect((await agnes.request({ method: 'POST', url, payload })).statusCode).toBe(409);
  });
});

test('security 34: letting somebody in takes a fresh sign-in; keeping them out does not', async () => {
  const halfTheTime = (freshSignInMinutes * 60) / 2;
  clock.advance(halfTheTime);
  expect((await agnes.request({ url: '/api/admin/staff' })).statusCode).toBe(200);
  clock.advance(halfTheTime);
  expect((await suspend(ruth)).statusCode).toBe(200);
  const answer = await letIn(ruth);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'fresh_sign_in_needed']);
  expect(await answerOf(login(ruth))).toEqual([403, paused]);
});

test('400: without a reason, or with one of 10,000 characters; 404: an unknown id', async () => {
  for (const why of ['', '  ', 'x'.repeat(10_000)]) {
    const answer = await suspend(ruth, { reason: why });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']]);
  }
  const payload = { reason, seen: await seenOf(testApp, ruth.user.id) };
  const url = '/api/admin/people/0193a5f0-0000-7000-8000-000000000001/suspension';
  expect((await agnes.request({ method: 'POST', url, payload })).statusCode).toBe(404);
  expect((await login(ruth)).statusCode).toBe(200);
});
