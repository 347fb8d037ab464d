import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse as Answer } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import type { TwoFactorSetup } from '../../../../../shared/accounts/two-factor.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { hashAsInProduction } from '../../../../../test/password-cost.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { users } from '../../profile/profile.table.ts';
import { lockOwner, updateUser } from '../../profile/profile.ts';
import { checkCredentials, lockIfUnchanged } from '../passwords/credentials.ts';
import { hashNewPassword, storePassword } from '../passwords/passwords.ts';
import { sessions, signInChallenges } from './sessions.table.ts';
import { closeSessions } from './sessions.ts';

hashAsInProduction();

const newPassword = 'Slow-Lantern-2041';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
const login = ({ user }: Person, password = goodPassword) =>
  post('/api/auth/login', { email: user.email, password });

/** The request reaches its last step while `change` is in progress, and `change` wins. */
async function overtaken(
  person: Person,
  request: () => Promise<Answer>,
  change: (tx: Tx) => Promise<unknown>,
): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  await inTransaction(testApp.services.db, async (tx) => {
    await lockOwner(tx, person.user.id);
    answer = request();
    await untilItWaits(testApp, answer);
    await change(tx);
    await closeSessions(tx, person.user.id);
  });
  if (!answer) throw new Error('The request was not sent');
  return answer;
}

async function setPassword(tx: Tx, person: Person): Promise<void> {
  const owner = await lockOwner(tx, person.user.id);
  await storePassword(tx, testApp.services, owner, await hashNewPassword(newPassword, person.user));
}

async function openings({ user }: Person): Promise<number> {
  const { db } = testApp.services;
  const challenges = await db.$count(signInChallenges, eq(signInChallenges.userId, user.id));
  return challenges + (await db.$count(sessions, eq(sessions.userId, user.id)));
}

test('401: the password is set anew after the old one was checked and before the session is opened', async () => {
  const person = await createPerson(testApp);
  const answer = await overtaken(
    person,
    () => login(person),
    (tx) => setPassword(tx, person),
  );
  expect(answer.statusCode).toBe(401);
  expect(answer.json()).toEqual({ message: 'Invalid email or password', code: 'not_signed_in' });
  expect(answer.cookies).toEqual([]);
  expect(await openings(person)).toBe(0);
  expect((await login(person, newPassword)).statusCode).toBe(200);
});

test('401: the same where a code is still to come', async () => {
  const person = await createPerson(testApp);
  await protectWithCode(testApp, person);
  const answer = await overtaken(
    person,
    () => login(person),
    (tx) => setPassword(tx, person),
  );
  expect(answer.statusCode).toBe(401);
  expect(await openings(person)).toBe(0);
});

test('401: the same between the code and the session', async () => {
  const person = await createPerson(testApp);
  const { secret } = await protectWithCode(testApp, person);
  const { challengeToken } = (await login(person)).json();
  const code = await codeOf(testApp, secret);
  const answer = await overtaken(
    person,
    () => post('/api/auth/login/two-factor', { challengeToken, code }),
    (tx) => setPassword(tx, person),
  );
  expect(answer.statusCode).toBe(401);
  expect(answer.cookies).toEqual([]);
  expect(await openings(person)).toBe(0);
});

test('200: two-factor sign-in that is switched on meanwhile asks for its code', async () => {
  const person = await createPerson(testApp);
  const answer = await overtaken(
    person,
    () => login(person),
    (tx) => updateUser(tx, testApp.services, person.user.id, { twoFactorSince: testApp.clock.now() }),
  );
  expect(answer.json()).toEqual({ twoFactorRequired: true, challengeToken: expect.any(String) });
  expect(answer.cookies).toEqual([]);
  expect(await testApp.services.db.$count(sessions, eq(sessions.userId, person.user.id))).toBe(0);
});

test('200: a profile that is changed meanwhile is answered as it is now', async () => {
  const person = await createPerson(testApp);
  const answer = await overtaken(
    person,
    () => login(person),
    (tx) => {
      testApp.clock.advance(1);
      return updateUser(tx, testApp.services, person.user.id, { firstName: 'Ruthie' });
    },
  );
  expect(answer.json()).toMatchObject({ user: { firstName: 'Ruthie' }, token: expect.any(String) });
});

test('401: the address is taken back meanwhile', async () => {
  const person = await createPerson(testApp);
  const answer = await overtaken(
    person,
    () => login(person),
    (tx) => updateUser(tx, testApp.services, person.user.id, { email: `back.${person.user.email}` }),
  );
  expect(answer.statusCode).toBe(401);
  expect(await openings(person)).toBe(0);
});

test('a password that is stored with more work at the sign-in lets in, also two at once', async () => {
  const person = await createPerson(testApp);
  const weak = await hash(goodPassword, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await testApp.services.db.update(users).set({ password: weak }).where(eq(users.id, person.user.id));
  const form = { email: person.user.email, password: goodPassword };
  const tries = await Promise.all([
    checkCredentials(testApp.services, form, async () => {}),
    checkCredentials(testApp.services, form, async () => {}),
  ]);
  expect(tries[0].checked.password).not.toBe(weak);
  for (const { checked } of tries)
    await inTransaction(testApp.services.db, async (tx) => {
      expect((await lockIfUnchanged(tx, testApp.services, checked)).id).toBe(person.user.id);
    });
});

test('401: a session that was closed meanwhile switches no two-factor sign-in on', async () => {
  const person = await createPerson(testApp);
  const begun = await person.request({
    method: 'POST',
    url: '/api/auth/two-factor/enable',
    payload: { password: goodPassword },
  });
  const code = await codeOf(testApp, begun.json<TwoFactorSetup>().secret);
  const answer = await overtaken(
    person,
    () => person.request({ method: 'POST', url: '/api/auth/two-factor/confirm', payload: { code } }),
    (tx) => setPassword(tx, person),
  );
  expect(answer.statusCode).toBe(401);
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
  expect(row?.twoFactorSince).toBeNull();
});

test('401: nor does it switch one off', async () => {
  const person = await createPerson(testApp);
  const { secret } = await protectWithCode(testApp, person);
  const payload = { password: goodPassword, code: await codeOf(testApp, secret) };
  const answer = await overtaken(
    person,
    () => person.request({ method: 'POST', url: '/api/auth/two-factor/disable', payload }),
    (tx) => setPassword(tx, person),
  );
  expect(answer.statusCode).toBe(401);
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
  expect(row?.twoFactorSince).not.toBeNull();
});

test('401: a session that two-factor sign-in has closed meanwhile changes no password', async () => {
  const person = await createPerson(testApp);
  const payload = { currentPassword: goodPassword, newPassword };
  const answer = await overtaken(
    person,
    () => person.request({ method: 'POST', url: '/api/auth/change-password', payload }),
    (tx) => updateUser(tx, testApp.services, person.user.id, { twoFactorSince: testApp.clock.now() }),
  );
  expect(answer.statusCode).toBe(401);
  expect(await openings(person)).toBe(0);
  expect((await login(person)).json()).toHaveProperty('challengeToken');
});

test('400: a session whose password was set anew meanwhile begins no change of the address', async () => {
  const person = await createPerson(testApp);
  const payload = { email: `eve.${person.user.email}`, currentPassword: goodPassword };
  const answer = await overtaken(
    person,
    () => person.request({ method: 'PATCH', url: '/api/user/profile', payload }),
    (tx) => setPassword(tx, person),
  );
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields).toEqual({ currentPassword: 'This is not your current password' });
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
  expect(row?.pendingEmail).toBeNull();
});
