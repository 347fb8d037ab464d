/** A journal answer that is left to somebody as a letter. */
import { expect, test } from 'vitest';
import type { LegacyAnswer } from '../../../../shared/memories/legacy.ts';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { legacyQuestions } from '../../../../shared/memories/questions.ts';
import { startTestApp } from '../../../../test/app.ts';
import { addLetters, createPerson, createRecipient, type Person } from '../../../../test/factories.ts';

const testApp = await startTestApp();
const url = '/api/legacy-answers';
const text = 'The harbour,\nand the jam.';

async function answered(person: Person, answer = text): Promise<LegacyAnswer> {
  const payload = { questionIndex: 3, answer };
  return (await person.request({ method: 'POST', url, payload })).json<LegacyAnswer>();
}
const leave = (person: Person, id: string, payload: object = { recipient: 'Maya' }) =>
  person.request({ method: 'POST', url: `${url}/${id}/letter`, payload });
const list = async (person: Person) => (await person.request({ url })).json<LegacyAnswer[]>();
const letters = async (person: Person) =>
  (await person.request({ url: '/api/memories' })).json<Memory[]>().filter(({ type }) => type === 'letter');

test('201: the question is the title of the letter, the answer its words', async () => {
  const ruth = await createPerson(testApp);
  const { id } = await answered(ruth);
  expect(await list(ruth)).toMatchObject([{ id, letterId: null }]);
  const answer = await leave(ruth, id);
  expect(answer.statusCode).toBe(201);
  const letter = answer.json<Memory>();
  expect(letter).toMatchObject({
    type: 'letter',
    title: legacyQuestions[3]?.text,
    content: text,
    recipient: 'Maya',
    isApproved: true,
  });
  expect(await list(ruth)).toMatchObject([{ id, letterId: letter.id }]);
});

test('left to somebody of the address book, it is theirs under the name they have there', async () => {
  const ruth = await createPerson(testApp);
  const maya = await createRecipient(ruth, { firstName: 'Maya', lastName: 'Alvarez' });
  const { id } = await answered(ruth);
  const letter = (await leave(ruth, id, { recipient: 'Maya', recipientId: maya.id })).json<Memory>();
  expect(letter).toMatchObject({ recipient: 'Maya Alvarez', recipientId: maya.id });
});

test('pressed twice, at once or later, it is one letter', async () => {
  const ruth = await createPerson(testApp);
  const { id } = await answered(ruth);
  const both = await Promise.all([leave(ruth, id), leave(ruth, id)]);
  const again = await leave(ruth, id);
  const ids = [...both, again].map((answer) => answer.json<Memory>().id);
  expect(new Set(ids).size).toBe(1);
  expect(await letters(ruth)).toHaveLength(1);
});

test('409 where the answer was changed since: the letter keeps its words; without it, the new ones are left', async () => {
  const ruth = await createPerson(testApp);
  const { id } = await answered(ruth);
  const { id: letterId } = (await leave(ruth, id)).json<Memory>();
  expect(await answered(ruth, 'The window.')).toMatchObject({ letterId });
  expect(await list(ruth)).toMatchObject([{ answer: 'The window.', letterId }]);
  expect((await leave(ruth, id)).statusCode).toBe(409);
  expect(await letters(ruth)).toMatchObject([{ content: text }]);
  await ruth.request({ method: 'DELETE', url: `/api/memories/${letterId}` });
  expect((await leave(ruth, id)).json<Memory>()).toMatchObject({ content: 'The window.' });
});

test('402 with “plan limit” where the plan has no room, 400 without a person, 404 for somebody else’s', async () => {
  const [ruth, tom] = [await createPerson(testApp), await createPerson(testApp)];
  const { id } = await answered(ruth);
  expect((await leave(tom, id)).statusCode).toBe(404);
  const wrong = await leave(ruth, id, { recipient: ' ' });
  expect([wrong.statusCode, Object.keys(wrong.json().fields)]).toEqual([400, ['recipient']]);
  await addLetters(testApp, ruth, 5);
  const refused = await leave(ruth, id);
  expect([refused.statusCode, refused.json().message]).toEqual([402, expect.stringContaining('plan limit')]);
  expect(await list(ruth)).toMatchObject([{ letterId: null }]);
});
