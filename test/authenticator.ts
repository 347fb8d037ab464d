import { generate } from 'otplib';
import type { TwoFactorOn, TwoFactorSetup } from '../shared/accounts/two-factor.ts';
import type { TestApp } from './app.ts';
import { goodPassword, type Person } from './factories.ts';

/** The code that an app with this secret shows at the test's time, or this many seconds later. */
export function codeOf(testApp: TestApp, secret: string, secondsLater = 0): Promise<string> {
  return generate({ secret, epoch: Math.floor(testApp.clock.now().getTime() / 1000) + secondsLater });
}

/** Switches two-factor sign-in on for `person` through the API; afterwards the clock is one step ahead. */
export async function protectWithCode(
  testApp: TestApp,
  person: Person,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const enabled = await person.request({
    method: 'POST',
    url: '/api/auth/two-factor/enable',
    payload: { password: goodPassword },
  });
  const { secret } = enabled.json<TwoFactorSetup>();
  const confirmed = await person.request({
    method: 'POST',
    url: '/api/auth/two-factor/confirm',
    payload: { code: await codeOf(testApp, secret) },
  });
  if (confirmed.statusCode !== 200) throw new Error(`Confirming answered ${confirmed.statusCode}`);
  testApp.clock.advance(30);
  const { token, recoveryCodes } = confirmed.json<TwoFactorOn>();
  person.token = token;
  for (const { name, value } of confirmed.cookies) person.cookies[name] = value;
  return { secret, recoveryCodes };
}
