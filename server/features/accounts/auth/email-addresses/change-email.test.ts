import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, type Person, registration } from '../../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';
import { earlierAddresses, everyAddressOf } from '../../profile/profile.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const hours = 60 * 60;
const patch = (person: Person, payload: object) =>
  person.request({ method: 'PATCH', url: '/api/user/profile', payload });
const begin = (person: Person, email: string) => patch(person, { email, currentPassword: goodPassword });
const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
const confirm = (token: string) => post('/api/auth/confirm-email', { token });
const undo = (token: string) => post('/api/auth/undo-email-change', { token });
const login = async (email: string) =>
  (await post('/api/auth/login', { email, password: goodPassword })).statusCode;
const profileOf = async (person: Person) => (await person.request({ url: '/api/user/profile' })).json<User>();
const rowOf = async ({ user }: Person) => {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, user.id));
  return row;
};
const confirmToken = (email: string) => linkTokenTo(testApp.services, email, 'confirm-email');
const undoToken = (email: string) => linkTokenTo(testApp.services, email, 'undo-email-change');

/** Changes the address, confirms it and returns the new one. */
async function changed(person: Person, to = `new.${person.user.email}`): Promise<string> {
  expect((await begin(person, to)).statusCode).toBe(200);
  expect((await confirm(await confirmToken(to))).statusCode).toBe(200);
  return to;
}

describe('PATCH /api/user/profile with another email', () => {
  test('security 12: 200: it waits to be confirmed; what else was sent is saved; the account is as before', async () => {
    const person = await createPerson(testApp);
    const email = `new.${person.user.email}`;
    const answer = await patch(person, { firstName: 'Ruthie', email, currentPassword: goodPassword });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...person.user, firstName: 'Ruthie', pendingEmail: email, version: 3 });
    expect(await login(person.user.email)).toBe(200);
    expect(await login(email)).toBe(401);
    expect((await mailTo(testApp.services, person.user.email)).map(({ subject }) => subject)).not.toContain(
      'Your email address was changed',
    );
    testApp.clock.advance(24 * hours);
    const again = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.user.email, password: goodPassword },
    });
    expect(again.json().user.pendingEmail).toBeNull();
  });

  test.each([
    [{}, 'Please enter your current password to change your email address'],
    [{ currentPassword: 'Quiet-Harbour-1995' }, 'This is not your current password'],
  ])('400 with %j: nothing is saved', async (sent, message) => {
    const person = await createPerson(testApp);
    const answer = await patch(person, { firstName: 'Eve', email: `new.${person.user.email}`, ...sent });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ currentPassword: message });
    expect(await profileOf(person)).toEqual(person.user);
  });

  test('409: it is taken, in whichever case; nothing is saved', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const email = other.user.email.toUpperCase();
    const answer = await patch(person, { firstName: 'Eve', email, currentPassword: goodPassword });
    expect(answer.statusCode).toBe(409);
    expect(answer.json().message).toBe('An account with this email already exists');
    expect(await profileOf(person)).toEqual(person.user);
  });

  test('200: the present one is no change and takes no password', async () => {
    const person = await createPerson(testApp);
    const answer = await patch(person, { email: person.user.email, firstName: 'Ruthie' });
    expect(answer.json()).toEqual({ ...person.user, firstName: 'Ruthie', version: 2 });
  });

  test('DELETE /api/user/pending-email: 204, and the link works no more', async () => {
    const person = await createPerson(testApp);
    const email = `new.${person.user.email}`;
    await begin(person, email);
    const token = await confirmToken(email);
    const answer = await person.request({ method: 'DELETE', url: '/api/user/pending-email' });
    expect(answer.statusCode).toBe(204);
    expect((await profileOf(person)).pendingEmail).toBeNull();
    expect((await confirm(token)).statusCode).toBe(404);
  });
});

describe('POST /api/auth/confirm-email', () => {
  test('security 12: 200: from now on the new address counts, it is confirmed, and the old one is told', async () => {
    const person = await createPerson(testApp);
    const email = `new.${person.user.email}`;
    await begin(person, email);
    const answer = await confirm(await confirmToken(email));
    expect(answer.json()).toEqual({ email });
    expect(await profileOf(person)).toMatchObject({ email, pendingEmail: null, emailVerified: true });
    expect(await login(email)).toBe(200);
    expect(await login(person.user.email)).toBe(401);
    await undoToken(person.user.email);
    const [alert] = await mailTo(testApp.services, person.user.email);
    expect(alert?.text).toContain('72 hours');
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id));
    const actions = entries.map(({ action }) => action).filter((action) => action.includes('email'));
    expect(actions).toEqual(['account.email-change-requested', 'account.email-changed']);
  });

  test('404: twice, a day later, one that was superseded, one of another kind', async () => {
    const person = await createPerson(testApp);
    const first = `first.${person.user.email}`;
    await begin(person, first);
    const superseded = await confirmToken(first);
    const second = `second.${person.user.email}`;
    await begin(person, second);
    const token = await confirmToken(second);
    expect((await confirm(superseded)).statusCode).toBe(404);
    expect((await undo(token)).statusCode).toBe(404);
    expect((await confirm(token)).statusCode).toBe(200);
    expect((await confirm(token)).statusCode).toBe(404);

    const late = await createPerson(testApp);
    const lateEmail = `new.${late.user.email}`;
    await begin(late, lateEmail);
    const lateToken = await confirmToken(lateEmail);
    testApp.clock.advance(24 * hours);
    expect((await confirm(lateToken)).statusCode).toBe(404);
    expect(await login(late.user.email)).toBe(200);
  });

  test('409: somebody took the address meanwhile', async () => {
    const person = await createPerson(testApp);
    const email = `new.${person.user.email}`;
    await begin(person, email);
    const token = await confirmToken(email);
    await createPerson(testApp, { email });
    expect((await confirm(token)).statusCode).toBe(409);
    expect((await profileOf(person)).email).toBe(person.user.email);
  });

  test('of two owners who confirm one address at once one gets it', async () => {
    const people = [await createPerson(testApp), await createPerson(testApp)];
    const email = `wanted.${people[0]?.user.email}`;
    const tokens: string[] = [];
    for (const person of people) {
      await begin(person, email);
      tokens.push(await linkTokenTo(testApp.services, email, 'confirm-email', tokens));
    }
    const answers = await Promise.all(tokens.map(confirm));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  });
});

