import { eq } from 'drizzle-orm';
import { v4, v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Draft, maxDrafts } from '../../../../../shared/memories/drafts.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createLetter, createPerson, type Person } from '../../../../../test/factories.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { drafts } from './drafts.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const url = '/api/drafts';
const put = (person: Person, kind: string, content: unknown, more: object = {}) =>
  person.request({ method: 'PUT', url: `${url}/${kind}`, payload: { content, ...more } });
const get = (person: Person, kind: string) => person.request({ method: 'GET', url: `${url}/${kind}` });
const onSheet = (person: Person, id: string, content: unknown, more: object = {}) =>
  put(person, `letter/${id}`, content, more);
const remove = (person: Person, kind: string) => person.request({ method: 'DELETE', url: `${url}/${kind}` });
const list = async (person: Person) => (await person.request({ method: 'GET', url })).json<Draft[]>();
const letter = { title: 'For your thirtieth', content: 'Dear Maya,\n', recipient: '', personalMessage: '' };

test.each([
  ['GET', url],
  ['GET', `${url}/letter`],
  ['PUT', `${url}/letter`],
  ['DELETE', `${url}/letter`],
] as const)('401: %s %s without a session', async (method, address) => {
  const payload = { content: letter };
  const answer = await testApp.app.inject({ method, url: address, ...(method === 'PUT' && { payload }) });
  expect(answer.statusCode).toBe(401);
});

describe('PUT /api/drafts/:kind', () => {
  test.each([
    'letter',
    'photo',
    'video',
    'audio',
    'legacy:0',
    'legacy:49',
    'gift-order',
    'schedule',
    `schedule:${v7()}`,
  ])('200: a draft of %s is kept, and read on any device', async (kind) => {
    const person = await createPerson(testApp);
    const answer = await put(person, kind, letter);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      kind,
      id: null,
      content: letter,
      version: expect.any(String),
      device: null,
      updatedAt: testApp.clock.now().toISOString(),
    });
    expect((await get(person, kind)).json()).toEqual(answer.json());
    expect(await list(person)).toEqual([answer.json()]);
  });

  test('200: a later one replaces the earlier one', async () => {
    const person = await createPerson(testApp);
    await put(person, 'letter', letter);
    testApp.clock.advance(1);
    await put(person, 'letter', { ...letter, content: 'Dear Maya, hello' });
    expect(await list(person)).toMatchObject([
      { content: { content: 'Dear Maya, hello' }, updatedAt: testApp.clock.now().toISOString() },
    ]);
  });

  test('200: fields that only the server sets are ignored', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    await put(person, 'letter', letter, { userId: other.user.id, kind: 'photo', updatedAt: '2020-01-01' });
    expect(await list(other)).toEqual([]);
    expect(await list(person)).toMatchObject([
      { kind: 'letter', updatedAt: testApp.clock.now().toISOString() },
    ]);
  });

  test('200: half characters are replaced, and any script is stored', async () => {
    const person = await createPerson(testApp);
    await put(person, 'legacy:3', { answer: '海とעברית 🌊 \ud83c' });
    expect((await get(person, 'legacy:3')).json().content).toEqual({ answer: '海とעברית 🌊 \ufffd' });
  });

  test('200 and 400: up to 64 kB as stored, and no more', async () => {
    const person = await createPerson(testApp);
    const room = 65_536 - '{"answer":""}'.length;
    expect((await put(person, 'legacy:0', { answer: 'a'.repeat(room) })).statusCode).toBe(200);
    const tooLong = { message: 'This draft is too long to be kept', fields: { content: expect.any(String) } };
    for (const answer of ['a'.repeat(room + 1), '海'.repeat(room / 3 + 1), 'a'.repeat(900_000)]) {
      const refusal = await put(person, 'legacy:0', { answer });
      expect(refusal.statusCode).toBe(400);
      expect(refusal.json()).toMatchObject(tooLong);
    }
    expect((await get(person, 'legacy:0')).json().content.answer).toHaveLength(room);
  });

  test.each([
    ['nothing', undefined],
    ['a text', 'Dear Maya'],
    ['a list', ['Dear Maya']],
    ['texts within texts', { letter: { content: 'Dear Maya' } }],
    ['a NUL', { content: 'Dear\u0000Maya' }],
    ['a field that is no name', { 'a b': 'Dear Maya' }],
    ['a NUL in a name', { 'a\u0000': 'Dear Maya' }],
  ])('400: the content is %s', async (_what, content) => {
    const person = await createPerson(testApp);
    expect((await put(person, 'letter', content)).statusCode).toBe(400);
    expect(await list(person)).toEqual([]);
  });

  test('413: a body of more than 1 MB', async () => {
    const person = await createPerson(testApp);
    expect((await put(person, 'letter', { content: 'a'.repeat(1_100_000) })).statusCode).toBe(413);
  });

  test('409: more than a hundred drafts, also of two sent at once; existing ones can still change', async () => {
    const person = await createPerson(testApp);
    const updatedAt = testApp.clock.now();
    const rows = Array.from({ length: 99 }, () => ({
      userId: person.user.id,
      key: `letter/${v4()}`,
      content: letter,
      updatedAt,
    }));
    await testApp.services.db.insert(drafts).values(rows);
    const kinds = ['letter', 'photo', 'audio'];
    const answers = await Promise.all(kinds.map((kind) => put(person, kind, letter)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409, 409]);
    expect(await list(person)).toHaveLength(100);
    expect((await put(person, rows[0]?.key ?? '', letter)).statusCode).toBe(200);
  });
});

