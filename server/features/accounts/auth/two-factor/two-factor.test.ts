import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TwoFactorOn, TwoFactorSetup } from '../../../../../shared/accounts/two-factor.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { hashAsInProduction } from '../../../../../test/password-cost.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { recoveryCodes, twoFactor } from './two-factor.table.ts';

hashAsInProduction();

const base = '/api/auth/two-factor';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const post = (person: Person, step: string, payload: object) =>
  person.request({ method: 'POST', url: `${base}/${step}`, payload });
const enable = async (person: Person) =>
  (await post(person, 'enable', { password: goodPassword })).json<TwoFactorSetup>();
const stateOf = async (person: Person) => (await person.request({ url: base })).json();
const login = (person: Person) =>
  testApp.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: person.user.email, password: goodPassword },
  });
const isSignedIn = async (token: string) =>
  (await testApp.app.inject({ url: '/api/user/profile', headers: { authorization: `Bearer ${token}` } }))
    .statusCode === 200;
const subjectsTo = async (person: Person) =>
  (await mailTo(testApp.services, person.user.email)).map(({ subject }) => subject);

describe('setting up', () => {
  test('200: a secret of 160 bits, its address and its picture; nothing is on yet', async () => {
    const person = await createPerson(testApp);
    const { secret, otpauthUri, qrCode } = await enable(person);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(otpauthUri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(`Long After:${person.user.email}`);
    expect(uri.searchParams.get('secret')).toBe(secret);
    expect(uri.searchParams.get('issuer')).toBe('Long After');
    expect(qrCode).toMatch(/^data:image\/svg\+xml;base64,/);
    const svg = Buffer.from(qrCode.replace(/^.*,/, ''), 'base64');
    expect(svg.toString()).not.toMatch(/script|http:\/\/(?!www\.w3\.org)|style=/i);
    const { width, height } = await sharp(svg).metadata();
    expect(width).toBe(height);
    expect(await stateOf(person)).toEqual({ enabled: false, since: null, recoveryCodesLeft: 0 });
    expect((await login(person)).json()).toHaveProperty('token');
  });

  test('security 11: 200: the first code switches it on and answers ten recovery codes, once', async () => {
    const person = await createPerson(testApp);
    const { secret } = await enable(person);
    const confirmed = await post(person, 'confirm', { code: await codeOf(testApp, secret) });
    expect(confirmed.statusCode).toBe(200);
    const { recoveryCodes: codes, token } = confirmed.json<TwoFactorOn>();
    person.token = token;
    expect(new Set(codes).size).toBe(10);
    expect(codes.every((code) => /^[0-9a-z]{5}-[0-9a-z]{5}$/.test(code))).toBe(true);
    const state = await person.request({ url: base });
    expect(state.json()).toEqual({
      enabled: true,
      since: testApp.clock.now().toISOString(),
      recoveryCodesLeft: 10,
    });
    const profile = await person.request({ url: '/api/user/profile' });
    expect(profile.json().twoFactorEnabled).toBe(true);
    expect(`${state.body}${profile.body}`).not.toContain(secret);
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id));
    expect(entries.map(({ action }) => action)).toContain('account.two-factor-on');
    await eventually(
      async () => (await subjectsTo(person)).includes('Two-factor sign-in is on'),
      'the mail about it',
    );
  });

  test('security 10, 11: the secret and the recovery codes cannot be read in the database', async () => {
    const person = await createPerson(testApp);
    const { secret, recoveryCodes: codes } = await protectWithCode(testApp, person);
    const { db } = testApp.services;
    const dump = JSON.stringify([await db.select().from(twoFactor), await db.select().from(recoveryCodes)]);
    expect(dump).not.toContain(secret);
    for (const code of codes) {
      expect(dump).not.toContain(code);
      expect(dump).not.toContain(code.replace('-', ''));
    }
    const [row] = await db.select().from(twoFactor).where(eq(twoFactor.userId, person.user.id));
    expect(row?.sealedSecret).toMatch(/^v2\.[0-9a-f]{16}\./);
    const [kept] = await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.user.id));
    expect(kept?.codeHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('security 14, 18: other sessions end, the one that set it up goes on with a new token', async () => {
    const person = await createPerson(testApp);
    const { token } = (await login(person)).json();
    await protectWithCode(testApp, person);
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(person.token)).toBe(true);
  });

  test('beginning anew replaces the secret that was not confirmed', async () => {
    const person = await createPerson(testApp);
    const first = await enable(person);
    const second = await enable(person);
    expect(second.secret).not.toBe(first.secret);
    expect((await post(person, 'confirm', { code: await codeOf(testApp, first.secret) })).statusCode).toBe(
      400,
    );
    expect((await post(person, 'confirm', { code: await codeOf(testApp, second.secret) })).statusCode).toBe(
      200,
    );
  });

  test('of four confirmations at once one wins', async () => {
    const person = await createPerson(testApp);
    const { secret } = await enable(person);
    const code = await codeOf(testApp, secret);
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(person, 'confirm', { code })));
    const confirmed = answers.filter(({ statusCode }) => statusCode === 200);
    expect(confirmed).toHaveLength(1);
    person.token = confirmed[0]?.json<TwoFactorOn>().token ?? '';
    expect((await stateOf(person)).recoveryCodesLeft).toBe(10);
  });

  test('400: a wrong code or password; nothing is switched on', async () => {
    const person = await createPerson(testApp);
    const refused = await post(person, 'enable', { password: 'Quiet-Harbour-1995' });
    expect(refused.json().fields).toEqual({ password: 'This is not your current password' });
    const { secret } = await enable(person);
    const wrong = await post(person, 'confirm', { code: await codeOf(testApp, secret, 300) });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.json().fields.code).toMatch(/That code is wrong/);
    expect((await stateOf(person)).enabled).toBe(false);
  });

  test('409: confirming before the beginning, and beginning once it is on', async () => {
    const person = await createPerson(testApp);
    expect((await post(person, 'confirm', { code: '123456' })).statusCode).toBe(409);
    await protectWithCode(testApp, person);
    const again = await post(person, 'enable', { password: goodPassword });
    expect(again.statusCode).toBe(409);
    expect(again.body).not.toContain('secret');
  });

  test.each(['enable', 'confirm', 'disable', 'recovery-codes'])('401: %s without a session', async (step) => {
    expect(
      (await testApp.app.inject({ method: 'POST', url: `${base}/${step}`, payload: {} })).statusCode,
    ).toBe(401);
  });
});

