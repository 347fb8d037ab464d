import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn, TwoFactorRequired } from '../../../../../shared/accounts/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, registration } from '../../../../../test/factories.ts';
import { routeRows } from '../../../../../test/routes/all-rows.ts';
import { requestOf } from '../../../../../test/routes/row.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ env: { PUBLIC_URL: 'https://after.example' } });
});

type Answer = Awaited<ReturnType<TestApp['app']['inject']>>;

const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });

/** The cookies of a response: name, value and attributes, in lower case. */
function cookiesOf(answer: Answer) {
  const lines = [answer.headers['set-cookie'] ?? []].flat();
  return lines.map((line) => {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=');
    return { name, value, attributes: attributes.map((attribute) => attribute.toLowerCase()) };
  });
}

function expectPinned(answer: Answer): void {
  const cookies = cookiesOf(answer);
  expect(cookies.length).toBeGreaterThan(0);
  for (const { name, attributes } of cookies) {
    expect(name).toMatch(/^__Host-/);
    expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'secure']));
    expect(attributes.some((attribute) => /^samesite=(lax|strict)$/.test(attribute))).toBe(true);
    expect(attributes.filter((attribute) => attribute.startsWith('domain'))).toEqual([]);
  }
}

/** The token given to the page's script differs from the one in the cookie. */
function expectNoBearer(answer: Answer): void {
  const { token } = answer.json<SignedIn>();
  for (const { value } of cookiesOf(answer)) {
    expect(value).not.toContain(token);
    expect(answer.body).not.toContain(value);
  }
}

describe('security 20: a cookie is for this host, for no script, and never the bearer token', () => {
  test('of a registration and of a sign-in', async () => {
    const form = registration();
    const registered = await post('/api/auth/register', form);
    const signedIn = await post('/api/auth/login', { email: form.email, password: goodPassword });
    for (const answer of [registered, signedIn]) {
      expectPinned(answer);
      expectNoBearer(answer);
      expect(cookiesOf(answer).map(({ name }) => name)).toContain('__Host-long_after_session');
    }
    expect(cookiesOf(registered)[0]?.value).not.toBe(cookiesOf(signedIn)[0]?.value);
  });

  test('of a sign-in with two factors', async () => {
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    const first = await post('/api/auth/login', { email: person.user.email, password: goodPassword });
    expect(cookiesOf(first)).toEqual([]);
    const { challengeToken } = first.json<TwoFactorRequired>();
    const answer = await post('/api/auth/login/two-factor', {
      challengeToken,
      code: await codeOf(testApp, secret),
    });
    expectPinned(answer);
    expectNoBearer(answer);
  });

  test('of a changed password', async () => {
    const person = await createPerson(testApp);
    const payload = { currentPassword: goodPassword, newPassword: 'Slow-Lantern-2041' };
    const answer = await person.request({ method: 'POST', url: '/api/auth/change-password', payload });
    expectPinned(answer);
    expectNoBearer(answer);
  });

  test('that takes one back at sign-out', async () => {
    const person = await createPerson(testApp);
    const answer = await person.request({ method: 'POST', url: '/api/auth/sign-out' });
    expectPinned(answer);
    expect(cookiesOf(answer)[0]).toMatchObject({ name: '__Host-long_after_session', value: '' });
  });

  test('of a device on which somebody opened what was left to them', async () => {
    const route = 'POST /api/received/:token/open';
    const question = await routeRows[route]?.ask({ testApp, owner: await createPerson(testApp) });
    const answer = await testApp.app.inject(requestOf(route, question ?? {}));
    expect(answer.statusCode).toBe(200);
    expectPinned(answer);
    expect(cookiesOf(answer)[0]?.attributes).toContain('samesite=strict');
  });
});
