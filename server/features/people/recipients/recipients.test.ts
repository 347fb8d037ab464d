import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, type Person } from '../../../../test/factories.ts';
import { deliveryQueue, schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { recipients } from './recipients.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const url = '/api/recipients';
const missing = 'Please fill in all required fields (First Name, Last Name, and Relationship)';
const maya = { firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' };
const post = (person: Person, payload: object | string, headers: Record<string, string> = {}) =>
  person.request({ method: 'POST', url, payload, headers });
const put = (person: Person, id: string, payload: object) =>
  person.request({ method: 'PUT', url: `${url}/${id}`, payload });
const list = async (person: Person) => (await person.request({ method: 'GET', url })).json<Recipient[]>();

test.each([
  ['GET', url],
  ['POST', url],
  ['PUT', `${url}/${v7()}`],
  ['DELETE', `${url}/${v7()}`],
] as const)('401: %s %s without a session', async (method, address) => {
  const answer = await testApp.app.inject({
    method,
    url: address,
    ...(/PO|PU/.test(method) && { payload: maya }),
  });
  expect(answer.statusCode).toBe(401);
});

test('what others changed of an address stands until the owner says how that person is reached', async () => {
  const { db } = testApp.services;
  const person = await createPerson(testApp);
  const { id, version: _first, ...made } = await createRecipient(person);
  const byOthers = { addressChangedBy: 'contact', addressWaitsUntil: testApp.clock.now() } as const;
  await db.update(recipients).set(byOthers).where(eq(recipients.id, id));
  const saved = async (change: object) => {
    expect((await put(person, id, { ...made, ...change })).statusCode).toBe(200);
    const [row] = await db.select().from(recipients).where(eq(recipients.id, id));
    return row;
  };
  expect(await saved({ firstName: 'Maia' })).toMatchObject(byOthers);
  for (const reached of [
    { email: 'a@example.com' },
    { secondEmail: 'b@example.com' },
    { phone: '+1 602 555 0134' },
    { mailingAddress: '1 Elm' },
  ]) {
    await db
      .update(recipients)
      .set({ ...byOthers, email: made.email, phone: null, mailingAddress: null })
      .where(eq(recipients.id, id));
    expect(await saved(reached)).toMatchObject({ addressChangedBy: null, addressWaitsUntil: null });
  }
});

/** What other routes set, and the defaults for what a form omits. */
const sinceThen = {
  diedAt: null,
  reachedBy: 'email',
  declinedAt: null,
  notForThem: null,
  proposedAddress: null,
  tellMore: 'nothing',
  guardianId: null,
  guardianUntilAge: 18,
  secondEmail: null,
  addressesCheckedAt: expect.any(String),
  answers: { address: null, trust: null },
};

describe('GET /api/recipients', () => {
  test('200: only the owner’s recipients, in the order they were added', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    expect(await list(person)).toEqual([]);
    const first = await createRecipient(person, { firstName: 'Zoe' });
    const second = await createRecipient(person, { firstName: 'Abel' });
    await createRecipient(other);
    expect(await list(person)).toEqual([first, second]);
    expect(JSON.stringify(first)).not.toMatch(/userId|ToldAt/);
  });
});

describe('POST /api/recipients', () => {
  test('201: all fields', async () => {
    const person = await createPerson(testApp);
    const form = {
      ...maya,
      email: ' Maya@Example.com ',
      phone: '+1 212 555 0134',
      mailingAddress: '1 Quay Street',
      trustedContact: true,
      ownerRelationship: 'mother',
      knownBy: 'The key is still under the frog.',
      birthday: '2001-05-04',
      days: [
        { name: 'Wedding', date: '2025-09-12' },
        { name: 'Graduation', date: '2031-06-15' },
      ],
    };
    const answer = await post(person, form);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      ...form,
      ...sinceThen,
      email: 'Maya@Example.com',
      substituteId: null,
      explanationPending: true,
      id: expect.any(String),
      version: 1,
      createdAt: testApp.clock.now().toISOString(),
      updatedAt: testApp.clock.now().toISOString(),
    });
  });

  test('201: the three required fields are enough; blank fields are null', async () => {
    const person = await createPerson(testApp);
    const nothing = { email: null, phone: null, mailingAddress: null, trustedContact: false };
    expect((await post(person, maya)).json()).toMatchObject(nothing);
    const blank = { ...maya, email: '', phone: ' ', mailingAddress: '' };
    expect((await post(person, blank)).json()).toMatchObject(nothing);
  });

  test('201: fields that the server decides are ignored', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const sent = {
      ...maya,
      id: v7(),
      userId: other.user.id,
      trustedContactToldAt: '2020-01-01T00:00:00Z',
      createdAt: '2020-01-01T00:00:00Z',
    };
    const { id } = (await post(person, sent)).json();
    const [row] = await testApp.services.db.select().from(recipients).where(eq(recipients.id, id));
    expect(id).not.toBe(sent.id);
    expect(row).toMatchObject({
      userId: person.user.id,
      trustedContactToldAt: null,
      createdAt: testApp.clock.now(),
    });
  });

  test.each([
    ['firstName', undefined, missing],
    ['firstName', '  ', missing],
    ['lastName', '', missing],
    ['relationship', undefined, missing],
    ['relationship', 'enemy', missing],
    ['firstName', 5, missing],
    ['firstName', 'Ma\u0000ya', 'This text contains a character that cannot be stored'],
    ['lastName', 'a'.repeat(900_000), 'Please use at most 100 characters'],
    ['email', 'maya', 'Please enter a valid email'],
    ['email', 'maya@example.com, eve@example.com', 'Please enter a valid email'],
    ['email', 'maya@example.com\r\nBcc: eve@example.com', 'Please enter a valid email'],
    ['phone', '1'.repeat(41), 'Please use at most 40 characters'],
    ['secondEmail', 'maya', 'Please enter a valid email'],
    ['secondEmail', 'maya@example.com', 'Please enter the first email address before the second'],
    ['mailingAddress', { street: 1 }, expect.any(String)],
    ['trustedContact', 'yes', expect.any(String)],
    ['ownerRelationship', ' ', 'Please write a word, such as mother'],
    ['ownerRelationship', 'm'.repeat(41), 'Please use at most 40 characters'],
    ['ownerRelationship', 'see evil.example.com', expect.stringContaining('web address')],
    ['knownBy', 'k'.repeat(161), 'Please use at most 160 characters'],
    ['knownBy', 'See evil.example.com/frog', expect.stringContaining('one plain line')],
    ['knownBy', 'One line\nand another', expect.stringContaining('one plain line')],
    ['birthday', '2023-02-29', 'Please enter a valid date of birth'],
    ['birthday', '1848-05-04', 'Please enter a valid date of birth'],
    ['birthday', '2999-01-01', 'Please enter a valid date of birth'],
    [
      'days',
      Array.from({ length: 21 }, () => ({ name: 'Day', date: '2020-01-01' })),
      'Please enter at most 20 days',
    ],
  ])('400: %s is %j', async (field, value, message) => {
    const person = await createPerson(testApp);
    const answer = await post(person, { ...maya, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', message, fields: { [field]: message } });
    expect(await list(person)).toEqual([]);
  });

  test.each([['{'], ['null'], ['[]']])('400: the body is %s', async (body) => {
    const answer = await post(await createPerson(testApp), body, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
  });

  test('409: an address book of 500 is full, even for two added at once', async () => {
    const person = await createPerson(testApp);
    const at = testApp.clock.now();
    const rows = Array.from({ length: 499 }, () => ({
      ...maya,
      relationship: 'friend' as const,
      userId: person.user.id,
      createdAt: at,
      updatedAt: at,
    }));
    await testApp.services.db.insert(recipients).values(rows);
    const answers = await Promise.all([post(person, maya), post(person, maya), post(person, maya)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409, 409]);
    expect(await list(person)).toHaveLength(500);
  });
});

describe('the phone number of a recipient', () => {
  test.each([
    ['too short', '+1 212'],
    ['of no country', '+999 12345678'],
    ['an area that is none', '+1 555 555 0100'],
    ['one behind an exchange', '+1 212 555 0134 ext. 5'],
  ])('400: %s', async (_what, phone) => {
    const answer = await post(await createPerson(testApp), { ...maya, phone });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields.phone).toBe('Please enter a valid phone number');
  });

  test.each(['0171 1234567', '(212) 555-0134', 'ask Maya'])(
    '400: without a country, which is asked for: %s',
    async (phone) => {
      const answer = await post(await createPerson(testApp), { ...maya, phone });
      expect(answer.json().fields.phone).toContain('country code');
    },
  );

  test.each([
    ['+49 (171) 123 45 67', '+49 171 1234567'],
    ['0044 20 7946 0018', '+44 20 7946 0018'],
    ['+12125550134', '+1 212 555 0134'],
  ])('201: %s is kept as %s', async (phone, stored) => {
    expect((await post(await createPerson(testApp), { ...maya, phone })).json().phone).toBe(stored);
  });

  test('200: one entered before numbers were checked does not keep anybody from changing a name', async () => {
    const person = await createPerson(testApp);
    const { id } = await createRecipient(person);
    await testApp.services.db.update(recipients).set({ phone: '555 1234' }).where(eq(recipients.id, id));
    expect((await put(person, id, { ...maya, firstName: 'Maia', phone: '555 1234' })).statusCode).toBe(200);
    expect((await put(person, id, { ...maya, phone: '555 12345' })).statusCode).toBe(400);
  });
});

