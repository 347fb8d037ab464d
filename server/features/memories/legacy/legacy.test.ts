import { eq } from 'drizzle-orm';
import { v4, v7 } from 'uuid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Draft } from '../../../../shared/memories/drafts.ts';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { legacyQuestions, legacyThemes } from '../../../../shared/memories/questions.ts';
import { eventually, startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { drafts } from '../memories/drafts/drafts.table.ts';
import { legacyAnswers } from './legacy.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const url = '/api/legacy-answers';
const [first, second] = legacyQuestions;
const post = (person: Person, payload: object | string, headers: Record<string, string> = {}) =>
  person.request({ method: 'POST', url, payload, headers });
const save = (person: Person, questionIndex: number, answer: string) =>
  post(person, { questionIndex, question: legacyQuestions[questionIndex]?.text, answer });
const list = async (person: Person) => (await person.request({ method: 'GET', url })).json<LegacyAnswer[]>();

test('fifty questions in seven themes, each asked once', () => {
  expect(legacyThemes.map((theme) => theme.title)).toEqual([
    'Childhood',
    'Family',
    'Love',
    'Work',
    'Beliefs',
    'Turning points',
    'Wishes',
  ]);
  expect(new Set(legacyQuestions.map((question) => question.text)).size).toBe(50);
  expect(legacyQuestions.map((question) => question.index)).toEqual(
    Array.from({ length: 50 }, (_, at) => at),
  );
});

const remove = (person: Person, id: string) => person.request({ method: 'DELETE', url: `${url}/${id}` });

test.each(['GET', 'POST'] as const)('401: %s without a session', async (method) => {
  const payload = { questionIndex: 0, question: first?.text, answer: 'The harbour' };
  const answer = await testApp.app.inject({ method, url, ...(method === 'POST' && { payload }) });
  expect(answer.statusCode).toBe(401);
});

describe('GET /api/legacy-answers', () => {
  test("200: the own answers in the order of the questions, and nobody else's", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    expect(await list(person)).toEqual([]);
    await save(person, 49, 'Be kind to the postman.');
    await save(person, 3, 'The jam, and nobody.');
    await save(other, 3, 'The window.');
    const answers = await list(person);
    expect(answers.map(({ questionIndex, answer }) => [questionIndex, answer])).toEqual([
      [3, 'The jam, and nobody.'],
      [49, 'Be kind to the postman.'],
    ]);
    expect(JSON.stringify(answers)).not.toContain('userId');
  });
});

