import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, registration } from '../../../../../test/factories.ts';
import { linkTokenTo, mailTo } from '../../../../../test/mailbox.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { notifyOfNewDevice, notifyOfNewDevices } from './new-devices.ts';
import { sessions } from './sessions.table.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

async function visit(url: string, payload: object, cookie = '') {
  const headers = { 'user-agent': firefox, ...(cookie && { cookie }) };
  const answer = await testApp.app.inject({ method: 'POST', url, payload, headers });
  const device = answer.cookies.find(({ name }) => name === 'long_after_device')?.value;
  return { answer, device: device ? `long_after_device=${device}` : cookie };
}

const login = (email: string, cookie = '') =>
  visit('/api/auth/login', { email, password: goodPassword }, cookie);
const subject = 'A new sign-in to your account';
const alerts = async (email: string) =>
  (await mailTo(testApp.services, email)).filter((mail) => mail.subject === subject);
/** The notices are written moments after the response. */
const written = (userId: string) =>
  testApp.services.db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, userId), eq(outboxMails.kind, 'new-device')));
const settled = async (userId: string, count: number) => {
  await notifyOfEverySession(userId);
  await eventually(async () => (await written(userId)).length === count, `${count} alerts`);
  return true;
};

async function notifyOfEverySession(userId: string): Promise<void> {
  const open = await testApp.services.db.select().from(sessions).where(eq(sessions.userId, userId));
  for (const session of open) if (session.isNewDevice) await notifyOfNewDevice(testApp.services, session);
}

describe('a sign-in on a device that is new to the account', () => {
  test('is told to the owner with the device’s name, and written down', async () => {
    const { user } = await createPerson(testApp);
    await login(user.email);
    const [mail] = await eventually(async () => {
      const found = await alerts(user.email);
      return found.length > 0 && found;
    }, 'the alert');
    expect(mail?.text).toContain('Firefox on Linux');
    expect(mail?.text).toContain('/forgot-password');
    const entries = await testApp.services.db.select().from(auditLog).where(eq(auditLog.userId, user.id));
    expect(entries.map(({ action }) => action)).toContain('session.opened-on-new-device');
  });

  test('is told once, also when it is looked at twice at once', async () => {
    const { user } = await createPerson(testApp);
    await login(user.email);
    await Promise.all([notifyOfEverySession(user.id), notifyOfEverySession(user.id)]);
    expect(await settled(user.id, 1)).toBe(true);
  });

  test('is told although the stranger signs out at once', async () => {
    const { user } = await createPerson(testApp);
    const { answer } = await login(user.email);
    const headers = { authorization: `Bearer ${answer.json().token}` };
    await testApp.app.inject({ method: 'POST', url: '/api/auth/sign-out', headers });
    await eventually(async () => (await alerts(user.email)).length === 1, 'the alert');
  });

  test('is told at the next sweep when the process ended before', async () => {
    const { user } = await createPerson(testApp);
    const { services } = testApp;
    await services.db.insert(sessions).values({
      userId: user.id,
      tokenHash: `t${user.id}`,
      cookieHash: `c${user.id}`,
      userAgent: firefox,
      isNewDevice: true,
      createdAt: testApp.clock.now(),
      lastUsedAt: testApp.clock.now(),
    });
    await notifyOfNewDevices(services);
    expect(await written(user.id)).toEqual([]);
    testApp.clock.advance(61);
    await notifyOfNewDevices(services);
    await notifyOfNewDevices(services);
    expect(await written(user.id)).toHaveLength(1);
  });
});

describe('a sign-in on a device that is known', () => {
  test('is not told: the one of the sign-up, and one that was signed in with before', async () => {
    const { answer, device } = await visit('/api/auth/register', registration());
    const { id, email } = answer.json().user;
    await login(email, device);
    const other = await login(email);
    await login(email, other.device);
    expect(await settled(id, 1)).toBe(true);
  });

  test('is not told after the email address was changed', async () => {
    const { answer, device } = await visit('/api/auth/register', registration());
    const { token, user } = answer.json();
    const email = `new.${user.email}`;
    await testApp.app.inject({
      method: 'PATCH',
      url: '/api/user/profile',
      payload: { email, currentPassword: goodPassword },
      headers: { authorization: `Bearer ${token}` },
    });
    const link = await linkTokenTo(testApp.services, email, 'confirm-email');
    await testApp.app.inject({ method: 'POST', url: '/api/auth/confirm-email', payload: { token: link } });
    expect((await login(email, device)).answer.statusCode).toBe(200);
    expect(await settled(user.id, 0)).toBe(true);
  });

  test('is not told to either of two people who share a browser', async () => {
    const mine = await visit('/api/auth/register', registration());
    const theirs = await visit('/api/auth/register', registration(), mine.device);
    const [me, them] = [mine.answer.json().user, theirs.answer.json().user];
    const again = await login(me.email, theirs.device);
    await login(them.email, again.device);
    expect(await settled(me.id, 0)).toBe(true);
    expect(await settled(them.id, 0)).toBe(true);
  });
});

test.each([
  ['made up', () => `long_after_device=${'a'.repeat(16)}.${'b'.repeat(22)}.${'c'.repeat(22)}`],
  ['of somebody else', (device: string) => device],
  ['cut', (device: string) => device.slice(0, 30)],
])('a device cookie that is %s makes no device known', async (_what, make) => {
  const stranger = await visit('/api/auth/register', registration());
  const { user } = await createPerson(testApp);
  await login(user.email, make(stranger.device));
  expect(await settled(user.id, 1)).toBe(true);
});
