import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { User } from '../shared/accounts/accounts.ts';
import { Schedule } from '../shared/delivery/schedules.ts';
import { StaleBody } from '../shared/errors.ts';
import { Memory } from '../shared/memories/memories.ts';
import { Recipient } from '../shared/people/recipients.ts';
import { startTestApp, type TestApp } from '../test/app.ts';
import { codeOf, protectWithCode } from '../test/authenticator.ts';
import { checkMemory } from '../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  type Person,
} from '../test/factories.ts';
import { mediaFiles } from '../test/media.ts';
import { multipart } from '../test/multipart.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

interface Versioned {
  id: string;
  version: number;
}

interface Kind {
  method: 'PATCH' | 'PUT';
  record: z.ZodType;
  make(person: Person): Promise<Versioned>;
  url(record: Versioned): string;
  /** Fields of two different changes, by their names in the request and the response. */
  changes: [Record<string, unknown>, Record<string, unknown>];
}

const inDays = (days: number) =>
  new Date(Math.ceil(Date.now() / 86_400_000 + days) * 86_400_000 + 43_200_000).toISOString();
const recipient = { lastName: 'Alvarez', relationship: 'child' };

const kinds: Record<string, Kind> = {
  'a memory': {
    method: 'PATCH',
    record: Memory,
    make: (person) => createLetter(person),
    url: ({ id }) => `/api/memories/${id}`,
    changes: [{ content: 'Put the lemon in last.' }, { content: 'Put the lemon in at the very end.' }],
  },
  'a recipient': {
    method: 'PUT',
    record: Recipient,
    make: (person) => createRecipient(person),
    url: ({ id }) => `/api/recipients/${id}`,
    changes: [
      { ...recipient, firstName: 'Maya', mailingAddress: '1 Elm Street' },
      { ...recipient, firstName: 'Maya', mailingAddress: '2 Oak Street' },
    ],
  },
  'a schedule': {
    method: 'PATCH',
    record: Schedule,
    async make(person) {
      const { id: memoryId } = await createLetter(person);
      const { id: recipientId } = await createRecipient(person);
      return createSchedule(person, { memoryId, deliveryDate: inDays(30), recipientIds: [recipientId] });
    },
    url: ({ id }) => `/api/schedules/${id}`,
    changes: [{ deliveryDate: inDays(40) }, { deliveryDate: inDays(50) }],
  },
  'the profile': {
    method: 'PATCH',
    record: User,
    make: async (person) => (await person.request({ method: 'GET', url: '/api/user/profile' })).json<User>(),
    url: () => '/api/user/profile',
    changes: [{ address: '1 Elm Street' }, { address: '2 Oak Street' }],
  },
};

describe.each(Object.entries(kinds))('%s', (_, { method, record, make, url, changes: [first, second] }) => {
  async function begun() {
    const person = await createPerson(testApp);
    const made = await make(person);
    const save = (payload: object) => person.request({ method, url: url(made), payload });
    return { person, made, save };
  }

  test('200: begins at 1 and grows with each change', async () => {
    const { made, save } = await begun();
    expect(made.version).toBe(1);
    expect((await save({ ...first, version: 1 })).json()).toMatchObject({ ...first, version: 2 });
    expect((await save({ ...second, version: 2 })).json()).toMatchObject({ ...second, version: 3 });
  });

  test('409: an older version changes nothing, and the answer has the present record', async () => {
    const { person, made, save } = await begun();
    const saved = await save({ ...first, version: 1 });
    const answer = await save({ ...second, version: 1 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toEqual({
      message: 'This was changed elsewhere in the meantime. Nothing was overwritten.',
      code: 'conflict',
      current: saved.json(),
    });
    expect(StaleBody(record).safeParse(answer.json()).success).toBe(true);
    const list = url(made).replace(`/${made.id}`, '');
    const now = (await person.request({ method: 'GET', url: list })).json();
    expect([now].flat()).toEqual([saved.json()]);
  });

  test('200: without a version it works as before', async () => {
    const { save } = await begun();
    await save({ ...first, version: 1 });
    const answer = await save(second);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      expect.objectContaining({ ...second, version: 3 }),
    ]);
  });

  test('200: the same change once more, as after a lost answer, is refused to nobody and is no new version', async () => {
    const { save } = await begun();
    await save({ ...first, version: 1 });
    const again = await save({ ...first, version: 1 });
    expect([again.statusCode, again.json().version]).toEqual([200, 2]);
  });

  test('of two at the same moment one wins, and the other gets 409 with what the first one saved', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { save } = await begun();
      const answers = await Promise.all([save({ ...first, version: 1 }), save({ ...second, version: 1 })]);
      const [won, lost] = answers.toSorted((one, other) => one.statusCode - other.statusCode);
      expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409]);
      expect(lost?.json().current).toEqual(won?.json());
      expect(won?.json().version).toBe(2);
    }
  });

  test('404: somebody else learns nothing by any version', async () => {
    const { made } = await begun();
    const other = await createPerson(testApp);
    if (url(made) === '/api/user/profile') return;
    const answer = await other.request({ method, url: url(made), payload: { ...first, version: 7 } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('current');
  });

  test.each([0, -1, 1.5, 'x', 2 ** 40])('400: version %j', async (version) => {
    const { save } = await begun();
    const answer = await save({ ...first, version });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({
      version: 'Please send the version that you were answered with, a whole number',
    });
  });
});

