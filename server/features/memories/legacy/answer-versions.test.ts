import { expect, test } from 'vitest';
import type { Draft } from '../../../../shared/memories/drafts.ts';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';

// A phone and a laptop answer the same question.

const testApp = await startTestApp();
const url = '/api/legacy-answers';
const save = (person: Person, answer: string, version?: number) =>
  person.request({ method: 'POST', url, payload: { questionIndex: 3, answer, version } });
const list = async (person: Person) => (await person.request({ url })).json<LegacyAnswer[]>();
const draftsOf = async (person: Person) => (await person.request({ url: '/api/drafts' })).json<Draft[]>();

test('409 for whoever began from an older version, with the answer as it is now; nothing is overwritten', async () => {
  const person = await createPerson(testApp);
  const { version } = (await save(person, 'Bread.', 0)).json<LegacyAnswer>();
  expect((await save(person, 'Bread and rain.', version)).json()).toMatchObject({ version: version + 1 });
  const stale = await save(person, 'The iron.', version);
  expect(stale.statusCode).toBe(409);
  expect(stale.json()).toEqual({
    code: 'conflict',
    message: 'This was changed elsewhere in the meantime. Nothing was overwritten.',
    current: (await list(person))[0],
  });
  expect((await list(person))[0]).toMatchObject({ answer: 'Bread and rain.', version: version + 1 });
  expect((await save(person, 'The iron.', version + 1)).json()).toMatchObject({
    answer: 'The iron.',
    version: version + 2,
  });
  expect(await draftsOf(person)).toEqual([]);
});

test('409 also where the question had no answer yet: of two first answers one stays', async () => {
  const person = await createPerson(testApp);
  const answers = await Promise.all([save(person, 'Bread.', 0), save(person, 'Rain.', 0)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
});

test('200 for the same words again, as when a request is repeated: no new version', async () => {
  const person = await createPerson(testApp);
  const { version } = (await save(person, 'Bread.', 0)).json<LegacyAnswer>();
  const again = await save(person, 'Bread.', 0);
  expect([again.statusCode, again.json().version]).toEqual([200, version]);
});

test('409 for whoever read an answer that was removed and written anew', async () => {
  const person = await createPerson(testApp);
  const { id, version } = (await save(person, 'Bread.', 0)).json<LegacyAnswer>();
  await person.request({ method: 'DELETE', url: `${url}/${id}` });
  await save(person, 'Bread and rain.', 0);
  expect((await save(person, 'The iron.', version)).statusCode).toBe(409);
  expect((await list(person))[0]).toMatchObject({ answer: 'Bread and rain.' });
});

test('201 for an answer that was removed elsewhere: what was typed is kept', async () => {
  const person = await createPerson(testApp);
  const { id, version } = (await save(person, 'Bread.', 0)).json<LegacyAnswer>();
  await person.request({ method: 'DELETE', url: `${url}/${id}` });
  expect((await save(person, 'Bread and rain.', version)).statusCode).toBe(201);
});

test('200 without a version: the answer is replaced, and the words that were there stay as a draft', async () => {
  const person = await createPerson(testApp);
  const { version } = (await save(person, 'Bread.')).json<LegacyAnswer>();
  expect((await save(person, 'Bread.')).statusCode).toBe(200);
  expect(await draftsOf(person)).toEqual([]);
  expect((await save(person, 'The iron.')).json()).toMatchObject({
    answer: 'The iron.',
    version: version + 1,
  });
  const [kept, ...others] = await draftsOf(person);
  expect(kept).toMatchObject({ kind: 'legacy:3', id: expect.any(String), content: { answer: 'Bread.' } });
  expect(others).toEqual([]);
});
