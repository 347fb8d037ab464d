import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn, TwoFactorRequired } from '../../../../../shared/accounts/sign-in.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
const challenge = async (person: Person, password = goodPassword) =>
  (await post('/api/auth/login', { email: person.user.email, password })).json<TwoFactorRequired>();
const answerWith = (challengeToken: string, code: string) =>
  post('/api/auth/login/two-factor', { challengeToken, code });
const enter = async (person: Person, code: string) =>
  answerWith((await challenge(person)).challengeToken, code);

async function protectedPerson() {
  const person = await createPerson(testApp);
  return { person, ...(await protectWithCode(testApp, person)) };
}

describe('signing in with two factors', () => {
  test('200: the password opens nothing yet, the code does', async () => {
    const { person, secret } = await protectedPerson();
    const first = await post('/api/auth/login', { email: person.user.email, password: goodPassword });
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ twoFactorRequired: true, challengeToken: expect.any(String) });
    expect(first.cookies).toEqual([]);
    const { challengeToken } = first.json<TwoFactorRequired>();
    const headers = { authorization: `Bearer ${challengeToken}` };
    expect((await testApp.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(401);

    const second = await answerWith(challengeToken, await codeOf(testApp, secret));
    expect(second.statusCode).toBe(200);
    const { token, user } = second.json<SignedIn>();
    expect(user.id).toBe(person.user.id);
    expect(second.cookies.map(({ name }) => name)).toContain('long_after_session');
    const asPerson = { authorization: `Bearer ${token}` };
    expect((await testApp.app.inject({ url: '/api/user/profile', headers: asPerson })).statusCode).toBe(200);
  });

  test('401: a wrong password, in the same words as ever', async () => {
    const { person } = await protectedPerson();
    const answer = await post('/api/auth/login', {
      email: person.user.email,
      password: 'Quiet-Harbour-1995',
    });
    expect(answer.json()).toEqual({ code: 'not_signed_in', message: 'Invalid email or password' });
  });

  test.each([
    ['a step early', 30, 200],
    ['a step late', -30, 200],
    ['two steps early', 60, 400],
    ['two steps late', -60, 400],
  ])('a code that comes %s', async (_when, seconds, status) => {
    const { person, secret } = await protectedPerson();
    testApp.clock.advance(120);
    expect((await enter(person, await codeOf(testApp, secret, seconds))).statusCode).toBe(status);
  });

  test('200: written with blanks, as apps show it', async () => {
    const { person, secret } = await protectedPerson();
    const code = await codeOf(testApp, secret);
    expect((await enter(person, ` ${code.slice(0, 3)} ${code.slice(3)} `)).statusCode).toBe(200);
  });

  test('security 10: 400: the same code a second time, and one before it', async () => {
    const { person, secret } = await protectedPerson();
    testApp.clock.advance(60);
    const [before, code] = [await codeOf(testApp, secret, -30), await codeOf(testApp, secret)];
    expect((await enter(person, code)).statusCode).toBe(200);
    const again = await enter(person, code);
    expect(again.statusCode).toBe(400);
    expect(again.json().fields.code).toMatch(/used already/);
    expect((await enter(person, before)).statusCode).toBe(400);
    testApp.clock.advance(30);
    expect((await enter(person, await codeOf(testApp, secret))).statusCode).toBe(200);
  });

  test('of six at once with one code one wins', async () => {
    const { person, secret } = await protectedPerson();
    const code = await codeOf(testApp, secret);
    const challenges = await Promise.all([1, 2, 3, 4, 5].map(() => challenge(person)));
    const answers = await Promise.all(
      challenges.map(({ challengeToken }) => answerWith(challengeToken, code)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('401: a challenge that was answered, is ten minutes old, was never made, or was before a new password', async () => {
    const { person, secret } = await protectedPerson();
    const used = (await challenge(person)).challengeToken;
    await answerWith(used, await codeOf(testApp, secret));
    testApp.clock.advance(30);
    expect((await answerWith(used, await codeOf(testApp, secret))).statusCode).toBe(401);

    const old = (await challenge(person)).challengeToken;
    testApp.clock.advance(10 * 60);
    expect((await answerWith(old, await codeOf(testApp, secret))).statusCode).toBe(401);
    expect((await answerWith('x'.repeat(43), '123456')).statusCode).toBe(401);

    const pending = (await challenge(person)).challengeToken;
    await resetPassword(person, 'Slow-Lantern-2041');
    expect((await answerWith(pending, await codeOf(testApp, secret))).statusCode).toBe(401);
  });
});

async function resetPassword(person: Person, password: string): Promise<void> {
  const { email } = person.user;
  await post('/api/auth/forgot-password', { email });
  const token = await linkTokenTo(testApp.services, email, 'reset-password');
  expect((await post('/api/auth/reset-password', { token, password })).statusCode).toBe(204);
}

test('security 8: a new password by mail does not get round the second factor', async () => {
  const { person, secret } = await protectedPerson();
  await resetPassword(person, 'Slow-Lantern-2041');
  const first = await challenge(person, 'Slow-Lantern-2041');
  expect(first.twoFactorRequired).toBe(true);
  expect((await answerWith(first.challengeToken, await codeOf(testApp, secret))).statusCode).toBe(200);
});

describe('wrong codes in a row', () => {
  const wrong = async (secret: string) => codeOf(testApp, secret, 3000);

  test('security 10: 429 with Retry-After: the sixth waits, even the right one; a right one then starts anew', async () => {
    const { person, secret } = await protectedPerson();
    for (let number = 0; number < 5; number++)
      expect((await enter(person, await wrong(secret))).statusCode).toBe(400);
    const sixth = await enter(person, await codeOf(testApp, secret));
    expect(sixth.statusCode).toBe(429);
    expect(sixth.headers['retry-after']).toBe('60');
    testApp.clock.advance(59);
    expect((await enter(person, await codeOf(testApp, secret))).statusCode).toBe(429);
    testApp.clock.advance(1);
    expect((await enter(person, await wrong(secret))).statusCode).toBe(400);
    const longer = await enter(person, await codeOf(testApp, secret));
    expect(longer.headers['retry-after']).toBe('120');
    testApp.clock.advance(120);
    expect((await enter(person, await codeOf(testApp, secret))).statusCode).toBe(200);
    testApp.clock.advance(30);
    for (let number = 0; number < 4; number++)
      expect((await enter(person, await wrong(secret))).statusCode).toBe(400);
    expect((await enter(person, await codeOf(testApp, secret))).statusCode).toBe(200);
  });

  test('are counted together, whatever they are asked for and however many come at once', async () => {
    const { person, secret } = await protectedPerson();
    const code = await wrong(secret);
    const disable = () =>
      person.request({
        method: 'POST',
        url: '/api/auth/two-factor/disable',
        payload: { password: goodPassword, code },
      });
    const { challengeToken } = await challenge(person);
    const answers = await Promise.all([
      ...[1, 2, 3, 4].map(() => answerWith(challengeToken, code)),
      ...[1, 2, 3, 4].map(() => disable()),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      400, 400, 400, 400, 400, 429, 429, 429,
    ]);
  });

  test('wait for an hour at most, and a stranger without the password cannot make them', async () => {
    const { person, secret } = await protectedPerson();
    const code = await wrong(secret);
    for (let number = 0; number < 5; number++) await enter(person, code);
    let wait = 0;
    for (let number = 0; number < 9; number++) {
      wait = Number((await enter(person, code)).headers['retry-after']);
      testApp.clock.advance(wait);
      await enter(person, code);
    }
    expect(wait).toBe(3600);
    const stranger = await post('/api/auth/login', { email: person.user.email, password: 'x' });
    expect(stranger.statusCode).toBe(401);
  });
});

describe('a recovery code', () => {
  test('security 11: 200, once, however it is written; the owner is told how many are left', async () => {
    const { person, recoveryCodes } = await protectedPerson();
    const [first = '', second = ''] = recoveryCodes;
    expect((await enter(person, ` ${first.toUpperCase().replace('-', ' ')} `)).statusCode).toBe(200);
    expect((await enter(person, first)).statusCode).toBe(400);
    expect((await enter(person, second)).statusCode).toBe(200);
    const mail = await eventually(async () => {
      const mails = await mailTo(testApp.services, person.user.email);
      return mails.find(({ text }) => text.includes('left: 8'));
    }, 'the mail about the second');
    expect(mail.subject).toBe('A recovery code was used');
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id));
    const used = entries.filter(({ action }) => action === 'account.recovery-code-used');
    expect(used.map(({ details }) => details)).toEqual([{ left: 9 }, { left: 8 }]);
  });

  test('of four at once with one code one wins', async () => {
    const { person, recoveryCodes } = await protectedPerson();
    const challenges = await Promise.all([1, 2, 3, 4].map(() => challenge(person)));
    const code = recoveryCodes[0] ?? '';
    const answers = await Promise.all(
      challenges.map(({ challengeToken }) => answerWith(challengeToken, code)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  test('400: somebody else’s', async () => {
    const [mine, theirs] = [await protectedPerson(), await protectedPerson()];
    expect((await enter(mine.person, theirs.recoveryCodes[0] ?? '')).statusCode).toBe(400);
    expect((await enter(theirs.person, theirs.recoveryCodes[0] ?? '')).statusCode).toBe(200);
  });
});

test.each([['12345'], ['1234567'], ['abcdef'], ['０１２３４５'], ['-12345'], ['1e5000']])(
  '400: the code %s',
  async (code) => {
    const { person } = await protectedPerson();
    expect((await enter(person, code)).statusCode).toBe(400);
  },
);
