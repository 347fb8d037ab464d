import { beforeAll, expect, test } from 'vitest';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createRecipient, type Person } from '../../../../test/factories.ts';
import { recipientDays } from './recipients.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});

const wedding = { name: 'Wedding', date: '2025-09-12' };
const leap = { name: 'Leap day', date: '2024-02-29' };
const leo = { firstName: 'Leo', lastName: 'Alvarez', relationship: 'child' };
const personal = {
  ownerRelationship: 'grandmother',
  knownBy: 'Under the frog',
  birthday: '2004-02-29',
  days: [wedding, leap],
};

const change = async (person: Person, id: string, fields: object) =>
  person.request({ method: 'PUT', url: `/api/recipients/${id}`, payload: { ...leo, ...fields } });
const list = async (person: Person) => (await person.request({ url: '/api/recipients' })).json<Recipient[]>();

test('the owner’s word, the birthday and the days stay where a change leaves them out, and go where it empties them', async () => {
  const person = await createPerson(testApp);
  const { id } = await createRecipient(person, { ...leo, ...personal });
  const other = await createRecipient(person, { ...leo, days: [wedding] });
  expect((await change(person, id, {})).json()).toMatchObject(personal);
  expect((await change(person, id, { days: [leap, wedding] })).json()).toMatchObject({
    ...personal,
    days: [leap, wedding],
  });
  const emptied = { ownerRelationship: '', knownBy: '', birthday: '', days: [] };
  const nothing = { ownerRelationship: null, knownBy: null, birthday: null, days: [] };
  expect((await change(person, id, emptied)).json()).toMatchObject(nothing);
  expect(await list(person)).toMatchObject([nothing, { id: other.id, days: [wedding] }]);
});

test('twenty days can be kept, and no more', async () => {
  const person = await createPerson(testApp);
  const days = (count: number) => ({ days: Array.from({ length: count }, () => wedding) });
  const { id } = await createRecipient(person, { ...leo, ...days(20) });
  expect((await change(person, id, days(21))).statusCode).toBe(400);
  expect((await list(person))[0]?.days).toHaveLength(20);
});

test.each([
  ['no name', { name: ' ', date: '2020-01-01' }],
  ['a long name', { name: 'x'.repeat(101), date: '2020-01-01' }],
  ['a day that is none', { name: 'Leap day', date: '2023-02-29' }],
  ['an early day', { name: 'Battle', date: '1066-10-14' }],
  ['a far day', { name: 'Comet', date: '2151-01-01' }],
  ['an instant', { name: 'Wedding', date: '2025-09-12T00:00:00Z' }],
])('400: %s among the days; nothing is written', async (_case, day) => {
  const person = await createPerson(testApp);
  const before = await createRecipient(person, { ...leo, ...personal });
  const answer = await change(person, before.id, { days: [wedding, day] });
  expect(answer.statusCode).toBe(400);
  expect(await list(person)).toEqual([before]);
});

test('404: days of somebody else’s recipient; theirs stay', async () => {
  const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
  const theirs = await createRecipient(other, { ...leo, days: [wedding] });
  expect((await change(person, theirs.id, { days: [] })).statusCode).toBe(404);
  expect(await list(other)).toMatchObject([{ days: [wedding] }]);
});

test('a day is stored with its recipient’s id and never with another that is sent', async () => {
  const person = await createPerson(testApp);
  const other = await createRecipient(person, leo);
  const { id } = await createRecipient(person, {
    ...leo,
    days: [{ ...wedding, id: other.id, recipientId: other.id }],
  });
  const rows = await testApp.services.db.select().from(recipientDays);
  expect(rows.filter(({ recipientId }) => recipientId === other.id)).toEqual([]);
  expect(rows.filter(({ recipientId }) => recipientId === id)).toMatchObject([wedding]);
  expect(rows.map((row) => row.id)).not.toContain(other.id);
});
