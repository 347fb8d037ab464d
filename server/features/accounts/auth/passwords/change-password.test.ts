import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

const newPassword = 'Slow-Lantern-2041';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const change = (person: Person, payload: object) =>
  person.request({ method: 'POST', url: '/api/auth/change-password', payload });
const login = (email: string, password: string) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
const profileWith = async (headers: Record<string, string>) =>
  (await testApp.app.inject({ url: '/api/user/profile', headers })).statusCode;

describe('POST /api/auth/change-password', () => {
  test('security 14: 200: a new session takes the place of all others', async () => {
    const person = await createPerson(testApp);
    const elsewhere = (await login(person.user.email, goodPassword)).json<SignedIn>().token;
    const answer = await change(person, { currentPassword: goodPassword, newPassword });
    expect(answer.statusCode).toBe(200);
    const { token, user } = answer.json<SignedIn>();
    expect(user.id).toBe(person.user.id);
    expect(token).not.toBe(person.token);
    expect(await profileWith({ authorization: `Bearer ${token}` })).toBe(200);
    const cookie = answer.cookies.find(({ name }) => name === 'long_after_session')?.value;
    expect(await profileWith({ cookie: `long_after_session=${cookie}` })).toBe(200);
    expect(await profileWith({ authorization: `Bearer ${person.token}` })).toBe(401);
    expect(await profileWith({ authorization: `Bearer ${elsewhere}` })).toBe(401);
    expect((await login(person.user.email, goodPassword)).statusCode).toBe(401);
    expect((await login(person.user.email, newPassword)).statusCode).toBe(200);
  });

  test('security 9: 200: it is written down and told', async () => {
    const person = await createPerson(testApp);
    await change(person, { currentPassword: goodPassword, newPassword });
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id));
    expect(entries.map(({ action }) => action)).toContain('account.password-changed');
    const mail = await eventually(async () => {
      const mails = await mailTo(testApp.services, person.user.email);
      return mails.find(({ subject }) => subject === 'Your password was changed');
    }, 'the mail about it');
    expect(mail.text).toContain('/forgot-password');
    expect(mail.text).not.toContain(newPassword);
  });

  test('200: a link for a new password that is on its way works no more', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    await testApp.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
    const token = await linkTokenTo(testApp.services, email, 'reset-password');
    await change(person, { currentPassword: goodPassword, newPassword });
    const payload = { token, password: 'Another-Lantern-2042' };
    const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/reset-password', payload });
    expect(answer.statusCode).toBe(404);
  });

  test('of four at once one wins', async () => {
    const person = await createPerson(testApp);
    const answers = await Promise.all(
      [1, 2, 3, 4].map((number) =>
        change(person, { currentPassword: goodPassword, newPassword: `Slow-Lantern-205${number}` }),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.every(({ statusCode }) => [200, 400, 401, 409].includes(statusCode))).toBe(true);
  });

  test.each([
    [{ currentPassword: 'Quiet-Harbour-1995', newPassword }, 'currentPassword', /not your current password/],
    [{ newPassword }, 'currentPassword', /Password is required/],
    [{ currentPassword: goodPassword }, 'newPassword', /./],
    [{ currentPassword: goodPassword, newPassword: 'Ab1!' }, 'newPassword', /at least 8 characters/],
    [{ currentPassword: goodPassword, newPassword: 'Password1!' }, 'newPassword', /too easy to guess/],
    [{ currentPassword: goodPassword, newPassword: goodPassword }, 'newPassword', /a password other than/],
  ])('security 9: 400: %j', async (payload, field, message) => {
    const person = await createPerson(testApp);
    const answer = await change(person, payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields[field]).toMatch(message);
    expect(await profileWith({ authorization: `Bearer ${person.token}` })).toBe(200);
    expect((await login(person.user.email, goodPassword)).statusCode).toBe(200);
  });

  test('401: without a session', async () => {
    const payload = { currentPassword: goodPassword, newPassword };
    const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/change-password', payload });
    expect(answer.statusCode).toBe(401);
  });

  test('429: guessing the current password from a session', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const person = await createPerson(limited);
    const payload = { currentPassword: 'Quiet-Harbour-1995', newPassword };
    const statuses = [];
    for (let number = 0; number < 11; number++) statuses.push((await change(person, payload)).statusCode);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });
});
