import { expect, test } from 'vitest';
import type { PasswordHint } from '../../../../../shared/accounts/passwords.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { goodPassword } from '../../../../../test/factories.ts';

const lines: string[] = [];
const testApp = await startTestApp({
  env: { RATE_LIMITS: 'on', LOG_LEVEL: 'debug' },
  onLog: (line) => lines.push(line),
});
const hint = (payload: object, remoteAddress = '192.0.2.1') =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/password-hint', payload, remoteAddress });

test('200: nothing to say against a good password, whatever is known of the person', async () => {
  expect((await hint({ password: goodPassword })).json<PasswordHint>()).toEqual({ hint: null });
  const person = { firstName: 'Ruth', lastName: 'Alvarez', email: 'ruth@example.com' };
  expect((await hint({ password: goodPassword, ...person })).json<PasswordHint>()).toEqual({ hint: null });
});

test('200: why a password will be refused, with the names typed so far', async () => {
  const { hint: repeated } = (await hint({ password: 'Aa1!Aa1!' })).json<PasswordHint>();
  expect(repeated).toMatch(/^This password is too easy to guess: it repeats itself\. Please add a word/);
  const own = await hint({ password: 'Alvarez-1948', lastName: 'Alvarez', email: 'not an address yet' });
  expect(own.json<PasswordHint>().hint).toContain('your name');
});

test('400: more than 128 characters', async () => {
  expect((await hint({ password: 'x'.repeat(129) })).statusCode).toBe(400);
});

test('429: more than anybody types in a minute; another address is not affected', async () => {
  const statuses = [];
  for (let number = 0; number < 62; number++)
    statuses.push((await hint({ password: goodPassword }, '192.0.2.2')).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  expect((await hint({ password: goodPassword }, '192.0.2.3')).statusCode).toBe(200);
});

test('security 64: the password is in no line of the log', async () => {
  await hint({ password: 'Marker-Kestrel-77', email: 'x'.repeat(300) });
  await hint({ password: 'Marker-Kestrel-77' });
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('')).not.toContain('Kestrel');
});
