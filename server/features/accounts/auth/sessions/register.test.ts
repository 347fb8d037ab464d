import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, registration } from '../../../../../test/factories.ts';
import { hashAsInProduction } from '../../../../../test/password-cost.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';
import { sessions } from './sessions.table.ts';

hashAsInProduction();

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const register = (payload: object | string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/register', payload, headers });

describe('POST /api/auth/register', () => {
  test('security 32: 201: a token, and the person without password or other secrets', async () => {
    const form = registration({ phone: ' +1 212 555 0134 ', address: '', timezone: 'America/Denver' });
    const answer = await register(form);
    expect(answer.statusCode).toBe(201);
    const { token, user } = answer.json<SignedIn>();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(user).toMatchObject({
      firstName: 'Ruth',
      email: form.email,
      phone: '+1 212 555 0134',
      address: null,
      dateOfBirth: '1948-03-02',
      subscriptionPlan: 'free',
      requestedPlan: null,
      subscriptionStatus: 'active',
      timezone: 'America/Denver',
      isAdmin: false,
      emailNotifications: true,
      smsNotifications: false,
    });
    expect(answer.body).not.toMatch(/password|argon2|stripe/i);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('the token, the cookie and the password are stored as hashes only', async () => {
    const answer = await register(registration());
    const { token, user } = answer.json<SignedIn>();
    const cookie = answer.cookies.find(({ name }) => name === 'long_after_session')?.value ?? '';
    const [account] = await testApp.services.db.select().from(users).where(eq(users.id, user.id));
    const [session] = await testApp.services.db.select().from(sessions).where(eq(sessions.userId, user.id));
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(cookie).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toBe(token);
    expect(JSON.stringify(session)).not.toContain(token);
    expect(JSON.stringify(session)).not.toContain(cookie);
  });

  test('security 20: the cookie is for this site and for no script; on https it is pinned to the host', async () => {
    const plain = (await register(registration())).cookies.find(({ name }) => name === 'long_after_session');
    expect(plain).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(plain?.secure).toBeUndefined();

    const https = await startTestApp({ env: { PUBLIC_URL: 'https://after.example' } });
    const answer = await https.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: registration(),
    });
    const secure = answer.cookies.find(({ name }) => name === '__Host-long_after_session');
    expect(secure).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', secure: true });
    expect(secure).not.toHaveProperty('domain');
  });

  test('what only we decide is ignored: staff flag, plan, id, status', async () => {
    const id = '0193a5f0-0000-7000-8000-000000000001';
    const answer = await register(
      registration({
        id,
        isAdmin: true,
        subscriptionPlan: 'premium',
        subscriptionStatus: 'lapsed',
        stripeCustomerId: 'cus_1',
      }),
    );
    const { user } = answer.json<SignedIn>();
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, user.id));
    expect(user.id).not.toBe(id);
    expect(row).toMatchObject({
      isAdmin: false,
      subscriptionPlan: 'free',
      requestedPlan: 'premium',
      subscriptionStatus: 'active',
      stripeCustomerId: null,
    });
  });

  test('it is written down', async () => {
    const { user } = (await register(registration())).json<SignedIn>();
    const rows = await testApp.services.db.select().from(auditLog).where(eq(auditLog.userId, user.id));
    expect(rows.map((row) => row.action)).toEqual(['account.registered']);
  });

  test.each([
    ['firstName', 'R', 'First name must be at least 2 characters'],
    ['lastName', undefined, 'Last name must be at least 2 characters'],
    ['email', 'not an address', 'Please enter a valid email'],
    ['email', 7, 'Please enter a valid email'],
    ['email', 'ruth\u0000@example.com', 'Please enter a valid email'],
    ['dateOfBirth', undefined, 'Date of birth is required'],
    ['dateOfBirth', '', 'Date of birth is required'],
    ['dateOfBirth', '1948-02-30', 'Please enter a valid date of birth'],
    ['subscriptionPlan', 'gold', 'Please select a subscription plan'],
    ['password', 'Ab1!xyz', 'Password must be at least 8 characters'],
    ['password', 'QUIET-HARBOUR-1994', 'Password must contain at least one lowercase letter'],
    ['password', 'quiet-harbour-1994', 'Password must contain at least one uppercase letter'],
    ['password', 'Quiet-Harbour', 'Password must contain at least one number'],
    ['password', 'QuietHarbour1994', 'Password must contain at least one special character'],
    ['password', 'Password1!', expect.stringContaining('too easy to guess')],
    ['password', 'Golden-Thread1', expect.stringContaining('too easy to guess')],
    ['password', 'Ruth-Alvarez-1948', expect.stringContaining('too easy to guess')],
    ['firstName', 'Ru\u0000th', 'This text contains a character that cannot be stored'],
    ['address', 'a'.repeat(900_000), 'Please use at most 500 characters'],
    ['timezone', 'Mars/Olympus', 'Please choose a time zone from the list'],
  ])('400: %s is %.60s', async (field, value, message) => {
    const accounts = await testApp.services.db.$count(users);
    const answer = await register(registration({ [field]: value }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', fields: { [field]: message } });
    expect(await testApp.services.db.$count(users)).toBe(accounts);
  });

  test.each([['{"email":'], ['[]'], ['null'], ['"text"'], ['']])('400: the body is %s', async (body) => {
    const answer = await register(body, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toEqual(expect.any(String));
  });

  test('413: a body of more than a megabyte', async () => {
    const answer = await register(registration({ address: 'a'.repeat(1_100_000) }));
    expect(answer.statusCode).toBe(413);
  });

  test('409: the address is taken, in whichever case', async () => {
    const { user } = await createPerson(testApp);
    const answer = await register(registration({ email: user.email.toUpperCase() }));
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      message: 'An account with this email already exists',
      code: 'conflict',
    });
  });

  test('409: of eight registering with one address at once, one gets it and the others are told', async () => {
    const form = registration();
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(form)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([
      201, 409, 409, 409, 409, 409, 409, 409,
    ]);
    const stored = await testApp.services.db.select().from(users).where(eq(users.email, form.email));
    expect(stored).toHaveLength(1);
  });

  test('security 1: a passphrase of 128 characters is welcome', async () => {
    const password = `Kelp and tide 41! ${'wider than the bay '.repeat(6)}`.slice(0, 128);
    const form = registration({ password });
    expect((await register(form)).statusCode).toBe(201);
    expect((await register(registration({ password: `${password}x` }))).statusCode).toBe(400);
  });
});
