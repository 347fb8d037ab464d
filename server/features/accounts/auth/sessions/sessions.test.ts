import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { goodPassword, registration } from '../../../../../test/factories.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../profile/profile.table.ts';
import { touchSession } from './find-session.ts';
import { sessions } from './sessions.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

async function signUp() {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: registration(),
  });
  const { token, user } = answer.json();
  const cookie = answer.cookies.find(({ name }) => name === 'long_after_session')?.value ?? '';
  return { id: String(user.id), email: String(user.email), token: String(token), cookie };
}

const withBearer = (token: string) => ({ authorization: `Bearer ${token}` });
const withCookie = (value: string) => ({ cookie: `long_after_session=${value}` });
const status = async (
  method: 'GET' | 'HEAD' | 'POST' | 'PATCH',
  url: string,
  headers: Record<string, string>,
) =>
  (
    await testApp.app.inject({
      method,
      url,
      headers,
      ...(method === 'PATCH' && { payload: { firstName: 'Eve' } }),
    })
  ).statusCode;
const signOut = (token: string) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers: withBearer(token) });
const profile = '/api/user/profile';
const keepAlive = '/api/auth/keep-alive';
const minutes = 60;

describe('a session', () => {
  test('is carried by the bearer token, or for reading by the cookie', async () => {
    const { token, cookie } = await signUp();
    expect(await status('GET', profile, withBearer(token))).toBe(200);
    expect(await status('GET', profile, withCookie(cookie))).toBe(200);
    expect(await status('HEAD', profile, withCookie(cookie))).toBe(200);
  });

  test('security 23: 401: a write with the cookie alone, and nothing changes', async () => {
    const { id, cookie } = await signUp();
    expect(await status('PATCH', profile, withCookie(cookie))).toBe(401);
    expect(await status('POST', keepAlive, withCookie(cookie))).toBe(401);
    expect(await status('POST', '/api/auth/sign-out', withCookie(cookie))).toBe(401);
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, id));
    expect(row?.firstName).toBe('Ruth');
    expect(await status('GET', profile, withCookie(cookie))).toBe(200);
  });

  test('401: the two secrets do not stand in for one another', async () => {
    const { token, cookie } = await signUp();
    expect(await status('GET', profile, withBearer(cookie))).toBe(401);
    expect(await status('GET', profile, withCookie(token))).toBe(401);
  });

  test.each([
    [{}],
    [{ authorization: 'Bearer' }],
    [{ authorization: `Bearer ${'a'.repeat(43)}` }],
    [{ authorization: `Bearer ${'a'.repeat(5000)}` }],
    [{ authorization: 'Basic cnV0aDpydXRo' }],
    [{ cookie: 'long_after_session=' }],
    [{ cookie: 'long_after_session=%00%ff; long_after_session=%' }],
  ])('401: %j', async (headers) => {
    const answer = await testApp.app.inject({
      method: 'GET',
      url: profile,
      headers: headers as Record<string, string>,
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toEqual({ message: 'Please sign in to continue', code: 'not_signed_in' });
  });

  test('401: a bad token is not made good by a cookie', async () => {
    const { cookie } = await signUp();
    expect(await status('GET', profile, { ...withBearer('b'.repeat(43)), ...withCookie(cookie) })).toBe(401);
  });

  test('security 22: ends for good when its person is deleted', async () => {
    const { id, token, cookie } = await signUp();
    await testApp.services.db.delete(users).where(eq(users.id, id));
    expect(await status('GET', profile, withBearer(token))).toBe(401);
    expect(await status('GET', profile, withCookie(cookie))).toBe(401);
  });
});