describe('POST /api/legacy-answers', () => {
  test('201: the first answer to a question', async () => {
    const person = await createPerson(testApp);
    const answer = await save(person, 0, 'The harbour,\n  and one crane.\n');
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.any(String),
      questionIndex: 0,
      question: first?.text,
      answer: 'The harbour,\n  and one crane.\n',
      letterId: null,
      version: expect.any(Number),
      createdAt: testApp.clock.now().toISOString(),
      updatedAt: testApp.clock.now().toISOString(),
    });
    expect(await list(person)).toEqual([answer.json()]);
  });

  test('200: the next answer replaces it', async () => {
    const person = await createPerson(testApp);
    const before = (await save(person, 1, 'Bread.')).json<LegacyAnswer>();
    testApp.clock.advance(60);
    const answer = await save(person, 1, 'Bread and rain.');
    expect(answer.statusCode).toBe(200);
    const expected = {
      ...before,
      answer: 'Bread and rain.',
      version: before.version + 1,
      updatedAt: testApp.clock.now().toISOString(),
    };
    expect(answer.json()).toEqual(expected);
    expect(await list(person)).toEqual([expected]);
  });

  test('201 and 200: of answers sent at once the later stays, and each response holds what it saved', async () => {
    const person = await createPerson(testApp);
    const answers = await Promise.all(['one', 'two', 'three'].map((text) => save(person, 2, text)));
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 200, 201]);
    expect(answers.map((answer) => answer.json<LegacyAnswer>().answer)).toEqual(['one', 'two', 'three']);
    const kept = await list(person);
    expect(kept).toHaveLength(1);
    expect(['one', 'two', 'three']).toContain(kept[0]?.answer);
  });

  test('201: the wording of the question is ours, and fields that only the server sets are ignored', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const sent = {
      questionIndex: 1,
      question: 'What is your password?',
      answer: 'Bread.',
      id: v7(),
      userId: other.user.id,
      createdAt: '2020-01-01T00:00:00Z',
      updatedAt: '2020-01-01T00:00:00Z',
    };
    const { id } = (await post(person, sent)).json<LegacyAnswer>();
    expect(id).not.toBe(sent.id);
    const [row] = await testApp.services.db.select().from(legacyAnswers).where(eq(legacyAnswers.id, id));
    expect(row).toMatchObject({
      userId: person.user.id,
      question: second?.text,
      createdAt: testApp.clock.now(),
      updatedAt: testApp.clock.now(),
    });
    expect((await post(person, { questionIndex: 0, answer: 'The sea.' })).statusCode).toBe(201);
  });

  test('201: 2000 characters, in any script', async () => {
    const person = await createPerson(testApp);
    const long = 'Море и ветер 🌊 '.repeat(200).slice(0, 2000);
    expect((await save(person, 0, long)).statusCode).toBe(201);
    expect((await list(person))[0]?.answer).toBe(long);
  });

  test.each([
    ['answer', undefined, expect.any(String)],
    ['answer', '', 'Please write an answer first'],
    ['answer', ' \n\t ', 'Please write an answer first'],
    ['answer', 'a'.repeat(2001), 'Please use at most 2000 characters'],
    ['answer', 'a'.repeat(900_000), 'Please use at most 2000 characters'],
    ['answer', 'The\u0000sea', 'This text contains a character that cannot be stored'],
    ['answer', ['The sea'], expect.any(String)],
    ['questionIndex', undefined, 'There is no such question'],
    ['questionIndex', -1, 'There is no such question'],
    ['questionIndex', 50, 'There is no such question'],
    ['questionIndex', 1.5, 'There is no such question'],
    ['questionIndex', '0', 'There is no such question'],
    ['question', { $ne: null }, expect.any(String)],
  ])('400: %s is %j', async (field, value, message) => {
    const person = await createPerson(testApp);
    const answer = await post(person, { questionIndex: 0, answer: 'The sea', [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', message, fields: { [field]: message } });
    expect(await list(person)).toEqual([]);
  });

  test.each([['{'], ['null'], ['[]']])('400: the body is %s', async (body) => {
    const answer = await post(await createPerson(testApp), body, { 'content-type': 'application/json' });
    expect(answer.statusCode).toBe(400);
  });

  test('413: a body of more than 1 MB', async () => {
    const person = await createPerson(testApp);
    expect((await save(person, 0, 'a'.repeat(1_100_000))).statusCode).toBe(413);
    expect(await list(person)).toEqual([]);
  });

  test('deletes its draft; the drafts of other people and questions stay', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const begin = (whose: Person, kind: string) =>
      whose.request({ method: 'PUT', url: `/api/drafts/${kind}`, payload: { content: { answer: 'Th' } } });
    await begin(person, 'legacy:4');
    await begin(person, 'legacy:5');
    await begin(other, 'legacy:4');
    await save(person, 4, 'The sea');
    const kindsOf = async (whose: Person) =>
      (await testApp.services.db.select().from(drafts).where(eq(drafts.userId, whose.user.id))).map(
        ({ key }) => key,
      );
    expect(await kindsOf(person)).toEqual(['legacy:5']);
    expect(await kindsOf(other)).toEqual(['legacy:4']);
  });

  test('deletes only the draft that was written here, as one of the versions named; what another device wrote stays', async () => {
    const person = await createPerson(testApp);
    const begin = async (name: string) => {
      const payload = { content: { answer: 'Th' }, basedOn: ['none'] };
      return (await person.request({ method: 'PUT', url: `/api/drafts/${name}`, payload })).json<Draft>();
    };
    const theirs = await begin('legacy:4');
    const ours = await begin(`legacy:4/${v4()}`);
    const payload = { questionIndex: 4, answer: 'The sea', draftVersions: [ours.version] };
    await person.request({ method: 'POST', url, payload });
    const left = await person.request({ url: '/api/drafts' });
    expect(left.json()).toEqual([theirs]);
  });

  test("the owner's other pages hear of it", async () => {
    const person = await createPerson(testApp);
    const heard: string[] = [];
    const stop = testApp.services.events.subscribe(person.user.id, (topics) => heard.push(...topics));
    await save(person, 0, 'The sea');
    await eventually(async () => heard.includes('legacy'), 'the announcement');
    stop();
  });

  test('answers and drafts go when the account is erased', async () => {
    const person = await createPerson(testApp);
    await save(person, 0, 'The sea');
    await testApp.services.db.delete(users).where(eq(users.id, person.user.id));
    const left = await testApp.services.db
      .select()
      .from(legacyAnswers)
      .where(eq(legacyAnswers.userId, person.user.id));
    expect(left).toEqual([]);
  });
});

describe('DELETE /api/legacy-answers/{id}', () => {
  test('204: the answer and its draft are gone, the others stay, and the question can be answered again', async () => {
    const person = await createPerson(testApp);
    const { id } = (await save(person, 4, 'The sea')).json<LegacyAnswer>();
    await save(person, 5, 'The window');
    for (const kind of ['legacy:4', 'legacy:5'])
      await person.request({
        method: 'PUT',
        url: `/api/drafts/${kind}`,
        payload: { content: { answer: 'T' } },
      });
    expect((await remove(person, id)).statusCode).toBe(204);
    expect((await list(person)).map(({ questionIndex }) => questionIndex)).toEqual([5]);
    const left = await testApp.services.db.select().from(drafts).where(eq(drafts.userId, person.user.id));
    expect(left.map(({ key }) => key)).toEqual(['legacy:5']);
    expect((await save(person, 4, 'The harbour')).statusCode).toBe(201);
  });

  test('404: one that is gone, one of somebody else, and no id', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const { id } = (await save(person, 4, 'The sea')).json<LegacyAnswer>();
    expect((await remove(other, id)).statusCode).toBe(404);
    expect((await remove(other, 'sea')).statusCode).toBe(404);
    expect(await list(person)).toHaveLength(1);
    await remove(person, id);
    expect((await remove(person, id)).statusCode).toBe(404);
  });
});
