import type { StoppingCode } from '../shared/after-death/release-wishes.ts';
import type { TestApp } from './app.ts';
import { goodPassword, type Person } from './factories.ts';
import { linkTokenTo } from './mailbox.ts';
import { sendMailsTo } from './outbox.ts';

const url = '/api/release-wishes';

export const askWishes = (
  person: Person,
  path: 'second-email' | 'second-email/removal' | 'stopping-code',
  more: object = {},
) => person.request({ method: 'POST', url: `${url}/${path}`, payload: { password: goodPassword, ...more } });

/** The code of a sheet that the owner makes now. */
export async function makeCode(person: Person): Promise<string> {
  return (await askWishes(person, 'stopping-code')).json<StoppingCode>().code;
}

/** Gives an owner a second address, which is confirmed. */
export async function addSecondEmail(testApp: TestApp, person: Person, email: string): Promise<void> {
  await askWishes(person, 'second-email', { email });
  await sendMailsTo(testApp.services, email);
  const token = await linkTokenTo(testApp.services, email, 'confirm-second-email');
  await testApp.app.inject({
    method: 'POST',
    url: '/api/auth/confirm-second-email',
    payload: { token },
  });
}