describe('PUT /api/recipients/:id', () => {
  test('200: replaces the whole entry', async () => {
    const person = await createPerson(testApp);
    const before = await createRecipient(person, {
      phone: '+1 212 555 0134',
      mailingAddress: '2',
      trustedContact: true,
    });
    testApp.clock.advance(60);
    const answer = await put(person, before.id, {
      firstName: 'May',
      lastName: 'Reyes',
      relationship: 'friend',
      email: 'may@example.com',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      ...sinceThen,
      id: before.id,
      version: 2,
      firstName: 'May',
      lastName: 'Reyes',
      relationship: 'friend',
      email: 'may@example.com',
      phone: null,
      mailingAddress: null,
      trustedContact: false,
      substituteId: null,
      ownerRelationship: null,
      knownBy: null,
      birthday: null,
      days: [],
      explanationPending: false,
      createdAt: before.createdAt,
      updatedAt: testApp.clock.now().toISOString(),
    });
    expect(await list(person)).toEqual([answer.json()]);
  });

  test('400: a missing name; nothing changes', async () => {
    const person = await createPerson(testApp);
    const before = await createRecipient(person);
    const answer = await put(person, before.id, { lastName: 'Reyes', relationship: 'friend' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ message: missing, fields: { firstName: missing } });
    expect(await list(person)).toEqual([before]);
  });

  test("404: the same answer for someone else's, an unknown and a malformed id", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const theirs = await createRecipient(other);
    const answers = [];
    for (const id of [theirs.id, v7(), 'no-id', '%00', "1' or '1'='1", 'a'.repeat(250)])
      answers.push(await put(person, id, maya));
    expect(answers.map((answer) => answer.statusCode)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(answers[1]?.body).toBe(answers[0]?.body);
    expect(await list(other)).toEqual([theirs]);
  });

  const first = { ...maya, email: 'maya@example.com' };

  test.each([
    ['another email address', { email: 'maya.new@example.com' }],
    ['a second email address', { secondEmail: 'maya.second@example.com' }],
    ['no email address any more, but a phone', { email: '', phone: '+1 212 555 0199' }],
    ['a phone in addition', { phone: '+1 212 555 0199' }],
  ])('%s starts deliveries again that waited for one', async (_what, change) => {
    const person = await createPerson(testApp);
    const recipient = await createRecipient(person, first);
    const delivery = await addWaitingDelivery(person, recipient.id);
    await put(person, recipient.id, { ...first, ...change });
    expect(await statusOf(delivery)).toBe('pending');
  });

  test.each([
    ['name', { firstName: 'Maia' }],
    ['mailing address', { mailingAddress: '2 Quay Street' }],
  ])('a changed %s does not, since nothing goes there', async (_what, change) => {
    const person = await createPerson(testApp);
    const recipient = await createRecipient(person, first);
    const delivery = await addWaitingDelivery(person, recipient.id);
    await put(person, recipient.id, { ...first, ...change });
    expect(await statusOf(delivery)).toBe('waiting');
  });
});

