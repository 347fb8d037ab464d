import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword } from '../../../../../test/factories.ts';
import { hashAsInProduction } from '../../../../../test/password-cost.ts';
import { users } from '../../profile/profile.table.ts';

hashAsInProduction();

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const login = (payload: object | string, headers: Record<string, string> = {}) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload, headers });

/** What the work itself takes: other load on the machine, and what Node cleans up now and then, only add to it. */
function leastOf(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 10)] ?? Number.NaN;
}

async function storedHash(id: string): Promise<string> {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, id));
  return row?.password ?? '';
}

describe('POST /api/auth/login', () => {
  test('security 14: 200: a new token at each sign-in, the address in whichever case', async () => {
    const { user, token } = await createPerson(testApp);
    const answer = await login({ email: ` ${user.email.toUpperCase()} `, password: goodPassword });
    expect(answer.statusCode).toBe(200);
    const signedIn = answer.json<SignedIn>();
    expect(signedIn.user).toEqual(user);
    expect(signedIn.token).not.toBe(token);
    expect(answer.body).not.toMatch(/password|argon2|stripe/i);
    const cookie = answer.cookies.find(({ name }) => name === 'long_after_session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
    expect(cookie?.value).not.toBe(signedIn.token);
  });

  test('security 4: 401: a wrong password and an unknown account are answered with the same bytes', async () => {
    const { user } = await createPerson(testApp);
    const wrong = await login({ email: user.email, password: 'Quiet-Harbour-1995' });
    const unknown = await login({ email: `x${user.email}`, password: goodPassword });
    expect(wrong.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(wrong.json()).toEqual({ message: 'Invalid email or password', code: 'not_signed_in' });
    expect(unknown.body).toBe(wrong.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(wrong.headers));
    expect(wrong.cookies).toEqual([]);
  });

  test('security 4: 401: an unknown account costs the same work as a wrong password', async () => {
    const { user } = await createPerson(testApp);
    // Processor time of this process, all its threads included.
    const workOfLogin = async (email: string) => {
      const before = process.cpuUsage();
      await login({ email, password: 'Quiet-Harbour-1995' });
      const spent = process.cpuUsage(before);
      return spent.user + spent.system;
    };
    await workOfLogin(user.email);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 100; round++) {
      known.push(await workOfLogin(user.email));
      unknown.push(await workOfLogin(`nobody.${round}@example.com`));
    }
    expect(leastOf(unknown) / leastOf(known)).toBeGreaterThan(0.9);
    expect(leastOf(unknown) / leastOf(known)).toBeLessThan(1.1);
  });

  test('security 1: 401: the last of 80 characters is another', async () => {
    const password = `Kelp-and-tide-41-${'wider-than-the-bay-'.repeat(4)}`.slice(0, 79);
    const { user } = await createPerson(testApp, { password: `${password}a` });
    expect((await login({ email: user.email, password: `${password}b` })).statusCode).toBe(401);
    expect((await login({ email: user.email, password })).statusCode).toBe(401);
    expect((await login({ email: user.email, password: `${password}a` })).statusCode).toBe(200);
  });

  test.each([
    'Жёлтый зонтик-7 у моря',
    'Großmutters Café 🎂 1A',
    '長い手紙を書きます-Ab1',
    ` Blanks-1 at both ends `,
    `A1-${Array.from({ length: 60 }, (_, index) => String.fromCodePoint(0x1f330 + index)).join('')}a`,
  ])('200: the password may hold any characters: %s', async (password) => {
    const { user } = await createPerson(testApp, { password });
    expect((await login({ email: user.email, password })).statusCode).toBe(200);
    expect((await login({ email: user.email, password: password.slice(0, -1) })).statusCode).toBe(401);
    expect((await login({ email: user.email, password: password.toUpperCase() })).statusCode).toBe(401);
  });

  test('security 13: a hash made with less work is made anew at sign-in, and still fits', async () => {
    const { user } = await createPerson(testApp);
    const weak = await hash(goodPassword, { memoryCost: 8192, timeCost: 1 });
    await testApp.services.db.update(users).set({ password: weak }).where(eq(users.id, user.id));
    expect((await login({ email: user.email, password: 'Quiet-Harbour-1995' })).statusCode).toBe(401);
    expect(await storedHash(user.id)).toBe(weak);
    expect((await login({ email: user.email, password: goodPassword })).statusCode).toBe(200);
    const strong = await storedHash(user.id);
    expect(strong).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login({ email: user.email, password: goodPassword })).statusCode).toBe(200);
    expect(await storedHash(user.id)).toBe(strong);
  });

  test.each([
    [{ password: goodPassword }, 'email', 'Please enter a valid email'],
    [{ email: 'ruth', password: goodPassword }, 'email', 'Please enter a valid email'],
    [{ email: ['ruth@example.com'], password: goodPassword }, 'email', 'Please enter a valid email'],
    [{ email: 'ruth@example.com' }, 'password', 'Password is required'],
    [{ email: 'ruth@example.com', password: '' }, 'password', 'Password is required'],
    [{ email: 'ruth@example.com', password: { $ne: '' } }, 'password', 'Password is required'],
  ])('400: %j', async (payload, field, message) => {
    const answer = await login(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toMatchObject({ [field]: message });
  });

  test.each([['{'], ['null'], ['7']])('400: the body is %s', async (body) => {
    expect((await login(body, { 'content-type': 'application/json' })).statusCode).toBe(400);
  });

  test('401, never an error of ours: a password with a NUL byte, half a character, a megabyte', async () => {
    const { user } = await createPerson(testApp);
    expect((await login({ email: user.email, password: 'a\u0000b' })).statusCode).toBe(401);
    expect((await login({ email: user.email, password: '\ud800' })).statusCode).toBe(401);
    expect((await login({ email: user.email, password: 'x'.repeat(1_000_000) })).statusCode).toBe(400);
  });
});