describe('security 16: the idle end', () => {
  test('401 after 20 minutes and a second without a request, on bearer and cookie', async () => {
    const { token, cookie } = await signUp();
    testApp.clock.advance(20 * minutes + 1);
    expect(await status('GET', profile, withBearer(token))).toBe(401);
    expect(await status('GET', profile, withCookie(cookie))).toBe(401);
    expect(await status('POST', keepAlive, withBearer(token))).toBe(401);
  });

  test('moves on with each use: after 19 minutes, after 19 more, not after 20 without one', async () => {
    const { token } = await signUp();
    testApp.clock.advance(19 * minutes);
    expect(await status('GET', profile, withBearer(token))).toBe(200);
    testApp.clock.advance(19 * minutes);
    expect(await status('POST', keepAlive, withBearer(token))).toBe(204);
    testApp.clock.advance(19 * minutes);
    expect(await status('POST', keepAlive, withBearer(token))).toBe(204);
    testApp.clock.advance(20 * minutes + 1);
    expect(await status('GET', profile, withBearer(token))).toBe(401);
  });

  test('does not move on with what a page fetches by itself with the cookie', async () => {
    const { token, cookie } = await signUp();
    testApp.clock.advance(15 * minutes);
    expect(await status('GET', profile, withCookie(cookie))).toBe(200);
    testApp.clock.advance(5 * minutes + 1);
    expect(await status('GET', profile, withCookie(cookie))).toBe(401);
    expect(await status('GET', profile, withBearer(token))).toBe(401);
  });

  test('does not move on with what a page says it reads in the background', async () => {
    const { token } = await signUp();
    testApp.clock.advance(15 * minutes);
    expect(await status('GET', profile, { ...withBearer(token), 'x-background': '1' })).toBe(200);
    testApp.clock.advance(5 * minutes + 1);
    expect(await status('GET', profile, withBearer(token))).toBe(401);
  });

  test('a use within seconds of the last one writes nothing', async () => {
    const { id, token } = await signUp();
    const lastUsed = async () =>
      (await testApp.services.db.select().from(sessions).where(eq(sessions.userId, id)))[0]?.lastUsedAt;
    const before = await lastUsed();
    testApp.clock.advance(4);
    await status('GET', profile, withBearer(token));
    expect(await lastUsed()).toEqual(before);
    testApp.clock.advance(2);
    await status('GET', profile, withBearer(token));
    expect(await lastUsed()).toEqual(testApp.clock.now());
  });

  test('does not move back with a use that is written down late', async () => {
    const { id, token } = await signUp();
    const { db, log } = testApp.services;
    const early = testApp.clock.now();
    testApp.clock.advance(5 * minutes);
    await status('GET', profile, withBearer(token));
    const [session] = await db.select().from(sessions).where(eq(sessions.userId, id));
    const [user] = await db.select().from(users).where(eq(users.id, id));
    const stale = { user: requireFound(user), sessionId: requireFound(session).id, lastUsedAt: new Date(0) };
    await touchSession({ db, log, clock: createTestClock(early) }, stale);
    const [after] = await db.select().from(sessions).where(eq(sessions.userId, id));
    expect(after?.lastUsedAt).toEqual(testApp.clock.now());
  });
});

test('security 17: the last end: 401 after 12 hours, however active the person was', async () => {
  const { token } = await signUp();
  for (let quarter = 0; quarter < 47; quarter++) {
    testApp.clock.advance(15 * minutes);
    expect(await status('POST', keepAlive, withBearer(token))).toBe(204);
  }
  testApp.clock.advance(14 * minutes);
  expect(await status('POST', keepAlive, withBearer(token))).toBe(204);
  testApp.clock.advance(1 * minutes);
  expect(await status('POST', keepAlive, withBearer(token))).toBe(401);
});

describe('POST /api/auth/sign-out', () => {
  test('security 15: 204: bearer and cookie are worth nothing from then on, and the cookie is taken back', async () => {
    const { id, token, cookie } = await signUp();
    const answer = await signOut(token);
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    const cleared = answer.cookies.find(({ name }) => name === 'long_after_session');
    expect(cleared).toMatchObject({ value: '', path: '/' });
    expect(cleared?.expires?.getTime()).toBe(0);
    expect(await status('GET', profile, withBearer(token))).toBe(401);
    expect(await status('GET', profile, withCookie(cookie))).toBe(401);
    expect(await testApp.services.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  test('other sessions of the person stay', async () => {
    const { email, token } = await signUp();
    const other = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: goodPassword },
    });
    await signOut(token);
    expect(await status('GET', profile, withBearer(other.json().token))).toBe(200);
  });

  test('204: two tabs at the same moment', async () => {
    const { id, token } = await signUp();
    const answers = await inTransaction(testApp.services.db, async (tx) => {
      await tx.select().from(sessions).where(eq(sessions.userId, id)).for('update');
      const both = Promise.all([signOut(token), signOut(token)]);
      await untilItWaits(testApp, both, 2);
      return { both };
    });
    for (const { statusCode, cookies } of await answers.both) {
      expect(statusCode).toBe(204);
      expect(cookies.find(({ name }) => name === 'long_after_session')).toMatchObject({ value: '' });
    }
    expect(await status('GET', profile, withBearer(token))).toBe(401);
  });

  test('401: not signed in', async () => {
    expect(await status('POST', '/api/auth/sign-out', {})).toBe(401);
    expect(await status('POST', keepAlive, {})).toBe(401);
  });
});