/** A delivery that was refused, in the state in which its attempt leaves it. */
async function addWaitingDelivery(person: Person, recipientId: string): Promise<string> {
  const at = testApp.clock.now();
  const { db } = testApp.services;
  const [schedule] = await db
    .insert(schedules)
    .values({
      userId: person.user.id,
      deliveryDate: at,
      deliveryType: 'scheduled',
      localDate: '2030-01-01',
      localTime: '12:00',
      timezone: 'America/New_York',
      dueAt: at,
      startedAt: at,
      createdAt: at,
      updatedAt: at,
    })
    .returning();
  const id = v7();
  await db.insert(deliveryQueue).values({
    id,
    scheduleId: schedule?.id ?? '',
    recipientId,
    userId: person.user.id,
    status: 'waiting',
    waitingReason: 'bad_address',
    attemptAfter: at,
    dueAt: at,
    tokenHash: id,
    recipientFirstName: 'Maya',
    createdAt: at,
  });
  return id;
}

async function statusOf(deliveryId: string) {
  const [row] = await testApp.services.db
    .select()
    .from(deliveryQueue)
    .where(eq(deliveryQueue.id, deliveryId));
  return row?.status;
}

describe('once a year the owner looks through the addresses', () => {
  const unchecked = async (person: Person) => {
    const { gaps } = (await person.request({ url: '/api/rehearsal?as=years' })).json<Rehearsal>();
    return gaps.find(({ kind }) => kind === 'addresses_unchecked')?.people.map(({ firstName }) => firstName);
  };
  const confirm = (person: Person, path: string) =>
    person.request({ method: 'POST', url: `/api/recipients/${path}` });

  test('201: one by one or all at once; whoever was changed needs no look; the next year it is asked again', async () => {
    const person = await createPerson(testApp);
    const people = [];
    for (const firstName of ['Ana', 'Ben', 'Cleo', 'Dora'])
      people.push(await createRecipient(person, { firstName }));
    const [ana, ben, cleo] = people;
    expect(await unchecked(person)).toBeUndefined();
    const beforeThat = new Date(testApp.clock.now().getTime() - 366 * 24 * 60 * 60 * 1000);
    const old = () =>
      testApp.services.db
        .update(recipients)
        .set({ addressesCheckedAt: null, createdAt: beforeThat })
        .where(eq(recipients.userId, person.user.id));
    await old();
    expect(await unchecked(person)).toEqual(['Ana', 'Ben', 'Cleo', 'Dora']);
    const confirmed = await confirm(person, `${ana?.id}/still-right`);
    expect([confirmed.statusCode, confirmed.json().addressesCheckedAt]).toEqual([
      201,
      testApp.clock.now().toISOString(),
    ]);
    await put(person, ben?.id ?? '', { ...maya, firstName: 'Ben', email: 'ben.new@example.com' });
    await put(person, cleo?.id ?? '', { ...maya, firstName: 'Cléo', email: cleo?.email });
    expect(await unchecked(person)).toEqual(['Cléo', 'Dora']);
    expect((await confirm(person, 'still-right')).json()).toEqual({ count: 4 });
    expect(await unchecked(person)).toBeUndefined();
    await old();
    expect(await unchecked(person)).toHaveLength(4);
  });

  test('404: somebody else’s', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const theirs = await createRecipient(other);
    expect((await confirm(person, `${theirs.id}/still-right`)).statusCode).toBe(404);
    expect((await confirm(person, 'still-right')).json()).toEqual({ count: 0 });
  });
});
