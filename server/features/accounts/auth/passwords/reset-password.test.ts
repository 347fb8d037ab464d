import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';

const newPassword = 'Slow-Lantern-2041';
const gone = 'This link has already been used, or is too old. Please ask for a new one.';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const post = (url: string, payload: object) => testApp.app.inject({ method: 'POST', url, payload });
const forgot = (email: unknown) => post('/api/auth/forgot-password', { email });
const reset = (token: string, password = newPassword) =>
  post('/api/auth/reset-password', { token, password });
const login = (email: string, password: string) => post('/api/auth/login', { email, password });

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function tokenFor(person: Person): Promise<string> {
  const before = (await mailTo(testApp.services, person.user.email)).flatMap(
    ({ text }) => /\/reset-password\/([\w-]{43})/.exec(text)?.[1] ?? [],
  );
  expect((await forgot(person.user.email)).statusCode).toBe(200);
  return linkTokenTo(testApp.services, person.user.email, 'reset-password', before);
}

describe('POST /api/auth/forgot-password', () => {
  test('security 5: 200: the same bytes for a known and an unknown address', async () => {
    const { user } = await createPerson(testApp);
    const known = await forgot(user.email.toUpperCase());
    const unknown = await forgot(`nobody.${user.email}`);
    expect(known.statusCode).toBe(200);
    expect(known.json().message).toContain('60 minutes');
    expect(unknown.body).toBe(known.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  });

  test('security 5: 200: both cost the same statements, since nobody looks whether there is an account', async () => {
    const quiet = await startTestApp();
    const { user } = await createPerson(quiet);
    const workOfAsking = async (email: string) => {
      const before = process.cpuUsage();
      await quiet.app.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } });
      const spent = process.cpuUsage(before);
      return spent.user + spent.system;
    };
    for (let round = 0; round < 20; round++) await workOfAsking(`warm.${round}@example.com`);
    const known: number[] = [];
    const unknown: number[] = [];
    for (let round = 0; round < 200; round++) {
      known.push(await workOfAsking(user.email));
      unknown.push(await workOfAsking(`nobody.${round}@example.com`));
    }
    expect(median(unknown) / median(known)).toBeGreaterThan(0.9);
    expect(median(unknown) / median(known)).toBeLessThan(1.1);
    // Nothing is known about either account before the link is sent.
    const rows = await quiet.services.db
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.kind, 'reset-password'));
    expect(rows.every((row) => row.userId === null)).toBe(true);
  });

  test('an unknown address gets no mail and is not kept', async () => {
    const email = 'nobody.at.all@example.com';
    await forgot(email);
    await eventually(
      async () => (await testApp.services.db.$count(outboxMails, eq(outboxMails.toAddress, email))) === 0,
      'the request to be forgotten',
    );
    expect(await mailTo(testApp.services, email)).toEqual([]);
  });

  test('the link is kept as a hash only', async () => {
    const person = await createPerson(testApp);
    const token = await tokenFor(person);
    const rows = await testApp.services.db.select().from(outboxMails);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([[undefined], ['ruth'], [7], [{ $ne: '' }]])('400: the address is %j', async (email) => {
    const answer = await forgot(email);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ email: 'Please enter a valid email' });
  });

  test('429: the sixth in an hour for one address, known or not', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const { user } = await createPerson(limited);
    for (const email of [user.email, 'nobody@example.com']) {
      const statuses = [];
      for (let number = 0; number < 6; number++) {
        const payload = { email };
        const remoteAddress = `203.0.113.${number}`;
        const url = '/api/auth/forgot-password';
        statuses.push((await limited.app.inject({ method: 'POST', url, payload, remoteAddress })).statusCode);
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
  });
});

describe('POST /api/auth/reset-password/check', () => {
  const check = (token: string) => post('/api/auth/reset-password/check', { token });

  test('204: a link that works, as often as it is opened; 404 once it is used', async () => {
    const token = await tokenFor(await createPerson(testApp));
    expect((await check(token)).statusCode).toBe(204);
    expect((await check(token)).statusCode).toBe(204);
    expect((await reset(token)).statusCode).toBe(204);
    const again = await check(token);
    expect(again.statusCode).toBe(404);
    expect(again.json()).toEqual({ code: 'not_found', message: gone });
  });

  test('404: the account has another address by now', async () => {
    const person = await createPerson(testApp);
    const token = await tokenFor(person);
    const changed = { email: `new.${person.user.email}` };
    await testApp.services.db.update(users).set(changed).where(eq(users.id, person.user.id));
    expect((await check(token)).json().message).toBe(gone);
  });
});

