import { and, eq, isNull } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { startSmtpServer } from '../../../../../test/fakes/smtp-server.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { users } from '../../profile/profile.table.ts';

// An intruder knows the password. The owner reads the mail sent to the account's previous address.

const ownersPassword = 'Slow-Lantern-2041';
const intrudersPassword = 'Cold-Ladder-2042';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
const login = async (email: string, password: string) =>
  (await post('/api/auth/login', { email, password })).json<Partial<SignedIn>>();
const follow = async (page: 'confirm-email' | 'undo-email-change', token: string) =>
  (await post(`/api/auth/${page}`, { token })).statusCode;
/** Undoes it with the password that the account had when two-factor sign-in was switched on. */
const undoTwoFactor = async (token: string, password = goodPassword) =>
  (await post('/api/auth/two-factor/undo', { token, password })).statusCode;
const profileOf = async (person: Person) => (await person.request({ url: '/api/user/profile' })).json<User>();
const rowOf = async ({ user }: Person) => {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, user.id));
  return row;
};

/** The newest link to `page` that was sent to `address`; all before it have been seen. */
function linkTo(address: string, page: string, seen: readonly string[] = []): Promise<string> {
  return linkTokenTo(testApp.services, address, page, seen);
}

async function beginEmailChange(person: Person, email: string, code?: string): Promise<string> {
  const payload = { email, currentPassword: goodPassword, code };
  const answer = await person.request({ method: 'PATCH', url: '/api/user/profile', payload });
  expect(answer.statusCode).toBe(200);
  return linkTo(email, 'confirm-email');
}

/** What an intruder does first: they change the account's address to theirs. */
async function moveAway(person: Person, code?: string): Promise<string> {
  const email = `intruder.${person.user.email}`;
  expect(await follow('confirm-email', await beginEmailChange(person, email, code))).toBe(200);
  return email;
}

async function changePassword(person: Person, newPassword: string, code?: string): Promise<void> {
  const payload = { currentPassword: goodPassword, newPassword, code };
  const answer = await person.request({ method: 'POST', url: '/api/auth/change-password', payload });
  expect(answer.statusCode).toBe(200);
  person.token = answer.json<SignedIn>().token;
}

async function reset(email: string, password: string, seen: readonly string[] = []): Promise<void> {
  await post('/api/auth/forgot-password', { email });
  const token = await linkTo(email, 'reset-password', seen);
  expect((await post('/api/auth/reset-password', { token, password })).statusCode).toBe(204);
}

/** Uses the link that undoing sent, without requesting one. */
function resetByNewestLink(email: string): Promise<true> {
  return eventually(async () => {
    const [mail] = await mailTo(testApp.services, email);
    const token = /\/reset-password\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const answer = await post('/api/auth/reset-password', { token, password: ownersPassword });
    return answer.statusCode === 204 || undefined;
  }, 'the link for a new password');
}

const newPasswords: [string, (person: Person) => Promise<void>][] = [
  ['a reset', (person) => reset(person.user.email, ownersPassword)],
  ['a change in the settings', (person) => changePassword(person, ownersPassword)],
];

