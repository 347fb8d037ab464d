import { v4 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import { plans } from '../../../../../shared/plans.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  createApprovedLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
} from '../../../../../test/factories.ts';

const testApp = await startTestApp({ clock: createTestClock('2026-11-20T12:00:00Z') });
await testApp.work();

async function prepared() {
  const person = await createPerson(testApp);
  const { id: memoryId } = await createApprovedLetter(person);
  const { id: recipientId } = await createRecipient(person);
  const form = { memoryId, deliveryType: 'scheduled', deliveryDate: '2031-05-04T16:00:00Z' };
  return { person, form: { ...form, recipientIds: [recipientId] } };
}

const send = (person: Person, idempotencyKey: string, payload: object) =>
  person.request({
    method: 'POST',
    url: '/api/schedules',
    payload,
    headers: { 'idempotency-key': idempotencyKey },
  });

const schedulesOf = async (person: Person) =>
  (await person.request({ url: '/api/schedules' })).json<Schedule[]>();

describe('a schedule whose answer was lost', () => {
  test('201: sent again under its key, it is the same schedule, with the same people', async () => {
    const { person, form } = await prepared();
    const key = v4();
    const first = await send(person, key, form);
    const again = await send(person, key, form);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    expect(await schedulesOf(person)).toEqual([first.json()]);
  });

  test('201: also when sent five times at once', async () => {
    const { person, form } = await prepared();
    const key = v4();
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(person, key, form)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(await schedulesOf(person)).toHaveLength(1);
  });

  test('201: also when it took the last date of the plan', async () => {
    const { person, form } = await prepared();
    for (let taken = 1; taken < plans.free.deliveryDatesPerYear; taken++) await createSchedule(person, form);
    const key = v4();
    const first = await send(person, key, form);
    expect((await send(person, key, form)).json()).toEqual(first.json());
    expect((await send(person, v4(), form)).statusCode).toBe(402);
  });

  test('two with keys of their own, or without any, are two', async () => {
    const { person, form } = await prepared();
    await send(person, v4(), form);
    await send(person, v4(), form);
    expect(await schedulesOf(person)).toHaveLength(2);
  });

  test("somebody else's key is not known", async () => {
    const { person, form } = await prepared();
    const other = await prepared();
    const key = v4();
    await send(person, key, form);
    expect((await send(other.person, key, other.form)).statusCode).toBe(201);
    expect(await schedulesOf(other.person)).toHaveLength(1);
  });

  test.each([
    ['day', { deliveryDate: '2031-05-05T16:00:00Z' }],
    ['kind', { deliveryType: 'on_death' }],
  ])('409: the key was used for another %s', async (_, changed) => {
    const { person, form } = await prepared();
    const key = v4();
    const first = await send(person, key, form);
    expect((await send(person, key, { ...form, ...changed })).statusCode).toBe(409);
    expect(await schedulesOf(person)).toEqual([first.json()]);
  });

  test('409: the key was used for another memory', async () => {
    const { person, form } = await prepared();
    const { id: memoryId } = await createApprovedLetter(person);
    const key = v4();
    const first = await send(person, key, form);
    expect((await send(person, key, { ...form, memoryId })).statusCode).toBe(409);
    expect(await schedulesOf(person)).toEqual([first.json()]);
  });

  test('400: a key that is no UUID', async () => {
    const { person, form } = await prepared();
    expect((await send(person, 'again', form)).statusCode).toBe(400);
    expect(await schedulesOf(person)).toEqual([]);
  });
});
