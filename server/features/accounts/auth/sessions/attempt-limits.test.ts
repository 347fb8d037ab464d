import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, registration } from '../../../../../test/factories.ts';
import { buildApp } from '../../../../app.ts';
import { attemptCounts } from '../../../system/attempt-limits/attempt-limits.table.ts';
import { deleteOldAttemptCounts } from '../../../system/attempt-limits/attempt-limits.ts';

const limited = () => startTestApp({ env: { RATE_LIMITS: 'on' } });

function login(
  testApp: Pick<TestApp, 'app'>,
  email: string,
  password: string,
  remoteAddress: string,
  cookie = '',
) {
  const headers = cookie ? { cookie } : {};
  return testApp.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    remoteAddress,
    headers,
  });
}

async function register(testApp: Pick<TestApp, 'app'>, remoteAddress = '198.51.100.1', email?: string) {
  const payload = registration(email ? { email } : {});
  const answer = await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload,
    remoteAddress,
  });
  const device = answer.cookies.find(({ name }) => name === 'long_after_device');
  return { answer, email: payload.email, device: `long_after_device=${device?.value}` };
}

const address = (number: number) => `203.0.113.${number % 250}`;

describe('tries at sign-in', () => {
  test('security 7: 429: a thousand on as many accounts from one address; another address is not affected', async () => {
    const testApp = await limited();
    const { email } = await register(testApp);
    let refused = 0;
    for (let number = 0; number < 1000; number++) {
      const answer = await login(testApp, `nobody.${number}@example.com`, 'Quiet-Harbour-1995', '192.0.2.7');
      if (answer.statusCode === 429) refused++;
      else expect(answer.statusCode).toBe(401);
    }
    expect(refused).toBeGreaterThanOrEqual(900);
    const last = await login(testApp, email, goodPassword, '192.0.2.7');
    expect(last.statusCode).toBe(429);
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.json()).toMatchObject({
      code: 'too_many_requests',
      message: expect.stringMatching(/^Too many tries/),
    });
    expect((await login(testApp, email, goodPassword, '192.0.2.8')).statusCode).toBe(200);
  });

  test('security 6: 429: on one account from many addresses; a browser that was signed in before still gets in', async () => {
    const testApp = await limited();
    const { email, device } = await register(testApp);
    for (let number = 0; number < 20; number++) {
      await login(testApp, email.toUpperCase(), 'Quiet-Harbour-1995', address(number));
    }
    const stranger = await login(testApp, email, goodPassword, address(30));
    expect(stranger.statusCode).toBe(429);
    expect(Number(stranger.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(testApp, email, goodPassword, address(31), device)).statusCode).toBe(200);
  });

  test('security 6: 429: a browser that is known has few tries too, and is known for its own account only', async () => {
    const testApp = await limited();
    const mine = await register(testApp);
    const theirs = await register(testApp);
    const statuses = [];
    for (let number = 0; number < 12; number++) {
      statuses.push(
        (await login(testApp, mine.email, 'Quiet-Harbour-1995', address(number), mine.device)).statusCode,
      );
    }
    expect(statuses.slice(0, 10).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(10)).toEqual([429, 429]);
    for (let number = 0; number < 12; number++) await login(testApp, theirs.email, 'x', address(number));
    expect((await login(testApp, theirs.email, goodPassword, address(40), mine.device)).statusCode).toBe(429);
    expect(
      (await login(testApp, theirs.email, goodPassword, address(41), `${theirs.device}x`)).statusCode,
    ).toBe(429);
    expect((await login(testApp, theirs.email, goodPassword, address(42), theirs.device)).statusCode).toBe(
      200,
    );
  });

  test('security 6, 7: a browser that is known gets in at an address from which strangers have tried too often, also with a code', async () => {
    const testApp = await limited();
    const mine = await register(testApp);
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    const known = `long_after_device=${person.cookies['long_after_device']}`;
    for (let number = 0; number < 61; number++)
      await login(testApp, `nobody.${number}@example.com`, 'x', '192.0.2.7');
    expect((await login(testApp, mine.email, goodPassword, '192.0.2.7')).statusCode).toBe(429);
    expect((await login(testApp, person.user.email, 'x', '192.0.2.7', mine.device)).statusCode).toBe(429);
    expect((await login(testApp, mine.email, goodPassword, '192.0.2.7', mine.device)).statusCode).toBe(200);

    const codes = (challengeToken: string, code: string, cookie: string) =>
      testApp.app.inject({
        method: 'POST',
        url: '/api/auth/login/two-factor',
        payload: { challengeToken, code },
        remoteAddress: '192.0.2.7',
        headers: { cookie },
      });
    const asked = await login(testApp, person.user.email, goodPassword, '192.0.2.7', known);
    const { challengeToken } = asked.json<{ challengeToken: string }>();
    const code = await codeOf(testApp, secret);
    expect((await codes(challengeToken, code, mine.device)).statusCode).toBe(429);
    expect((await codes('unknown', code, known)).statusCode).toBe(429);
    expect((await codes(challengeToken, code, known)).statusCode).toBe(200);
  });

  test('security 6: fifty at once on one account are no way round it', async () => {
    const testApp = await limited();
    const { email } = await register(testApp);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, number) => login(testApp, email, 'x', address(number))),
    );
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
  });
});