describe('POST /api/auth/reset-password', () => {
  test('security 8: 204: the new password counts, the old one does not, and everybody is signed out', async () => {
    const person = await createPerson(testApp);
    const elsewhere = (await login(person.user.email, goodPassword)).json().token;
    expect((await reset(await tokenFor(person))).statusCode).toBe(204);
    expect((await login(person.user.email, goodPassword)).statusCode).toBe(401);
    expect((await login(person.user.email, newPassword)).statusCode).toBe(200);
    for (const token of [person.token, elsewhere]) {
      const headers = { authorization: `Bearer ${token}` };
      expect((await testApp.app.inject({ url: '/api/user/profile', headers })).statusCode).toBe(401);
    }
  });

  test('204: it is written down, told, and shows that the address is the owner’s', async () => {
    const person = await createPerson(testApp);
    await reset(await tokenFor(person));
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id));
    expect(entries.map(({ action }) => action)).toContain('account.password-reset');
    const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
    expect(row?.emailVerifiedAt).toEqual(testApp.clock.now());
    await eventually(async () => {
      const mails = await mailTo(testApp.services, person.user.email);
      return mails.some(({ subject }) => subject === 'Your password was changed');
    }, 'the mail about it');
  });

  test('security 8: 404: a second time', async () => {
    const token = await tokenFor(await createPerson(testApp));
    expect((await reset(token)).statusCode).toBe(204);
    const again = await reset(token, 'Another-Lantern-2042');
    expect(again.statusCode).toBe(404);
    expect(again.json()).toEqual({ code: 'not_found', message: gone });
  });

  test('security 8: 404: an hour later', async () => {
    const person = await createPerson(testApp);
    const token = await tokenFor(person);
    testApp.clock.advance(60 * 60);
    expect((await reset(token)).json().message).toBe(gone);
    expect((await login(person.user.email, goodPassword)).statusCode).toBe(200);
  });

  test('404: a link before the newest one', async () => {
    const person = await createPerson(testApp);
    const first = await tokenFor(person);
    const second = await tokenFor(person);
    expect((await reset(first)).statusCode).toBe(404);
    expect((await reset(second)).statusCode).toBe(204);
  });

  test('security 8: of eight at once with one link one wins', async () => {
    const person = await createPerson(testApp);
    const token = await tokenFor(person);
    const passwords = Array.from({ length: 8 }, (_, number) => `Slow-Lantern-205${number}`);
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, ...Array(7).fill(404)]);
    const winner = passwords[answers.findIndex(({ statusCode }) => statusCode === 204)] ?? '';
    expect((await login(person.user.email, winner)).statusCode).toBe(200);
  });

  test.each([[''], ['x'.repeat(43)], ['../../..'], ['x'.repeat(200)]])(
    '404: the token %.10j',
    async (token) => {
      expect((await reset(token)).json().message).toBe(gone);
    },
  );

  test('404: a link of another kind', async () => {
    const person = await createPerson(testApp);
    const token = await linkTokenTo(testApp.services, person.user.email, 'verify-email');
    expect((await reset(token)).statusCode).toBe(404);
  });

  test('404: a link that reached an address which the account has no more, although nobody took it back', async () => {
    const person = await createPerson(testApp);
    const token = await tokenFor(person);
    // The address was changed while the mail was being sent, when the link did not yet belong to the account.
    const email = `now.${person.user.email}`;
    await testApp.services.db.update(users).set({ email }).where(eq(users.id, person.user.id));
    const answer = await reset(token);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'not_found', message: gone });
    expect((await login(email, goodPassword)).statusCode).toBe(200);
  });

  test('400: a refused password says why and leaves the link good', async () => {
    const person = await createPerson(testApp);
    const token = await tokenFor(person);
    const weak = await reset(token, 'short');
    expect(weak.json().fields.password).toBe('Password must be at least 8 characters');
    const common = await reset(token, 'Ruth-Alvarez-1948');
    expect(common.statusCode).toBe(400);
    expect(common.json().fields.password).toContain('too easy to guess');
    expect((await reset(token)).statusCode).toBe(204);
  });
});