const hello = { ...letter, content: 'Dear Maya, hello' };
const goodbye = { ...letter, content: 'Dear Maya, goodbye' };

describe('a sheet with an id of its own', () => {
  test('200: two blank letters are two drafts, beside the one that a page of 1.0 writes', async () => {
    const person = await createPerson(testApp);
    const [one, other] = [v4(), v4()];
    await onSheet(person, one, letter, { basedOn: ['none'] });
    await onSheet(person, other, hello, { basedOn: ['none'] });
    await put(person, 'letter', goodbye);
    expect(await list(person)).toHaveLength(3);
    expect(await list(person)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'letter', id: one, content: letter }),
        expect.objectContaining({ kind: 'letter', id: other, content: hello }),
        expect.objectContaining({ kind: 'letter', id: null, content: goodbye }),
      ]),
    );
    await remove(person, `letter/${one}`);
    await remove(person, 'letter');
    expect(await list(person)).toMatchObject([{ id: other, content: hello }]);
  });

  test('200: names the device in words and stores nothing else of it', async () => {
    const person = await createPerson(testApp);
    const id = v4();
    const headers = { 'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:141.0) Gecko/141.0 Firefox/141.0' };
    await person.request({
      method: 'PUT',
      url: `${url}/letter/${id}`,
      payload: { content: letter },
      headers,
    });
    expect(await list(person)).toMatchObject([{ id, device: 'Firefox on a phone' }]);
    const rows = await testApp.services.db.select().from(drafts).where(eq(drafts.userId, person.user.id));
    expect(JSON.stringify(rows)).not.toMatch(/141\.0|Mozilla|Gecko|Android/);
  });

  test('404: the sheet of somebody else, who may use the same id', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const id = v4();
    await onSheet(other, id, letter, { basedOn: ['none'] });
    expect((await get(person, `letter/${id}`)).statusCode).toBe(404);
    expect((await onSheet(person, id, hello, { basedOn: ['none'] })).statusCode).toBe(200);
    expect((await remove(person, `letter/${id}`)).statusCode).toBe(204);
    expect(await list(person)).toEqual([]);
    expect(await list(other)).toMatchObject([{ id, content: letter }]);
  });

  test.each(['1', 'earlier', '%00', `${v7()}/1`])('404: no sheet has the id %s', async (id) => {
    const person = await createPerson(testApp);
    expect((await onSheet(person, id, letter)).statusCode).toBe(404);
  });

  test('409: counts towards the hundred', async () => {
    const person = await createPerson(testApp);
    const updatedAt = testApp.clock.now();
    const rows = Array.from({ length: maxDrafts }, () => ({
      userId: person.user.id,
      key: `letter/${v4()}`,
      content: letter,
      updatedAt,
    }));
    await testApp.services.db.insert(drafts).values(rows);
    const answer = await onSheet(person, v4(), letter, { basedOn: ['none'] });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).not.toHaveProperty('current');
  });
});