describe('security 66: the count is one for all processes, and survives a restart', () => {
  test('429: at sign-in, of an account and of an address', async () => {
    const testApp = await limited();
    const { email } = await register(testApp);
    for (let number = 0; number < 10; number++) await login(testApp, email, 'x', address(number));
    const other = await anotherProcess(testApp);
    expect((await login(other, email, goodPassword, address(30))).statusCode).toBe(429);

    for (let number = 0; number < 60; number++)
      await login(number % 2 ? testApp : other, `nobody.${number}@example.com`, 'x', '192.0.2.7');
    expect((await login(testApp, 'nobody@example.com', 'x', '192.0.2.7')).statusCode).toBe(429);
    testApp.clock.advance(15 * 60 + 1);
    expect((await login(testApp, email, goodPassword, address(31))).statusCode).toBe(200);
  });

  test('429: of reset requests and registrations', async () => {
    const testApp = await limited();
    const other = await anotherProcess(testApp);
    const forgot = ({ app }: Pick<TestApp, 'app'>) =>
      app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: 'a@example.com' } });
    for (let number = 0; number < 5; number++) expect((await forgot(testApp)).statusCode).toBe(200);
    expect((await forgot(other)).statusCode).toBe(429);

    for (let number = 0; number < 10; number++) await register(testApp, address(number), 'b@example.com');
    expect((await register(other, address(11), 'b@example.com')).answer.statusCode).toBe(429);
  });

  test('IPv6: a customer who changes the address within their network is the same', async () => {
    const testApp = await limited();
    for (let number = 0; number < 60; number++)
      await login(testApp, `nobody.${number}@example.com`, 'x', `2001:db8:1:2::${number}`);
    const other = await anotherProcess(testApp);
    expect((await login(other, 'nobody@example.com', 'x', '2001:db8:1:2::ffff')).statusCode).toBe(429);
    expect((await login(other, 'nobody@example.com', 'x', '2001:db8:1:3::1')).statusCode).toBe(401);
  });

  test('the table names nobody, and forgets what counts no longer', async () => {
    const testApp = await limited();
    const { email } = await register(testApp, '192.0.2.9');
    await login(testApp, email, 'x', '192.0.2.9');
    const rows = await testApp.services.db.select().from(attemptCounts);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.9|@|ruth/i);
    testApp.clock.advance(61 * 60);
    await deleteOldAttemptCounts(testApp.services);
    expect(await testApp.services.db.$count(attemptCounts)).toBe(0);
  });
});

/** Another process on the same database, or the same one after a restart. */
async function anotherProcess({ services }: TestApp): Promise<Pick<TestApp, 'app'>> {
  const app = await buildApp(services, { refusesUnderLoad: false });
  onTestFinished(() => app.close());
  return { app };
}

describe('registrations', () => {
  test('429: many from one address; another address is not affected', async () => {
    const testApp = await limited();
    const statuses = [];
    for (let number = 0; number < 32; number++) {
      const payload = registration({ firstName: '' });
      statuses.push(
        (await testApp.app.inject({ method: 'POST', url: '/api/auth/register', payload })).statusCode,
      );
    }
    expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true);
    expect(statuses.slice(30)).toEqual([429, 429]);
    expect((await register(testApp, '192.0.2.8')).answer.statusCode).toBe(201);
  });

  test('429: many of one email address from many addresses', async () => {
    const testApp = await limited();
    const email = 'taken@example.com';
    const statuses = [];
    for (let number = 0; number < 12; number++)
      statuses.push((await register(testApp, address(number), email)).answer.statusCode);
    expect(statuses[0]).toBe(201);
    expect(statuses.slice(1, 10).every((status) => status === 409)).toBe(true);
    expect(statuses.slice(10)).toEqual([429, 429]);
  });
});
