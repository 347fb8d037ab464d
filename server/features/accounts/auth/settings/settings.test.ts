import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { User } from '../../../../../shared/accounts/accounts.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, type Person } from '../../../../../test/factories.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const profile = '/api/user/profile';
const notifications = '/api/user/notifications';
const patch = (person: Person, url: string, payload: object | string, headers: Record<string, string> = {}) =>
  person.request({ method: 'PATCH', url, payload, headers });

async function rowOf(person: Person) {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
  return row;
}

test.each([
  ['GET', profile],
  ['PATCH', profile],
  ['PATCH', notifications],
] as const)('401: %s %s without a session', async (method, url) => {
  const answer = await testApp.app.inject({
    method,
    url,
    ...(method === 'PATCH' && { payload: { firstName: 'Eve' } }),
  });
  expect(answer.statusCode).toBe(401);
});

describe('GET /api/user/profile', () => {
  test('200: the person as at sign-up, and nothing that is ours', async () => {
    const person = await createPerson(testApp);
    const answer = await person.request({ method: 'GET', url: profile });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual(person.user);
    expect(answer.body).not.toMatch(/password|argon2|stripe|updatedAt/i);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

test('200: since when a paid plan has been theirs', async () => {
  const person = await createPerson(testApp);
  expect(person.user.subscriptionStartDate).toBeNull();
  const subscriptionStartDate = testApp.clock.now();
  await testApp.services.db.update(users).set({ subscriptionStartDate }).where(eq(users.id, person.user.id));
  expect((await person.request({ method: 'GET', url: profile })).json<User>()).toMatchObject({
    subscriptionStartDate: subscriptionStartDate.toISOString(),
  });
});

const phone = '+1 212 555 0134';

describe('PATCH /api/user/profile', () => {
  test('400: a phone number that is none', async () => {
    const person = await createPerson(testApp);
    expect((await patch(person, profile, { phone: 'call me' })).json().fields).toHaveProperty('phone');
    expect((await patch(person, profile, { phone: '0049 171 1234567' })).json().phone).toBe(
      '+49 171 1234567',
    );
  });

  test('200: what was sent changes, the rest stays', async () => {
    const person = await createPerson(testApp, { phone, address: '2' });
    const answer = await patch(person, profile, { firstName: ' Ruthie ', timezone: 'Pacific/Honolulu' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...person.user,
      firstName: 'Ruthie',
      timezone: 'Pacific/Honolulu',
      version: 2,
    });
    expect((await person.request({ method: 'GET', url: profile })).json()).toEqual(answer.json());
  });

  test('200: an empty or missing phone and address are removed, an empty request changes nothing', async () => {
    const person = await createPerson(testApp, { phone, address: '2' });
    expect((await patch(person, profile, {})).json()).toEqual(person.user);
    expect((await patch(person, profile, { phone: ' ', address: null })).json()).toMatchObject({
      phone: null,
      address: null,
    });
  });

  test('200: the date of birth is corrected, and the audit log says so once, without the date', async () => {
    const person = await createPerson(testApp);
    const answer = await patch(person, profile, { dateOfBirth: '1949-03-02' });
    expect(answer.json<User>()).toEqual({ ...person.user, dateOfBirth: '1949-03-02', version: 2 });
    await patch(person, profile, { dateOfBirth: '1949-03-02', firstName: 'Ruthie' });
    const log = await testApp.services.db.select().from(auditLog).where(eq(auditLog.userId, person.user.id));
    const corrected = log.filter(({ action }) => action === 'account.date-of-birth-corrected');
    expect(corrected).toHaveLength(1);
    expect(corrected[0]).toMatchObject({ actor: person.user.id, details: null });
  });

  test('200: what only we decide is ignored', async () => {
    const person = await createPerson(testApp);
    const sent = {
      id: '0193a5f0-0000-7000-8000-000000000001',
      isAdmin: true,
      subscriptionPlan: 'premium',
      requestedPlan: 'premium',
      subscriptionStatus: 'x',
      password: 'Another-Harbour-7',
      profilePicture: 'profile-pictures/of-somebody-else.webp',
      createdAt: '2020-01-01T00:00:00.000Z',
    };
    const before = await rowOf(person);
    const answer = await patch(person, profile, sent);
    expect(answer.json<User>()).toEqual(person.user);
    expect(await rowOf(person)).toEqual({ ...before, updatedAt: testApp.clock.now() });
  });

  test.each([
    ['firstName', 'R', 'First name must be at least 2 characters'],
    ['lastName', '', 'Last name must be at least 2 characters'],
    ['email', 'ruth', 'Please enter a valid email'],
    ['email', null, 'Please enter a valid email'],
    ['phone', '1'.repeat(41), 'Please use at most 40 characters'],
    ['phone', 5, expect.any(String)],
    ['address', 'a\u0000', 'This text contains a character that cannot be stored'],
    ['address', 'a'.repeat(900_000), 'Please use at most 500 characters'],
    ['dateOfBirth', '', 'Date of birth is required'],
    ['dateOfBirth', null, 'Date of birth is required'],
    ['dateOfBirth', '1948-02-30', 'Please enter a valid date of birth'],
    ['dateOfBirth', '1848-03-02', 'Please enter a valid date of birth'],
    ['dateOfBirth', '2999-01-01', 'Please enter a valid date of birth'],
    ['timezone', '../etc', 'Please choose a time zone from the list'],
    ['timezone', 'IST', 'Please choose a time zone from the list'],
  ])('400: %s is %.60s', async (field, value, message) => {
    const person = await createPerson(testApp);
    const answer = await patch(person, profile, { [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ [field]: message });
    expect((await person.request({ method: 'GET', url: profile })).json()).toEqual(person.user);
  });

  test.each([['{'], ['null'], ['[1]']])('400: the body is %s', async (body) => {
    const person = await createPerson(testApp);
    expect((await patch(person, profile, body, { 'content-type': 'application/json' })).statusCode).toBe(400);
  });
});

describe('PATCH /api/user/notifications', () => {
  test('400: text messages without a phone number, and it says what is missing', async () => {
    const person = await createPerson(testApp);
    const answer = await patch(person, notifications, { smsNotifications: true });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.smsNotifications).toContain('there is none in your profile yet');
    await patch(person, profile, { phone });
    expect((await patch(person, notifications, { smsNotifications: true })).statusCode).toBe(200);
  });

  test('200: the four can be set one by one', async () => {
    const person = await createPerson(testApp, { phone });
    const answer = await patch(person, notifications, {
      smsNotifications: true,
      emailNotifications: false,
      isAdmin: true,
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ ...person.user, smsNotifications: true, emailNotifications: false });
    const again = await patch(person, notifications, {
      reminderNotifications: false,
      deliveryNotifications: false,
    });
    expect(again.json()).toMatchObject({
      emailNotifications: false,
      smsNotifications: true,
      reminderNotifications: false,
      deliveryNotifications: false,
    });
  });

  test('400: not a yes or no', async () => {
    const person = await createPerson(testApp);
    const answer = await patch(person, notifications, { emailNotifications: 'no' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty('emailNotifications');
  });
});

test('a change is announced to the pages of this person and of nobody else', async () => {
  const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
  const told: string[] = [];
  const heard = new Promise<string[]>((resolve) => {
    testApp.services.events.subscribe(person.user.id, resolve);
  });
  testApp.services.events.subscribe(other.user.id, (topics) => told.push(...topics));
  await patch(person, profile, { firstName: 'Ruthie' });
  expect(await heard).toEqual(['profile']);
  expect(told).toEqual([]);
});
