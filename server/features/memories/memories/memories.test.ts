import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  type Person,
  uploadMemory,
} from '../../../../test/factories.ts';
import { drawing, mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { checkMemory as checkMemoryJob } from '../../../job-list.ts';
import { schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { memories } from './memories.table.ts';

// No worker runs: tests that need an approved memory call the check themselves.

const testApp = await startTestApp();
const { app, services, clock } = testApp;
const unknownId = '0193c0de-0000-7000-8000-000000000000';

const jpeg = await drawing().jpeg().toBuffer();
const otherJpeg = await drawing(320, 200).jpeg().toBuffer();

const garden = { name: 'garden.jpg', contentType: 'image/jpeg', bytes: jpeg };
const createPhoto = (person: Person) => uploadMemory(person, { type: 'photo', title: 'Our garden' }, garden);

async function approve(memory: Memory, revision = 1): Promise<void> {
  await checkMemory(services, { memoryId: memory.id, revision });
}

function change(person: Person, id: string, payload: Record<string, unknown>) {
  return person.request({ method: 'PATCH', url: `/api/memories/${id}`, payload });
}

async function row(id: string) {
  const [found] = await services.db.select().from(memories).where(eq(memories.id, id));
  return found;
}

const routes = [
  ['GET', ''],
  ['PATCH', ''],
  ['DELETE', ''],
  ['GET', '/file'],
  ['HEAD', '/file'],
  ['GET', '/thumbnail'],
  ['GET', '/display'],
] as const;

describe('every route of one memory', () => {
  test.each(routes)('401: %s …%s without signing in', async (method, path) => {
    const person = await createPerson(testApp);
    const { id } = await createPhoto(person);
    const answer = await app.inject({ method, url: `/api/memories/${id}${path}` });
    expect(answer.statusCode).toBe(401);
    expect(await row(id)).toBeDefined();
  });

  test.each(routes)(
    "404: %s …%s of someone else's memory is answered like an unknown one",
    async (method, path) => {
      const owner = await createPerson(testApp);
      const stranger = await createPerson(testApp);
      const memory = await createPhoto(owner);
      await approve(memory);
      const foreign = await stranger.request({ method, url: `/api/memories/${memory.id}${path}` });
      const unknown = await stranger.request({ method, url: `/api/memories/${unknownId}${path}` });
      const noId = await stranger.request({ method, url: `/api/memories/not-an-id${path}` });
      expect([foreign.statusCode, unknown.statusCode, noId.statusCode]).toEqual([404, 404, 404]);
      expect(foreign.body).toBe(unknown.body);
      expect(await row(memory.id)).toMatchObject({ title: 'Our garden' });
    },
  );
});

describe('GET /api/memories', () => {
  test('401: nobody is signed in', async () => {
    expect((await app.inject({ url: '/api/memories' })).statusCode).toBe(401);
  });

  test('200: newest first, page by page, and nobody else’s', async () => {
    const person = await createPerson(testApp);
    await createLetter(await createPerson(testApp));
    const titles = ['one', 'two', 'three', 'four', 'five'];
    for (const title of titles) await createLetter(person, { title });
    const seen: string[] = [];
    let url: string | undefined = '/api/memories?limit=2';
    for (let pages = 0; url && pages < 5; pages++) {
      const answer = await person.request({ url });
      const list = answer.json<Memory[]>();
      expect(list.length).toBeLessThanOrEqual(2);
      seen.push(...list.map(({ title }) => title));
      url = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link'] ?? ''))?.[1];
    }
    expect(seen).toEqual([...titles].reverse());
    const all = await person.request({ url: '/api/memories' });
    expect(all.json<Memory[]>()).toHaveLength(5);
    expect(all.headers['link']).toBeUndefined();
  });

  test('200: one type only, over pages too', async () => {
    const person = await createPerson(testApp);
    await createLetter(person);
    const first = await createPhoto(person);
    await createLetter(person);
    const second = await createPhoto(person);
    const answer = await person.request({ url: '/api/memories?type=photo&limit=1' });
    expect(answer.json<Memory[]>().map(({ id }) => id)).toEqual([second.id]);
    const next = /^<([^>]+)>/.exec(String(answer.headers['link']))?.[1] ?? '';
    expect((await person.request({ url: next })).json<Memory[]>().map(({ id }) => id)).toEqual([first.id]);
  });

  test('security 36: 200: an absurd limit is capped, another owner in the query is ignored', async () => {
    const person = await createPerson(testApp);
    const other = await createPerson(testApp);
    await createLetter(other);
    for (const query of ['limit=1000000000', 'limit=-5', 'limit=x', `userId=${other.user.id}`]) {
      const answer = await person.request({ url: `/api/memories?${query}` });
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual([]);
    }
  });

  test.each(['before=nonsense', 'type=hologram'])('400: %s', async (query) => {
    const person = await createPerson(testApp);
    expect((await person.request({ url: `/api/memories?${query}` })).statusCode).toBe(400);
  });
});

describe('PATCH /api/memories/:id', () => {
  test('200: title, recipient and message change; an approved memory stays approved', async () => {
    const person = await createPerson(testApp);
    const memory = await createPhoto(person);
    await approve(memory);
    clock.advance(60);
    const answer = await change(person, memory.id, {
      title: ' New ',
      recipient: 'children',
      personalMessage: 'Hello',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      title: 'New',
      recipient: 'children',
      personalMessage: 'Hello',
      isApproved: true,
      updatedAt: clock.now().toISOString(),
      createdAt: memory.createdAt,
    });
    const cleared = await change(person, memory.id, { personalMessage: '' });
    expect(cleared.json()).toMatchObject({ personalMessage: null, title: 'New' });
  });

  test('200: a photo takes no letter text, and stays approved', async () => {
    const person = await createPerson(testApp);
    const memory = await createPhoto(person);
    await approve(memory);
    const answer = await change(person, memory.id, { content: 'Dear Maya,' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ content: null, isApproved: true });
  });

  test('a check that runs twice approves once', async () => {
    const person = await createPerson(testApp);
    const { id } = await createPhoto(person);
    await Promise.all([1, 2].map(() => checkMemory(services, { memoryId: id, revision: 1 })));
    await checkMemory(services, { memoryId: id, revision: 1 });
    const approvals = and(eq(auditLog.subjectId, id), eq(auditLog.action, 'memory.approved'));
    expect(await services.db.$count(auditLog, approvals)).toBe(1);
  });

  test('200: a changed letter is approved in the same transaction', async () => {
    const person = await createPerson(testApp);
    const letter = await createLetter(person);
    expect(letter.isApproved).toBe(true);
    const answer = await change(person, letter.id, { content: 'Dearest Maya' });
    expect(answer.json()).toMatchObject({ content: 'Dearest Maya', isApproved: true, heldReason: null });
    expect(await row(letter.id)).toMatchObject({ revision: 2, checkedAt: clock.now() });
    const approvals = and(eq(auditLog.subjectId, letter.id), eq(auditLog.action, 'memory.approved'));
    expect(await services.db.$count(auditLog, approvals)).toBe(2);
  });

  test('200: a photo with another file is checked again; a check of the one before does not count', async () => {
    const person = await createPerson(testApp);
    const photo = await createPhoto(person);
    await approve(photo);
    const backlog = await services.jobs.backlog(checkMemoryJob);
    const form = multipart({}, { name: 'b.jpg', contentType: 'image/jpeg', bytes: otherJpeg });
    const answer = await person.request({ method: 'PATCH', url: `/api/memories/${photo.id}`, ...form });
    expect(answer.json()).toMatchObject({ fileName: 'b.jpg', isApproved: false, heldReason: null });
    expect(await row(photo.id)).toMatchObject({ revision: 2, checkedAt: null });
    expect(await services.jobs.backlog(checkMemoryJob)).toBe(backlog + 1);
    await approve(photo, 1);
    expect(await row(photo.id)).toMatchObject({ isApproved: false });
    await approve(photo, 2);
    expect(await row(photo.id)).toMatchObject({ isApproved: true });
  });

  test('200: another file is checked again and gets a new URL, and the old one is erased', async () => {
    const person = await createPerson(testApp);
    const memory = await createPhoto(person);
    await approve(memory);
    const before = await storedKeys(testApp, `memories/${memory.id}/`);
    expect(before).toHaveLength(3);
    const file = { name: 'new.jpg', contentType: 'image/jpeg', bytes: otherJpeg };
    const answer = await person.request({
      method: 'PATCH',
      url: `/api/memories/${memory.id}`,
      ...multipart({ title: 'New' }, file),
    });
    expect(answer.statusCode).toBe(200);
    const changed = answer.json<Memory>();
    expect(changed).toMatchObject({
      title: 'New',
      recipient: 'Maya',
      fileName: 'new.jpg',
      isApproved: false,
      thumbnailUrl: null,
    });
    expect(changed.fileUrl).not.toBe(memory.fileUrl);
    expect((await person.request({ url: changed.fileUrl ?? '' })).rawPayload.equals(otherJpeg)).toBe(true);
    await approve(memory, 2);
    expect(await row(memory.id)).toMatchObject({ isApproved: true, revision: 2 });
  });

  test('200: the plan limit does not prevent a change', async () => {
    const person = await createPerson(testApp);
    const film = await mediaFiles.video.mp4();
    const { id } = await uploadMemory(person, { type: 'video' }, film);
    const answer = await person.request({
      method: 'PATCH',
      url: `/api/memories/${id}`,
      ...multipart({}, film),
    });
    expect(answer.statusCode).toBe(200);
  });

  test('200: fields that only the server sets are ignored', async () => {
    const person = await createPerson(testApp);
    const other = await createPerson(testApp);
    const photo = await createPhoto(person);
    const answer = await change(person, photo.id, {
      isApproved: true,
      userId: other.user.id,
      type: 'video',
      checkedAt: '2020-01-01T00:00:00Z',
      heldReason: 'x',
      fileKey: 'memories/x',
      revision: 9,
    });
    expect(answer.json()).toEqual({ ...photo, updatedAt: expect.any(String) });
    expect(await row(photo.id)).toMatchObject({
      userId: person.user.id,
      revision: 1,
      checkedAt: null,
      fileKey: expect.stringContaining(photo.id),
    });
  });

  test.each([
    [{ title: ' ' }, 'title', 'Please fill in title and recipient before saving'],
    [{ recipient: '' }, 'recipient', 'Please fill in title and recipient before saving'],
    [{ content: '  ' }, 'content', 'Please write the letter first'],
    [{ content: 'x'.repeat(5001) }, 'content', 'Please use at most 5000 characters'],
    [{ content: 'a\0b' }, 'content', 'This text contains a character that cannot be stored'],
    [{ title: 5 }, 'title', expect.any(String)],
    [{ title: null }, 'title', expect.any(String)],
    [[], 'body', expect.any(String)],
  ])('400: %j', async (payload, field, message) => {
    const person = await createPerson(testApp);
    const letter = await createLetter(person);
    const answer = await person.request({ method: 'PATCH', url: `/api/memories/${letter.id}`, payload });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', fields: { [field]: message } });
    expect(await row(letter.id)).toMatchObject({ title: letter.title, content: letter.content, revision: 1 });
  });

  test('415 for a file of another type, 400 for any file for a letter, and neither is stored', async () => {
    const person = await createPerson(testApp);
    const letter = await createLetter(person);
    const photo = await createPhoto(person);
    const files = await storedKeys(testApp);
    const film = await mediaFiles.video.mp4();
    for (const [{ id }, status] of [
      [letter, 400],
      [photo, 415],
    ] as const) {
      const answer = await person.request({
        method: 'PATCH',
        url: `/api/memories/${id}`,
        ...multipart({}, film),
      });
      expect(answer.statusCode).toBe(status);
      expect(answer.json()).toMatchObject({ fields: { file: expect.any(String) } });
    }
    const badField = multipart({ title: '' }, { name: 'a.jpg', contentType: 'image/jpeg', bytes: otherJpeg });
    const answer = await person.request({ method: 'PATCH', url: `/api/memories/${photo.id}`, ...badField });
    expect(answer.statusCode).toBe(400);
    expect(await storedKeys(testApp)).toEqual(files);
    expect(await row(photo.id)).toMatchObject({ revision: 1, title: 'Our garden' });
  });

  test('400: broken JSON', async () => {
    const person = await createPerson(testApp);
    const letter = await createLetter(person);
    const answer = await person.request({
      method: 'PATCH',
      url: `/api/memories/${letter.id}`,
      payload: '{"title":',
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('DELETE /api/memories/:id', () => {
  test('204: gone, with its undelivered schedules', async () => {
    const person = await createPerson(testApp);
    const letter = await createLetter(person);
    await approve(letter);
    const recipient = await createRecipient(person);
    const deliveryDate = new Date(clock.now().getTime() + 86_400_000 * 30).toISOString();
    const schedule = await createSchedule(person, {
      memoryId: letter.id,
      deliveryDate,
      recipientIds: [recipient.id],
    });
    const answer = await person.request({ method: 'DELETE', url: `/api/memories/${letter.id}` });
    expect(answer.statusCode).toBe(204);
    expect(answer.body).toBe('');
    expect((await person.request({ url: `/api/memories/${letter.id}` })).statusCode).toBe(404);
    expect(await services.db.select().from(schedules).where(eq(schedules.id, schedule.id))).toEqual([]);
    expect((await person.request({ method: 'DELETE', url: `/api/memories/${letter.id}` })).statusCode).toBe(
      404,
    );
  });

  test('204: frees a place in the plan', async () => {
    const person = await createPerson(testApp);
    for (let n = 0; n < 5; n++) await createLetter(person);
    await expect(createLetter(person)).rejects.toThrow('402');
    const [newest] = (await person.request({ url: '/api/memories' })).json<Memory[]>();
    await person.request({ method: 'DELETE', url: `/api/memories/${newest?.id}` });
    await expect(createLetter(person)).resolves.toMatchObject({ type: 'letter' });
  });
});