describe('a version', () => {
  /** A letter being written on a sheet, as the server stores it. */
  async function begun() {
    const person = await createPerson(testApp);
    const id = v4();
    const draft = (await onSheet(person, id, letter, { basedOn: ['none'] })).json<Draft>();
    return { person, id, draft };
  }

  test('409: based on an older one, answered with the present one, which stays', async () => {
    const { person, id, draft } = await begun();
    const basedOn = [draft.version];
    const next = await onSheet(person, id, hello, { basedOn });
    expect(next.statusCode).toBe(200);
    const refused = await onSheet(person, id, goodbye, { basedOn });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toEqual({
      code: 'conflict',
      message: 'This draft was changed elsewhere. Both texts are kept.',
      current: next.json(),
    });
    expect(await list(person)).toEqual([next.json()]);
  });

  test('409: a sheet that has read none, where there is one', async () => {
    const { person, id, draft } = await begun();
    const refused = await onSheet(person, id, hello, { basedOn: ['none'] });
    expect([refused.statusCode, refused.json().current]).toEqual([409, draft]);
  });

  test('409: of two that are sent at once from the same one, one', async () => {
    const { person, id, draft } = await begun();
    const basedOn = [draft.version];
    const answers = await Promise.all([hello, goodbye].map((text) => onSheet(person, id, text, { basedOn })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const kept = answers.find(({ statusCode }) => statusCode === 200);
    expect(await list(person)).toEqual([kept?.json()]);
  });

  test('409: of something that is finished, which does not come back', async () => {
    const { person, id, draft } = await begun();
    await remove(person, `letter/${id}`);
    const late = await onSheet(person, id, hello, { basedOn: [draft.version] });
    expect([late.statusCode, late.json().current]).toEqual([409, null]);
    expect(await list(person)).toEqual([]);
  });

  test('200: based on one of which the answer was lost; the one sent before it comes too late', async () => {
    const { person, id, draft } = await begun();
    const [lost, last] = [v4(), v4()];
    await onSheet(person, id, hello, { basedOn: [draft.version], version: lost });
    const basedOn = [draft.version, lost];
    const answer = await onSheet(person, id, goodbye, { basedOn, version: last });
    expect([answer.statusCode, answer.json().version]).toEqual([200, last]);
    const late = await onSheet(person, id, hello, { basedOn: [draft.version], version: v4() });
    expect(late.statusCode).toBe(409);
    expect(await list(person)).toMatchObject([{ content: goodbye }]);
  });

  test('200: a new one of which nobody knows whether its first version arrived', async () => {
    const person = await createPerson(testApp);
    const [id, lost] = [v4(), v4()];
    const form = { basedOn: ['none', lost], version: v4() };
    const neverArrived = await onSheet(person, id, hello, form);
    expect(neverArrived.statusCode).toBe(200);
    const [other, first] = [v4(), v4()];
    await onSheet(person, other, letter, { basedOn: ['none'], version: first });
    const arrived = await onSheet(person, other, hello, { basedOn: ['none', first], version: v4() });
    expect(arrived.statusCode).toBe(200);
  });

  test('200: sent twice is saved once', async () => {
    const { person, id, draft } = await begun();
    const form = { basedOn: [draft.version], version: v4() };
    const first = await onSheet(person, id, hello, form);
    testApp.clock.advance(1);
    expect((await onSheet(person, id, hello, form)).json()).toEqual(first.json());
  });

  test('204: deletes only the versions that are named; a newer one stays', async () => {
    const { person, id, draft } = await begun();
    const next = (await onSheet(person, id, hello, { basedOn: [draft.version] })).json<Draft>();
    expect((await remove(person, `letter/${id}?versions=${draft.version}`)).statusCode).toBe(204);
    expect(await list(person)).toEqual([next]);
    const known = `letter/${id}?versions=${draft.version},${next.version}`;
    expect((await remove(person, known)).statusCode).toBe(204);
    expect((await remove(person, known)).statusCode).toBe(204);
    expect(await list(person)).toEqual([]);
  });

  test.each(['', '1', 'a,b'])('400: no versions are "%s"', async (versions) => {
    const { person, id, draft } = await begun();
    expect((await remove(person, `letter/${id}?versions=${versions}`)).statusCode).toBe(400);
    expect(await list(person)).toEqual([draft]);
  });
});

describe('a draft', () => {
  test("404: somebody else's, and one that was never begun, are answered alike; neither can be removed", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    await put(other, 'letter', letter);
    const [theirs, none] = [await get(person, 'letter'), await get(person, 'photo')];
    expect([theirs.statusCode, none.statusCode]).toEqual([404, 404]);
    expect(theirs.body).toBe(none.body);
    expect(await list(person)).toEqual([]);
    await remove(person, 'letter');
    expect(await list(other)).toHaveLength(1);
  });

  test.each([
    'upload',
    'legacy:50',
    'legacy:00',
    'legacy:-1',
    'legacy:',
    'memory:1',
    'schedule:1',
    'LETTER',
    'gift-order:1',
    '%00',
    'a'.repeat(250),
  ])('404: there is no draft of %s', async (kind) => {
    const person = await createPerson(testApp);
    expect((await get(person, kind)).statusCode).toBe(404);
    expect((await put(person, kind, letter)).statusCode).toBe(404);
    expect((await remove(person, kind)).statusCode).toBe(404);
  });

  test('204: is deleted, and deleting it again does no harm', async () => {
    const person = await createPerson(testApp);
    await put(person, 'letter', letter);
    await put(person, 'legacy:7', { answer: 'Th' });
    const answer = await remove(person, 'letter');
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect((await remove(person, 'letter')).statusCode).toBe(204);
    expect((await list(person)).map(({ kind }) => kind)).toEqual(['legacy:7']);
  });

  test('is deleted with the memory that it changes, kept beside another or not: no page would show it any more', async () => {
    const person = await createPerson(testApp);
    const [gone, kept] = [await createLetter(person), await createLetter(person)];
    for (const kind of [`memory:${gone.id}`, `memory:${gone.id}/${v4()}`, `memory:${kept.id}`])
      await put(person, kind, letter);
    await person.request({ method: 'DELETE', url: `/api/memories/${gone.id}` });
    expect((await list(person)).map(({ kind }) => kind)).toEqual([`memory:${kept.id}`]);
    const late = [
      await put(person, `memory:${gone.id}`, letter),
      await put(person, `memory:${gone.id}/${v4()}`, letter, { basedOn: ['none'] }),
      await put(await createPerson(testApp), `memory:${kept.id}`, letter),
    ];
    for (const answer of late)
      expect([answer.statusCode, answer.json().message]).toEqual([
        404,
        expect.stringContaining('What you typed stays on this page: copy what you need into a new one.'),
      ]);
    expect((await list(person)).map(({ kind }) => kind)).toEqual([`memory:${kept.id}`]);
  });

  test('204: deleted while it is still being saved, as by a page that is left, it does not come back', async () => {
    const person = await createPerson(testApp);
    let [saving, deleting]: Promise<unknown>[] = [];
    await inTransaction(testApp.services.db, async (tx) => {
      await lockOwner(tx, person.user.id);
      saving = put(person, 'letter', letter);
      await untilItWaits(testApp, saving);
      deleting = remove(person, 'letter');
      await untilItWaits(testApp, deleting, 2);
    });
    await Promise.all([saving, deleting]);
    expect(await list(person)).toEqual([]);
  });
});
