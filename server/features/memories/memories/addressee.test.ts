import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, createRecipient, type Person } from '../../../../test/factories.ts';
import { memories } from './memories.table.ts';

const testApp = await startTestApp();

const change = async (person: Person, id: string, payload: object) =>
  person.request({ method: 'PATCH', url: `/api/memories/${id}`, payload });
const read = async (person: Person, id: string) =>
  (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
const rename = (person: Person, { id, email }: Recipient, lastName: string) =>
  person.request({
    method: 'PUT',
    url: `/api/recipients/${id}`,
    payload: { firstName: 'Maya', lastName, relationship: 'child', email },
  });

test('of two with one name the one who was chosen keeps their memory, also under another name', async () => {
  const person = await createPerson(testApp);
  const [maya, niece] = [await createRecipient(person), await createRecipient(person)];
  const letter = await createLetter(person, { recipient: 'Maya', recipientId: maya.id });
  const hers = await createLetter(person, { recipient: 'Maya Alvarez', recipientId: niece.id });
  const written = await createLetter(person, { recipient: 'Maya Alvarez' });
  expect(letter).toMatchObject({ recipient: 'Maya Alvarez', recipientId: maya.id });
  expect(written).toMatchObject({ recipient: 'Maya Alvarez', recipientId: null });
  expect((await rename(person, maya, 'Paz')).statusCode).toBe(200);
  expect(await read(person, letter.id)).toMatchObject({ recipient: 'Maya Paz', recipientId: maya.id });
  expect(await read(person, hers.id)).toMatchObject({ recipient: 'Maya Alvarez', recipientId: niece.id });
  expect(await read(person, written.id)).toMatchObject({ recipient: 'Maya Alvarez', recipientId: null });
});

test('another address of theirs writes nothing to what is for them', async () => {
  const person = await createPerson(testApp);
  const maya = await createRecipient(person);
  const { id } = await createLetter(person, { recipientId: maya.id });
  const { db } = testApp.services;
  const versionOf = async () =>
    (await db.select({ version: sql`xmin::text` }).from(memories).where(eq(memories.id, id)))[0]?.version;
  const before = await versionOf();
  await rename(person, { ...maya, email: 'new@example.com' }, 'Alvarez');
  expect(await versionOf()).toBe(before);
  await rename(person, maya, 'Paz');
  expect(await versionOf()).not.toBe(before);
});

test('another text alone names nobody of the address book; whatever else changes leaves them', async () => {
  const person = await createPerson(testApp);
  const maya = await createRecipient(person);
  const { id } = await createLetter(person, { recipientId: maya.id });
  const named = { recipient: 'Maya Alvarez', recipientId: maya.id };
  expect((await change(person, id, { title: 'Later' })).json()).toMatchObject({ title: 'Later', ...named });
  expect((await change(person, id, { recipient: 'children' })).json()).toMatchObject({
    recipient: 'children',
    recipientId: null,
  });
  expect((await change(person, id, { recipient: 'x', recipientId: maya.id })).json()).toMatchObject(named);
  expect((await change(person, id, { recipient: 'Maya Alvarez', recipientId: '' })).json()).toMatchObject({
    recipient: 'Maya Alvarez',
    recipientId: null,
  });
});

test('who is removed leaves their name', async () => {
  const person = await createPerson(testApp);
  const maya = await createRecipient(person);
  const { id } = await createLetter(person, { recipientId: maya.id });
  await person.request({ method: 'DELETE', url: `/api/recipients/${maya.id}` });
  expect(await read(person, id)).toMatchObject({ recipient: 'Maya Alvarez', recipientId: null });
  const later = await createLetter(person, { recipient: 'Maya Alvarez', recipientId: maya.id });
  expect(later).toMatchObject({ recipient: 'Maya Alvarez', recipientId: null });
});

test('security 28: somebody else’s recipient is nobody, and their names stay theirs', async () => {
  const [owner, stranger] = [await createPerson(testApp), await createPerson(testApp)];
  const maya = await createRecipient(owner);
  const hers = await createLetter(owner, { recipientId: maya.id });
  const letter = await createLetter(stranger, { recipient: 'Somebody', recipientId: maya.id });
  expect(letter).toMatchObject({ recipient: 'Somebody', recipientId: null });
  const changed = await change(stranger, letter.id, { recipient: 'Anybody', recipientId: maya.id });
  expect(changed.json()).toMatchObject({ recipient: 'Anybody', recipientId: null });
  expect(await read(owner, hers.id)).toMatchObject({ recipient: 'Maya Alvarez', recipientId: maya.id });
});

test('400: an id that is none; nothing is written', async () => {
  const person = await createPerson(testApp);
  const { id } = await createLetter(person);
  const answer = await change(person, id, { recipient: 'Leo', recipientId: 'leo' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ fields: { recipientId: expect.any(String) } });
  const [row] = await testApp.services.db.select().from(memories).where(eq(memories.id, id));
  expect(row).toMatchObject({ recipient: 'Maya', recipientId: null });
});