describe('what others do makes no new version', () => {
  test('the check of a file, and its approval', async () => {
    const person = await createPerson(testApp);
    const { id, version } = await createPhoto(person);
    await checkMemory(testApp.services, { memoryId: id, revision: 1 });
    const after = (await person.request({ method: 'GET', url: `/api/memories/${id}` })).json<Memory>();
    expect([version, after.version, after.isApproved]).toEqual([1, 1, true]);
  });

  test('a new name of the person for whom a memory is', async () => {
    const person = await createPerson(testApp);
    const { id: recipientId } = await createRecipient(person);
    const letter = await createLetter(person);
    const url = `/api/memories/${letter.id}`;
    await person.request({ method: 'PATCH', url, payload: { recipient: 'Maya', recipientId } });
    await person.request({
      method: 'PUT',
      url: `/api/recipients/${recipientId}`,
      payload: { ...recipient, firstName: 'Maia' },
    });
    expect((await person.request({ method: 'GET', url })).json()).toMatchObject({
      recipient: 'Maia Alvarez',
      version: 2,
    });
  });
});

test('a form with another file has a version too, and the file of a refused one is not kept', async () => {
  const person = await createPerson(testApp);
  const { id } = await createPhoto(person);
  const url = `/api/memories/${id}`;
  const [png, jpeg] = [await mediaFiles.photo.png(), await mediaFiles.photo.jpeg()];
  const send = (version: string, file: typeof png) =>
    person.request({ method: 'PATCH', url, ...multipart({ version }, file) });
  expect((await send('1', png)).json()).toMatchObject({ version: 2 });
  const refused = await send('1', jpeg);
  expect([refused.statusCode, refused.json().current]).toMatchObject([409, { version: 2 }]);
  expect((await send('1', png)).statusCode, 'the same file once more').toBe(200);
});

test('the profile: an address that waits to be confirmed is a change, and so is its confirmation', async () => {
  const person = await createPerson(testApp);
  const url = '/api/user/profile';
  const save = (payload: object) => person.request({ method: 'PATCH', url, payload });
  const pending = await save({ email: 'new@example.com', currentPassword: 'Quiet-Harbour-1994', version: 1 });
  expect(pending.json()).toMatchObject({ pendingEmail: 'new@example.com', version: 2 });
  const other = { email: 'other@example.com', currentPassword: 'Quiet-Harbour-1994', version: 1 };
  expect((await save(other)).json()).toMatchObject({ current: { pendingEmail: 'new@example.com' } });
  await person.request({
    method: 'PATCH',
    url: '/api/user/notifications',
    payload: { emailNotifications: false },
  });
  expect((await save({ version: 2 })).json().version, 'notifications are no part of it').toBe(2);
});

test('409: a code that came with an older version of the profile is not used up', async () => {
  const person = await createPerson(testApp);
  const { secret } = await protectWithCode(testApp, person);
  const code = await codeOf(testApp, secret);
  const save = (payload: object) =>
    person.request({ method: 'PATCH', url: '/api/user/profile', payload: { ...payload, code } });
  await save({ address: '1 Elm Street' });
  const address = { email: 'anew@example.com', currentPassword: 'Quiet-Harbour-1994' };
  expect((await save({ ...address, version: 1 })).statusCode).toBe(409);
  expect((await save({ ...address, version: 2 })).json()).toMatchObject({ pendingEmail: address.email });
});

test('the description of the API has the answer to an older version', async () => {
  const { paths } = (await testApp.app.inject({ url: '/api/openapi.json' })).json();
  for (const [path, method] of [
    ['/api/memories/{id}', 'patch'],
    ['/api/recipients/{id}', 'put'],
    ['/api/schedules/{id}', 'patch'],
    ['/api/user/profile', 'patch'],
  ] as const) {
    const { schema } = paths[path][method].responses['409'].content['application/json'];
    expect(Object.keys(schema.properties), path).toEqual(['message', 'code', 'fields', 'current']);
    expect(Object.keys(schema.properties.current.properties), path).toContain('version');
  }
});
