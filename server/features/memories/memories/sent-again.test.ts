import { v4 } from 'uuid';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { plans } from '../../../../shared/plans.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, type Person } from '../../../../test/factories.ts';
import { type MediaFile, mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { checkMemory } from '../../../job-list.ts';

const testApp = await startTestApp();
const photo = await mediaFiles.photo.jpeg();
const fields = { type: 'photo', title: 'The garden', recipient: 'Maya' };

function upload(
  person: Person,
  uploadKey: string,
  [form, file]: [Record<string, string>, MediaFile?] = [fields, photo],
) {
  const { payload, headers } = multipart(form, file);
  return person.request({
    method: 'POST',
    url: '/api/memories/upload',
    payload,
    headers: { ...headers, 'idempotency-key': uploadKey },
  });
}

async function memoriesOf(person: Person): Promise<string[]> {
  return (await person.request({ url: '/api/memories' })).json<Memory[]>().map(({ id }) => id);
}

describe('an upload whose response was lost', () => {
  test('201: sent again under its key, it is the same memory, checked once and stored once', async () => {
    const person = await createPerson(testApp);
    const key = v4();
    const first = (await upload(person, key)).json<Memory>();
    const files = await storedKeys(testApp);
    const backlog = await testApp.services.jobs.backlog(checkMemory);
    const again = await upload(person, key);
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first);
    expect(await memoriesOf(person)).toEqual([first.id]);
    expect(await storedKeys(testApp)).toEqual(files);
    expect(await testApp.services.jobs.backlog(checkMemory)).toBe(backlog);
  });

  test('201: also when sent five times at once', async () => {
    const person = await createPerson(testApp);
    const key = v4();
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(person, key)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201]);
    expect(await memoriesOf(person)).toEqual([answers[0]?.json<Memory>().id]);
  });

  test('201: also when it took the last place of the plan', async () => {
    const person = await createPerson(testApp);
    for (let taken = 1; taken < plans.free.memoryLimits.photo; taken++) await upload(person, v4());
    const key = v4();
    const last = (await upload(person, key)).json<Memory>();
    expect((await upload(person, key)).json()).toEqual(last);
    expect((await upload(person, v4())).statusCode).toBe(402);
  });

  test('201: with somebody else’s key it is a new memory', async () => {
    const [ruth, samuel] = [await createPerson(testApp), await createPerson(testApp)];
    const key = v4();
    const hers = (await upload(ruth, key)).json<Memory>();
    const his = (await upload(samuel, key)).json<Memory>();
    expect(his.id).not.toBe(hers.id);
    expect(await memoriesOf(samuel)).toEqual([his.id]);
  });

  test('201: without a key, each is a new memory', async () => {
    const person = await createPerson(testApp);
    await createLetter(person);
    await createLetter(person);
    expect(await memoriesOf(person)).toHaveLength(2);
  });

  test('409: the key of another picture or letter, and neither is lost', async () => {
    const person = await createPerson(testApp);
    const letter = { type: 'letter', title: 'To you', recipient: 'Maya', content: 'Sit down first.' };
    const keys = { photo: v4(), letter: v4() };
    await upload(person, keys.photo);
    await upload(person, keys.letter, [letter]);
    const files = await storedKeys(testApp);
    expect((await upload(person, keys.photo, [fields, await mediaFiles.photo.png()])).statusCode).toBe(409);
    expect((await upload(person, keys.letter, [{ ...letter, content: 'Stand up.' }])).statusCode).toBe(409);
    expect((await upload(person, keys.letter, [letter])).statusCode).toBe(201);
    expect(await memoriesOf(person)).toHaveLength(2);
    expect(await storedKeys(testApp)).toEqual(files);
  });

  test('400: an invalid key', async () => {
    const person = await createPerson(testApp);
    const files = await storedKeys(testApp);
    expect((await upload(person, "1' or '1")).statusCode).toBe(400);
    expect(await memoriesOf(person)).toEqual([]);
    expect(await storedKeys(testApp)).toEqual(files);
  });
});