describe.each(newPasswords)('security 8, 9: %s', (_, setPassword) => {
  test('voids a change of the address that is still to be confirmed', async () => {
    const person = await createPerson(testApp);
    const token = await beginEmailChange(person, `intruder.${person.user.email}`);
    await setPassword(person);
    expect(await rowOf(person)).toMatchObject({ pendingEmail: null, pendingEmailUntil: null });
    expect(await follow('confirm-email', token)).toBe(404);
    expect((await rowOf(person))?.email).toBe(person.user.email);
  });

  test('voids a link for a new password that is on its way', async () => {
    const person = await createPerson(testApp);
    await post('/api/auth/forgot-password', { email: person.user.email });
    const seen = await linkTo(person.user.email, 'reset-password');
    await (setPassword === newPasswords[0]?.[1]
      ? reset(person.user.email, ownersPassword, [seen])
      : setPassword(person));
    const payload = { token: seen, password: intrudersPassword };
    expect((await post('/api/auth/reset-password', payload)).statusCode).toBe(404);
  });

  test('ends every session that was open before', async () => {
    const person = await createPerson(testApp);
    const { token } = await login(person.user.email, goodPassword);
    await setPassword(person);
    const headers = { authorization: `Bearer ${token}` };
    expect((await testApp.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(401);
  });
});

test('security 12: a link confirms only the address that the account still waits for', async () => {
  const person = await createPerson(testApp);
  const token = await beginEmailChange(person, `intruder.${person.user.email}`);
  await testApp.services.db.update(users).set({ pendingEmail: null }).where(eq(users.id, person.user.id));
  expect(await follow('confirm-email', token)).toBe(404);
  expect((await profileOf(person)).email).toBe(person.user.email);
});

describe('security 12: undoing a change of the address', () => {
  test('leaves no password that works; the link for a new one goes to the restored address', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    const away = await moveAway(person);
    expect(await follow('undo-email-change', await linkTo(email, 'undo-email-change'))).toBe(200);
    expect(await login(email, goodPassword)).not.toHaveProperty('token');
    const token = await linkTo(email, 'reset-password');
    const [mail] = await mailTo(testApp.services, email);
    expect(mail?.text).toContain('no longer works');
    expect(mail?.text).not.toContain('stays as it is');
    expect(await mailTo(testApp.services, away)).toHaveLength(1);
    const payload = { token, password: ownersPassword };
    expect((await post('/api/auth/reset-password', payload)).statusCode).toBe(204);
    expect(await login(email, ownersPassword)).toHaveProperty('token');
  });

  test('is possible after the intruder has set a password too: a new link comes, the first works no more', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    const away = await moveAway(person);
    const first = await linkTo(email, 'undo-email-change');
    await changePassword(person, intrudersPassword);
    const second = await linkTo(email, 'undo-email-change', [first]);
    await reset(away, ownersPassword);
    const third = await linkTo(email, 'undo-email-change', [first, second]);
    expect((await mailTo(testApp.services, email))[0]?.text).toContain('password');
    expect(await follow('undo-email-change', first)).toBe(404);
    expect(await follow('undo-email-change', second)).toBe(404);
    expect(await follow('undo-email-change', third)).toBe(200);
    expect((await rowOf(person))?.email).toBe(email);
  });

  test('the new link works no longer than the first would have', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    await moveAway(person);
    const first = await linkTo(email, 'undo-email-change');
    testApp.clock.advance(60);
    await login(email, goodPassword);
    await reset(`intruder.${email}`, intrudersPassword);
    const second = await linkTo(email, 'undo-email-change', [first]);
    testApp.clock.advance(72 * 60 * 60 - 60);
    expect(await follow('undo-email-change', second)).toBe(404);
  });

  test('is not for an intruder: their link dies with the password that the owner sets', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    const away = await moveAway(person);
    testApp.clock.advance(60);
    expect(await follow('confirm-email', await beginEmailChange(person, email))).toBe(200);
    const theirs = await linkTo(away, 'undo-email-change');
    await reset(email, ownersPassword);
    expect(await follow('undo-email-change', theirs)).toBe(404);
    const open = and(eq(outboxMails.kind, 'email-changed'), isNull(outboxMails.usedAt));
    const theirAccount = eq(outboxMails.userId, person.user.id);
    expect(await testApp.services.db.$count(outboxMails, and(theirAccount, open))).toBe(0);
    expect((await rowOf(person))?.email).toBe(email);
  });

  test('switches two-factor sign-in off that the intruder switched on since', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    const away = await moveAway(person);
    testApp.clock.advance(60);
    await protectWithCode(testApp, person);
    const theirs = await linkTo(away, 'undo-two-factor');
    expect(await follow('undo-email-change', await linkTo(email, 'undo-email-change'))).toBe(200);
    expect((await rowOf(person))?.twoFactorSince).toBeNull();
    expect(await undoTwoFactor(theirs)).toBe(404);
  });

  test('leaves two-factor sign-in on that the owner had before', async () => {
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    await moveAway(person, await codeOf(testApp, secret));
    const link = await linkTo(person.user.email, 'undo-email-change');
    expect(await follow('undo-email-change', link)).toBe(200);
    expect((await rowOf(person))?.twoFactorSince).not.toBeNull();
  });
});

