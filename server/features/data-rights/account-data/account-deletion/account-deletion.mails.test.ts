import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { staysCancelled } from '../../../../../shared/accounts/stays-cancelled.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { eraseAccount } from './erase-account.ts';

// Somebody else may have requested it while our mail server was down.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const day = 86_400;

const begin = (person: Person) =>
  person.request({
    method: 'POST',
    url: '/api/user/deletion',
    payload: { password: goodPassword, confirmation: 'DELETE' },
  });
const exists = async ({ user }: Person) => (await services.db.$count(users, eq(users.id, user.id))) === 1;

test('nothing is erased before an owner who is told late has had 14 days from then on', async () => {
  const person = await createPerson(testApp);
  const { email } = person.user;
  expect((await begin(person)).statusCode).toBe(200);
  clock.advance(40 * day);
  await eraseAccount(services, person.user.id);
  expect(await exists(person)).toBe(true);

  await sendMailsTo(services, email);
  const told = (await mailTo(services, email)).find(
    ({ subject }) => subject === 'Your account will be deleted',
  );
  expect(told?.text).toContain(
    'On Thursday, 6 March 2031 at 10:42 Eastern you asked us to delete your account.',
  );
  expect(told?.text).toContain(
    'on Tuesday, 29 April 2031 at 11:42 Eastern everything you keep with us is erased',
  );
  clock.advance(14 * day);
  await eraseAccount(services, person.user.id);
  expect(await exists(person), 'not before the margin is over').toBe(true);
  clock.advance(600);
  await eraseAccount(services, person.user.id);
  expect(await exists(person)).toBe(false);
});

test('both mails say what stays cancelled, also where the deletion is taken back', async () => {
  const person = await createPerson(testApp);
  await begin(person);
  const payload = { email: person.user.email, password: goodPassword };
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const headers = { authorization: `Bearer ${signedIn.json<SignedIn>().token}` };
  await app.inject({ method: 'POST', url: '/api/user/restore', headers });
  await sendMailsTo(services, person.user.email);
  const mails = await mailTo(services, person.user.email);
  for (const title of ['Your account will be deleted', 'Your account is restored']) {
    const text = mails.find(({ subject }) => subject === title)?.text.replaceAll(/\s+/g, ' ');
    expect(text).toContain(staysCancelled);
  }
});

test.each([
  ['is told late', true],
  ['has not been told yet', false],
])('who %s can sign in and take it back', async (_, isTold) => {
  const person = await createPerson(testApp);
  await begin(person);
  clock.advance(40 * day);
  if (isTold) {
    await sendMailsTo(services, person.user.email);
    clock.advance(14 * day - 60);
  }
  const payload = { email: person.user.email, password: goodPassword };
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const headers = { authorization: `Bearer ${signedIn.json<SignedIn>().token}` };
  expect((await app.inject({ method: 'POST', url: '/api/user/restore', headers })).statusCode).toBe(200);
});
