import { describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { registration } from '../../../test/factories.ts';

const stranger = '203.0.113.7';
const behindProxy = { 'x-forwarded-for': stranger };
const get = ({ app }: TestApp, url: string, headers = {}) => app.inject({ url, headers });

describe('security 67 and 68: on a machine that is not public', async () => {
  const testApp = await startTestApp();
  const closed = ['/metrics', '/dev/mailbox', '/dev/mailbox.json'];

  test.each(closed)('200: %s for somebody on it', async (url) => {
    expect((await get(testApp, url)).statusCode).toBe(200);
  });

  test.each(
    closed.flatMap((url) =>
      [
        behindProxy,
        { forwarded: `for=${stranger}` },
        { 'x-real-ip': stranger },
        { via: '1.1 proxy' },
        { host: 'after.example' },
      ].map((headers) => [url, headers] as const),
    ),
  )('404: %s through a proxy on it, %j', async (url, headers) => {
    expect((await get(testApp, url, headers)).statusCode).toBe(404);
  });

  test('404: from another machine', async () => {
    for (const url of closed)
      expect((await testApp.app.inject({ url, remoteAddress: stranger })).statusCode).toBe(404);
  });
});

test('security 68: 404 where the address is public, although the proxy sends no header; metrics take their token', async () => {
  const PUBLIC_URL = 'https://after.example';
  const open = await startTestApp({ env: { PUBLIC_URL } });
  for (const url of ['/metrics', '/dev/mailbox', '/dev/mailbox.json'])
    expect((await get(open, url)).statusCode).toBe(404);
  const measured = await startTestApp({ env: { PUBLIC_URL, METRICS_TOKEN: 'let me see' } });
  const withToken = { ...behindProxy, host: 'after.example', authorization: 'Bearer let me see' };
  expect((await get(measured, '/metrics', withToken)).statusCode).toBe(200);
  expect((await get(measured, '/metrics')).statusCode).toBe(404);
});

describe('security 67: who a visitor is', () => {
  const tryFrom = ({ app }: TestApp, forwardedFor: string) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: registration({ firstName: '' }),
      headers: { 'x-forwarded-for': forwardedFor },
    });
  const refusals = async (testApp: TestApp, addressOf: (number: number) => string) => {
    let refused = 0;
    for (let number = 0; number < 35; number++)
      if ((await tryFrom(testApp, addressOf(number))).statusCode === 429) refused++;
    return refused;
  };

  test('a header from nobody we trust does not change whose tries are counted', async () => {
    const testApp = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    expect(await refusals(testApp, (number) => `203.0.113.${number}`)).toBe(5);
  });

  test.each([
    { TRUSTED_PROXIES: '', warnings: 1 },
    { TRUSTED_PROXIES: '127.0.0.1', warnings: 0 },
  ])('through a proxy, with TRUSTED_PROXIES=$TRUSTED_PROXIES: $warnings warning', async (settings) => {
    const lines: string[] = [];
    const env = { TRUSTED_PROXIES: settings.TRUSTED_PROXIES, LOG_LEVEL: 'warn' };
    const testApp = await startTestApp({ env, onLog: (line) => lines.push(line) });
    const said = () => lines.filter((line) => line.includes('TRUSTED_PROXIES'));
    await get(testApp, '/healthz');
    expect(said()).toEqual([]);
    for (let number = 0; number < 3; number++) await get(testApp, '/healthz', behindProxy);
    expect(said()).toHaveLength(settings.warnings);
    for (const line of said()) expect(line).toMatch(/all visitors count as one address, and share one limit/);
  });

  test('through a trusted proxy each visitor has tries of their own, whatever they claim', async () => {
    const testApp = await startTestApp({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' } });
    expect(await refusals(testApp, (number) => `203.0.113.${number}`)).toBe(0);
    expect(await refusals(testApp, (number) => `192.0.2.${number}, 203.0.113.99`)).toBe(5);
  });
});