describe('POST /api/auth/undo-email-change', () => {
  test('security 12: 200: the old address counts again and everybody is signed out', async () => {
    const person = await createPerson(testApp);
    const email = await changed(person);
    const answer = await undo(await undoToken(person.user.email));
    expect(answer.json()).toEqual({ email: person.user.email });
    expect((await person.request({ url: '/api/user/profile' })).statusCode).toBe(401);
    expect((await rowOf(person))?.email).toBe(person.user.email);
    expect(await login(email)).toBe(401);
  });

  test('an earlier address is known for good, whatever becomes of its mail; one that the owner undid is never asked', async () => {
    const { db } = testApp.services;
    const person = await createPerson(testApp);
    const theirs = await changed(person);
    expect(await earlierAddresses(db, person.user.id, testApp.clock.now())).toEqual([person.user.email]);
    await undo(await undoToken(person.user.email));
    expect(await earlierAddresses(db, person.user.id, testApp.clock.now())).not.toContain(theirs);
    const owner = await rowOf(person);
    expect(owner && (await everyAddressOf(db, owner)).emails).toContain(theirs);

    const other = await createPerson(testApp);
    await changed(other);
    await db.delete(outboxMails).where(eq(outboxMails.userId, other.user.id));
    expect(await earlierAddresses(db, other.user.id, testApp.clock.now())).toEqual([other.user.email]);
    await patch(other, { phone: '+1 212 555 0134' });
    await patch(other, { phone: '' });
    const row = await rowOf(other);
    expect(row && (await everyAddressOf(db, row)).phones).toEqual(['+1 212 555 0134']);
    expect(await earlierAddresses(db, other.user.id, testApp.clock.now())).toEqual([other.user.email]);
  });

  test('a thief who switched two-factor sign-in on with a process that is a little behind does not keep the owner out', async () => {
    const person = await createPerson(testApp);
    const changedAt = testApp.clock.now();
    await changed(person);
    await protectWithCode(testApp, person);
    const twoFactorSince = new Date(changedAt.getTime() - 300);
    await testApp.services.db.update(users).set({ twoFactorSince }).where(eq(users.id, person.user.id));
    expect((await undo(await undoToken(person.user.email))).statusCode).toBe(200);
    expect((await rowOf(person))?.twoFactorSince).toBeNull();
  });

  test('404: twice, and 72 hours later', async () => {
    const person = await createPerson(testApp);
    await changed(person);
    const token = await undoToken(person.user.email);
    expect((await undo(token)).statusCode).toBe(200);
    expect((await undo(token)).statusCode).toBe(404);

    const late = await createPerson(testApp);
    const email = await changed(late);
    const lateToken = await undoToken(late.user.email);
    testApp.clock.advance(72 * hours);
    expect((await undo(lateToken)).statusCode).toBe(404);
    expect(await login(email)).toBe(200);
  });

  test('the first address wins over whoever changed it twice: their own undo works no more', async () => {
    const person = await createPerson(testApp);
    const second = await changed(person, `second.${person.user.email}`);
    testApp.clock.advance(60);
    await changed(person, `third.${person.user.email}`);
    const theirs = await undoToken(second);
    expect((await undo(await undoToken(person.user.email))).statusCode).toBe(200);
    expect((await undo(theirs)).statusCode).toBe(404);
    expect((await rowOf(person))?.email).toBe(person.user.email);
  });

  test('a link for a new password that went to the address in between works no more', async () => {
    const person = await createPerson(testApp);
    const email = await changed(person);
    await post('/api/auth/forgot-password', { email });
    const token = await linkTokenTo(testApp.services, email, 'reset-password');
    await undo(await undoToken(person.user.email));
    const reset = await post('/api/auth/reset-password', { token, password: 'Slow-Lantern-2041' });
    expect(reset.statusCode).toBe(404);
  });

  test('409: nobody else gets the old address while it can be had back; then anybody', async () => {
    const person = await createPerson(testApp);
    const other = await createPerson(testApp);
    await changed(person);
    await undoToken(person.user.email);
    const email = person.user.email.toUpperCase();
    expect((await post('/api/auth/register', registration({ email }))).statusCode).toBe(409);
    expect((await begin(other, email)).statusCode).toBe(409);
    testApp.clock.advance(72 * hours);
    expect((await post('/api/auth/register', registration({ email }))).statusCode).toBe(201);
  });
});

test('401: changing without a session', async () => {
  expect((await testApp.app.inject({ method: 'DELETE', url: '/api/user/pending-email' })).statusCode).toBe(
    401,
  );
});