describe('security 12, 18: two-factor sign-in that somebody else switched on', () => {
  test('is undone by the link in the mail with the password, without a code: sessions end, and only a reset opens the account', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    await protectWithCode(testApp, person);
    const token = await linkTo(email, 'undo-two-factor');
    const mails = await mailTo(testApp.services, email);
    expect(mails.find(({ text }) => text.includes(token))?.text).toContain('72 hours');
    expect(await undoTwoFactor(token)).toBe(200);
    expect((await person.request({ url: '/api/user/profile' })).statusCode).toBe(401);
    expect(await login(email, goodPassword)).toMatchObject({ message: 'Invalid email or password' });
    const link = await linkTo(email, 'reset-password');
    await post('/api/auth/reset-password', { token: link, password: ownersPassword });
    expect(await login(email, ownersPassword)).toHaveProperty('token');
    expect(await undoTwoFactor(token)).toBe(404);
  });

  test('400: without the password of then: whoever reads the mail alone can set another, and gains nothing', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    await protectWithCode(testApp, person);
    const first = await linkTo(email, 'undo-two-factor');
    expect((await post('/api/auth/two-factor/undo', { token: first })).statusCode).toBe(400);
    const refused = await post('/api/auth/two-factor/undo', { token: first, password: intrudersPassword });
    expect(refused.statusCode).toBe(400);
    expect(refused.json().fields).toEqual({
      password: 'This is not the password that your account had when two-factor sign-in was switched on.',
    });
    await reset(email, intrudersPassword);
    const second = await linkTo(email, 'undo-two-factor', [first]);
    expect(await undoTwoFactor(second, intrudersPassword)).toBe(400);
    expect((await rowOf(person))?.twoFactorSince).not.toBeNull();
    expect(await undoTwoFactor(second)).toBe(200);
  });

  test('429: after ten passwords that are wrong', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const payload = { token: 'x'.repeat(43), password: intrudersPassword };
    const statuses: number[] = [];
    for (let number = 0; number < 11; number++) {
      const remoteAddress = `203.0.113.${number}`;
      const ask = { method: 'POST' as const, url: '/api/auth/two-factor/undo', payload, remoteAddress };
      statuses.push((await limited.app.inject(ask)).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  });

  test('404: after 72 hours, and once the owner has switched it off', async () => {
    const late = await createPerson(testApp);
    await protectWithCode(testApp, late);
    const lateToken = await linkTo(late.user.email, 'undo-two-factor');
    testApp.clock.advance(72 * 60 * 60);
    expect(await undoTwoFactor(lateToken)).toBe(404);

    const person = await createPerson(testApp);
    const { recoveryCodes } = await protectWithCode(testApp, person);
    const token = await linkTo(person.user.email, 'undo-two-factor');
    const payload = { password: goodPassword, code: recoveryCodes[0] };
    await person.request({ method: 'POST', url: '/api/auth/two-factor/disable', payload });
    expect(await undoTwoFactor(token)).toBe(404);
  });

  test('is undone also after the owner has chosen a new password first, which alone would not help', async () => {
    const person = await createPerson(testApp);
    const { email } = person.user;
    await protectWithCode(testApp, person);
    const first = await linkTo(email, 'undo-two-factor');
    await reset(email, ownersPassword);
    expect(await login(email, ownersPassword)).toHaveProperty('challengeToken');
    expect(await undoTwoFactor(first)).toBe(404);
    expect(await undoTwoFactor(await linkTo(email, 'undo-two-factor', [first]))).toBe(200);
    expect(await login(email, ownersPassword)).not.toHaveProperty('challengeToken');
  });

  test.each(['address first', 'two-factor first'])(
    'and the address moved away and the password changed: %s',
    async (order) => {
      const person = await createPerson(testApp);
      const { email } = person.user;
      const { secret } = await protectWithCode(testApp, person);
      const seenUndo = [await linkTo(email, 'undo-two-factor')];
      await moveAway(person, await codeOf(testApp, secret));
      testApp.clock.advance(30);
      const seenAddress = [await linkTo(email, 'undo-email-change')];
      await changePassword(person, intrudersPassword, await codeOf(testApp, secret));

      const addressBack = async () => {
        const token = await linkTo(email, 'undo-email-change', seenAddress);
        expect(await follow('undo-email-change', token)).toBe(200);
      };
      const codeOff = async () => {
        const token = await linkTo(email, 'undo-two-factor', seenUndo);
        seenUndo.push(token);
        expect(await undoTwoFactor(token)).toBe(200);
      };
      if (order === 'address first') {
        seenUndo.push(await linkTo(email, 'undo-two-factor', seenUndo));
        await addressBack();
        await codeOff();
      } else {
        seenAddress.push(await linkTo(email, 'undo-email-change', seenAddress));
        await codeOff();
        await addressBack();
      }
      await resetByNewestLink(email);
      expect(await login(email, ownersPassword)).toHaveProperty('token');
    },
  );
});

