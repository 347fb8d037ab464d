import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  goodPassword,
  type Person,
} from '../../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';

const resend = '/api/auth/verify-email/resend';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const verify = (token: string) =>
  testApp.app.inject({ method: 'POST', url: '/api/auth/verify-email', payload: { token } });
const tokenOf = (person: Person, besides: string[] = []) =>
  linkTokenTo(testApp.services, person.user.email, 'verify-email', besides);
const rowOf = async ({ user }: Person) =>
  (await testApp.services.db.select().from(users).where(eq(users.id, user.id)))[0];

describe('POST /api/auth/verify-email', () => {
  test('200: the link of the sign-up confirms the address; following it twice does no harm', async () => {
    const person = await createPerson(testApp);
    const token = await tokenOf(person);
    const first = await verify(token);
    expect(first.statusCode).toBe(200);
    expect(first.json()).toEqual({ email: person.user.email });
    const confirmedAt = (await rowOf(person))?.emailVerifiedAt;
    expect(confirmedAt).toEqual(testApp.clock.now());
    testApp.clock.advance(60);
    expect((await verify(token)).statusCode).toBe(200);
    expect((await rowOf(person))?.emailVerifiedAt).toEqual(confirmedAt);
    const entries = await testApp.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, person.user.id));
    expect(entries.filter(({ action }) => action === 'account.email-verified')).toHaveLength(1);
  });

  test('404: three days later', async () => {
    const person = await createPerson(testApp);
    const token = await tokenOf(person);
    testApp.clock.advance(3 * 24 * 60 * 60);
    expect((await verify(token)).statusCode).toBe(404);
    expect((await rowOf(person))?.emailVerifiedAt).toBeNull();
  });

  test.each([['x'.repeat(43)], [''], ["' or 1=1"]])('404: the token %j', async (token) => {
    const answer = await verify(token);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().message).toMatch(/already been used, or is too old/);
  });

  test('F37: a GET with the token in the page’s address changes nothing', async () => {
    const person = await createPerson(testApp);
    await testApp.app.inject({ url: `/verify-email/${await tokenOf(person)}` });
    expect((await rowOf(person))?.emailVerifiedAt).toBeNull();
  });
});

describe('POST /api/auth/verify-email/resend', () => {
  test('204: the last link was sent by a clock that was years ahead', async () => {
    testApp.clock.differ(3 * 365 * 86_400);
    const person = await createPerson(testApp);
    testApp.clock.differ(0);
    const { email } = person.user;
    const payload = { email, password: goodPassword };
    const signedIn = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    const headers = { authorization: `Bearer ${signedIn.json<{ token: string }>().token}` };
    expect((await testApp.app.inject({ method: 'POST', url: resend, headers })).statusCode).toBe(204);
  });

  test('204: another link; both work', async () => {
    const person = await createPerson(testApp);
    const first = await tokenOf(person);
    testApp.clock.advance(60);
    expect((await person.request({ method: 'POST', url: resend })).statusCode).toBe(204);
    const second = await tokenOf(person, [first]);
    expect((await verify(first)).statusCode).toBe(200);
    expect((await verify(second)).statusCode).toBe(200);
  });

  test('429 with Retry-After: within a minute of the last one, also from eight tabs at once', async () => {
    const person = await createPerson(testApp);
    const early = await person.request({ method: 'POST', url: resend });
    expect(early.statusCode).toBe(429);
    expect(early.headers['retry-after']).toBe('60');
    testApp.clock.advance(60);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => person.request({ method: 'POST', url: resend })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(1);
  });

  test('429: the sixth in an hour', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const person = await createPerson(limited);
    const statuses = [];
    for (let number = 0; number < 6; number++) {
      limited.clock.advance(61);
      statuses.push((await person.request({ method: 'POST', url: resend })).statusCode);
    }
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  });

  test('409: the address is confirmed', async () => {
    const person = await createPerson(testApp);
    await verify(await tokenOf(person));
    testApp.clock.advance(60);
    expect((await person.request({ method: 'POST', url: resend })).statusCode).toBe(409);
  });

  test('401: without a session', async () => {
    expect((await testApp.app.inject({ method: 'POST', url: resend })).statusCode).toBe(401);
  });
});

describe('an owner whose address is not confirmed', () => {
  const schedule = async (owner: Person, at: TestApp) => {
    const memory = await createLetter(owner);
    await eventually(
      async () => (await owner.request({ url: `/api/memories/${memory.id}` })).json().isApproved,
      'the letter to be approved',
    );
    const recipient = await createRecipient(owner);
    const payload = {
      memoryId: memory.id,
      recipientIds: [recipient.id],
      deliveryType: 'scheduled',
      deliveryDate: new Date(at.clock.now().getTime() + 86_400_000).toISOString(),
    };
    return owner.request({ method: 'POST', url: '/api/schedules', payload });
  };

  test('409 where a mail server is configured: everything but scheduling', async () => {
    // Nothing listens there: the mail waits, and the link is read from what would be sent.
    const env = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'letters@long-after.example' };
    const withServer = await startTestApp({ env });
    await withServer.work();
    const owner = await createPerson(withServer);
    expect(owner.user.emailVerified).toBe(false);
    const refused = await schedule(owner, withServer);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toBe('Please confirm your email address first');
    expect((await owner.request({ url: '/api/schedules' })).json()).toEqual([]);

    await withServer.services.db
      .update(users)
      .set({ emailVerifiedAt: withServer.clock.now() })
      .where(eq(users.id, owner.user.id));
    expect((await owner.request({ url: '/api/user/profile' })).json().emailVerified).toBe(true);
    expect((await schedule(owner, withServer)).statusCode).toBe(201);
  });

  test('201 without one: the address counts as confirmed, and the link is in the mailbox all the same', async () => {
    const owner = await createPerson(testApp);
    expect(owner.user.emailVerified).toBe(true);
    expect((await schedule(owner, testApp)).statusCode).toBe(201);
    const [mail] = await mailTo(testApp.services, owner.user.email);
    expect(mail?.subject).toBe('Please confirm your email address');
  });
});
