import { v7 } from 'uuid';
import { expect, test } from 'vitest';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, type Person } from '../../../../test/factories.ts';

const testApp = await startTestApp();

const leo = { firstName: 'Leo', lastName: 'Alvarez', relationship: 'child' };
const change = (person: Person, id: string, fields: object) =>
  person.request({ method: 'PUT', url: `/api/recipients/${id}`, payload: { ...leo, ...fields } });

test('200: a substitute is named, stays when it is left out, and is taken back', async () => {
  const person = await createPerson(testApp);
  const { id: substituteId } = await createRecipient(person);
  const { id, substituteId: named } = await createRecipient(person, { ...leo, substituteId });
  expect(named).toBe(substituteId);
  expect((await change(person, id, {})).json<Recipient>().substituteId).toBe(substituteId);
  expect((await change(person, id, { substituteId: null })).json<Recipient>().substituteId).toBeNull();
});

test('a substitute who is deleted is named no more', async () => {
  const person = await createPerson(testApp);
  const { id: substituteId } = await createRecipient(person);
  await createRecipient(person, { ...leo, substituteId });
  await person.request({ method: 'DELETE', url: `/api/recipients/${substituteId}` });
  const list = (await person.request({ url: '/api/recipients' })).json<Recipient[]>();
  expect(list.map((each) => each.substituteId)).toEqual([null]);
});

test('400: nobody is their own substitute', async () => {
  const person = await createPerson(testApp);
  const { id } = await createRecipient(person, leo);
  const answer = await change(person, id, { substituteId: id });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().fields.substituteId).toBe('Please choose somebody else');
});

test('400: what is no id', async () => {
  const person = await createPerson(testApp);
  const { id } = await createRecipient(person, leo);
  for (const substituteId of ['', 'Maya', 7, true, [id], { id }])
    expect((await change(person, id, { substituteId })).statusCode).toBe(400);
});

test('404: somebody else’s recipient, and one that does not exist, are the same; nothing is written', async () => {
  const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
  const before = await createRecipient(person, leo);
  const theirs = await createRecipient(other);
  const answers = [];
  for (const substituteId of [theirs.id, v7()]) {
    answers.push(await change(person, before.id, { firstName: 'Lea', substituteId }));
    const payload = { ...leo, substituteId };
    answers.push(await person.request({ method: 'POST', url: '/api/recipients', payload }));
  }
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect((await person.request({ url: '/api/recipients' })).json()).toEqual([before]);
});
