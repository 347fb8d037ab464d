import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../../../../shared/accounts/sessions.ts';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deleteEndedChallenges, deleteEndedSessions } from './session-list.ts';
import { sessions, signInChallenges } from './sessions.table.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0';
const url = '/api/auth/sessions';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const list = async (token: string) =>
  (await testApp.app.inject({ url, headers: bearer(token) })).json<Session[]>();
const end = (person: Person, id: string) => person.request({ method: 'DELETE', url: `${url}/${id}` });
const isSignedIn = async (token: string) =>
  (await testApp.app.inject({ url: '/api/user/profile', headers: bearer(token) })).statusCode === 200;

async function signInElsewhere(person: Person): Promise<string> {
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.user.email, password: goodPassword },
    headers: { 'user-agent': firefox },
  });
  return answer.json<SignedIn>().token;
}

describe('GET /api/auth/sessions', () => {
  test('200: where the person is signed in, the last used first, this one marked, no secrets', async () => {
    const person = await createPerson(testApp);
    testApp.clock.advance(60);
    const openedAt = testApp.clock.now().toISOString();
    const elsewhere = await signInElsewhere(person);
    testApp.clock.advance(60);
    const answer = await person.request({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json<Session[]>()).toMatchObject([
      { current: true, lastUsedAt: testApp.clock.now().toISOString() },
      { current: false, device: 'Firefox on Windows', createdAt: openedAt, lastUsedAt: openedAt },
    ]);
    expect(answer.body).not.toMatch(/hash|token|cookie|Mozilla/i);
    expect(answer.body).not.toContain(elsewhere);
    expect((await list(elsewhere)).find(({ current }) => current)?.device).toBe('Firefox on Windows');
  });

  test('200: sessions that are over and those of others are not in it', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    testApp.clock.advance(21 * 60);
    const fresh = await signInElsewhere(person);
    await signInElsewhere(other);
    expect(await list(fresh)).toHaveLength(1);
  });

  test('401: without a session', async () => {
    expect((await testApp.app.inject({ url })).statusCode).toBe(401);
  });
});

describe('DELETE /api/auth/sessions/:id', () => {
  test('security 18: 204: the other browser is signed out at its next request, this one is not; it is written down', async () => {
    const person = await createPerson(testApp);
    const elsewhere = await signInElsewhere(person);
    const id = (await list(person.token)).find(({ current }) => !current)?.id ?? '';
    const answer = await end(person, id);
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies).toEqual([]);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(person.token)).toBe(true);
    const entries = await testApp.services.db.select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(entries.map(({ action }) => action)).toContain('session.ended');
  });

  test('204: this one; its cookie is taken back', async () => {
    const person = await createPerson(testApp);
    const answer = await end(person, (await list(person.token))[0]?.id ?? '');
    expect(answer.statusCode).toBe(204);
    expect(answer.cookies.map(({ name, value }) => [name, value])).toEqual([['long_after_session', '']]);
    expect(await isSignedIn(person.token)).toBe(false);
  });

  test('security 18: 404: somebody else’s, exactly like one that never was', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const theirs = (await list(other.token))[0]?.id ?? '';
    const foreign = await end(person, theirs);
    const unknown = await end(person, '0193a5f0-0000-7000-8000-000000000001');
    expect(foreign.statusCode).toBe(404);
    expect(foreign.body).toBe(unknown.body);
    expect((await end(person, 'all')).statusCode).toBe(404);
    expect(await isSignedIn(other.token)).toBe(true);
  });
});

test('DELETE /api/auth/sessions: 204, all but this one', async () => {
  const person = await createPerson(testApp);
  const others = [await signInElsewhere(person), await signInElsewhere(person)];
  expect((await person.request({ method: 'DELETE', url })).statusCode).toBe(204);
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
  expect(await list(person.token)).toHaveLength(1);
});

test('sessions and challenges that are over leave no row', async () => {
  const person = await createPerson(testApp);
  const { db } = testApp.services;
  const validUntil = testApp.clock.now();
  await db.insert(signInChallenges).values({ userId: person.user.id, tokenHash: 'x', validUntil });
  testApp.clock.advance(12 * 60 * 60 - 60);
  const fresh = await signInElsewhere(person);
  await deleteEndedSessions(testApp.services);
  await deleteEndedChallenges(testApp.services);
  expect(await db.$count(sessions, eq(sessions.userId, person.user.id))).toBe(2);
  testApp.clock.advance(61);
  await deleteEndedSessions(testApp.services);
  await deleteEndedChallenges(testApp.services);
  expect(await db.$count(sessions, eq(sessions.userId, person.user.id))).toBe(1);
  expect(await db.$count(signInChallenges)).toBe(0);
  expect(await isSignedIn(fresh)).toBe(true);
});