describe('switching off', () => {
  test('200 with password and code: the password alone signs in again, and nothing is kept', async () => {
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    const payload = { password: goodPassword, code: await codeOf(testApp, secret) };
    expect((await post(person, 'disable', payload)).statusCode).toBe(200);
    expect((await login(person)).json()).toHaveProperty('token');
    const { db } = testApp.services;
    expect(await db.$count(twoFactor, eq(twoFactor.userId, person.user.id))).toBe(0);
    expect(await db.$count(recoveryCodes, eq(recoveryCodes.userId, person.user.id))).toBe(0);
    await eventually(
      async () => (await subjectsTo(person)).includes('Two-factor sign-in is off'),
      'the mail about it',
    );
  });

  test('200 with a recovery code in the place of the app', async () => {
    const person = await createPerson(testApp);
    const { recoveryCodes: codes } = await protectWithCode(testApp, person);
    const answer = await post(person, 'disable', { password: goodPassword, code: codes[3] });
    expect(answer.statusCode).toBe(200);
  });

  test('400: without a code, with a wrong one, with a wrong password', async () => {
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    const code = await codeOf(testApp, secret);
    expect((await post(person, 'disable', { password: goodPassword })).json().fields).toHaveProperty('code');
    const wrongCode = { password: goodPassword, code: await codeOf(testApp, secret, 300) };
    expect((await post(person, 'disable', wrongCode)).json().fields).toHaveProperty('code');
    const wrongPassword = await post(person, 'disable', { password: 'Quiet-Harbour-1995', code });
    expect(wrongPassword.json().fields).toHaveProperty('password');
    expect((await stateOf(person)).enabled).toBe(true);
  });

  test('409: it is not on', async () => {
    const person = await createPerson(testApp);
    expect((await post(person, 'disable', { password: goodPassword })).statusCode).toBe(409);
    expect((await post(person, 'recovery-codes', { password: goodPassword })).statusCode).toBe(409);
  });
});

describe('new recovery codes', () => {
  test('200: ten others; the ones before work no more', async () => {
    const person = await createPerson(testApp);
    const { secret, recoveryCodes: before } = await protectWithCode(testApp, person);
    const renewed = await post(person, 'recovery-codes', {
      password: goodPassword,
      code: await codeOf(testApp, secret),
    });
    expect(renewed.statusCode).toBe(200);
    const after: string[] = renewed.json().recoveryCodes;
    expect(after).toHaveLength(10);
    expect(after.some((code) => before.includes(code))).toBe(false);
    const disable = (code: string | undefined) => post(person, 'disable', { password: goodPassword, code });
    expect((await disable(before[0])).statusCode).toBe(400);
    expect((await disable(after[0])).statusCode).toBe(200);
  });
});