describe('security 12, 14: with two-factor sign-in on', () => {
  const asks: [string, string, object][] = [
    ['PATCH', '/api/user/profile', { email: 'elsewhere@example.com', currentPassword: goodPassword }],
    ['POST', '/api/auth/change-password', { currentPassword: goodPassword, newPassword: ownersPassword }],
  ];

  test.each(asks)(
    '%s %s: 400 without a code or with a wrong one, 200 with a recovery code',
    async (method, url, form) => {
      const person = await createPerson(testApp);
      const { secret, recoveryCodes } = await protectWithCode(testApp, person);
      const ask = (code?: string) =>
        person.request({ method: method === 'PATCH' ? 'PATCH' : 'POST', url, payload: { ...form, code } });
      const without = await ask();
      expect(without.statusCode).toBe(400);
      expect(without.json().fields).toEqual({ code: 'Please enter the code from your authenticator app' });
      expect((await ask(await codeOf(testApp, secret, 300))).json().fields).toHaveProperty('code');
      expect((await profileOf(person)).pendingEmail).toBeNull();
      expect((await ask(recoveryCodes[0])).statusCode).toBe(200);
    },
  );

  test('a refused password is said without using the code up', async () => {
    const person = await createPerson(testApp);
    const { secret } = await protectWithCode(testApp, person);
    const code = await codeOf(testApp, secret);
    const payload = { currentPassword: goodPassword, newPassword: 'Password1!', code };
    const refused = await person.request({ method: 'POST', url: '/api/auth/change-password', payload });
    expect(refused.json().fields).toHaveProperty('newPassword');
    await changePassword(person, ownersPassword, code);
  });

  test('what else is in the profile takes no code', async () => {
    const person = await createPerson(testApp);
    await protectWithCode(testApp, person);
    const answer = await person.request({
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { firstName: 'Ruthie' },
    });
    expect(answer.statusCode).toBe(200);
  });

  test('switching it on and off gives a new token; the one before answers 401', async () => {
    const person = await createPerson(testApp);
    const works = async (token: string | undefined) =>
      (await testApp.app.inject({ url: '/api/user/profile', headers: { authorization: `Bearer ${token}` } }))
        .statusCode;
    const before = person.token;
    const { recoveryCodes } = await protectWithCode(testApp, person);
    expect(person.token).not.toBe(before);
    expect(await works(before)).toBe(401);
    const off = await person.request({
      method: 'POST',
      url: '/api/auth/two-factor/disable',
      payload: { password: goodPassword, code: recoveryCodes[0] },
    });
    expect(await works(person.token)).toBe(401);
    expect(await works(off.json<SignedIn>().token)).toBe(200);
  });
});

test('security 18: somebody who opened an account with an address that is not theirs cannot keep its holder out for good', async () => {
  const smtp = await startSmtpServer();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'letters@example.org' };
  const withMail = await startTestApp({ env });
  await withMail.work();
  const person = await createPerson(withMail);
  const { email } = person.user;
  await protectWithCode(withMail, person);
  withMail.clock.advance(30 * 24 * 60 * 60);
  const post = (url: string, payload: object) => withMail.app.inject({ method: 'POST', url, payload });
  const signIn = async (password: string) =>
    (await post('/api/auth/login', { email, password })).json<Partial<SignedIn>>();
  const reset = async (password: string, seen = '') => {
    await post('/api/auth/forgot-password', { email });
    const links = () =>
      smtp.messages.map(({ parsed }) => /\/reset-password\/([\w-]{43})/.exec(parsed?.text ?? '')?.[1]);
    const token = await eventually(async () => links().find((link) => link && link !== seen), 'the link');
    expect((await post('/api/auth/reset-password', { token, password })).statusCode).toBe(204);
    return token;
  };
  const token = await reset(ownersPassword);
  expect(await signIn(ownersPassword)).toHaveProperty('token');
  await eventually(
    async () => smtp.messages.some(({ parsed }) => parsed?.subject === 'Two-factor sign-in is off'),
    'the mail that says so',
  );

  // Since then the address is known to be the owner's: what they switch on stays.
  person.token = (await signIn(ownersPassword)).token ?? '';
  const enabled = await person.request({
    ...{ method: 'POST', url: '/api/auth/two-factor/enable' },
    payload: { password: ownersPassword },
  });
  const code = await codeOf(withMail, enabled.json<{ secret: string }>().secret);
  await person.request({ method: 'POST', url: '/api/auth/two-factor/confirm', payload: { code } });
  await reset('Warm-Ladder-2043', token);
  expect(await signIn('Warm-Ladder-2043')).toHaveProperty('challengeToken');
  await smtp.close();
});
