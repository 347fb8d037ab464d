import { createHash } from 'node:crypto';
import { count, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, type Person } from '../../../../test/factories.ts';
import { drawing, type MediaFile, mediaFiles } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { checkMemory } from '../../../job-list.ts';
import { memories } from './memories.table.ts';

const testApp = await startTestApp();
const { app, services } = testApp;

const jpeg = await drawing().jpeg().toBuffer();
const garden: MediaFile = { name: 'garden.jpg', contentType: 'image/jpeg', bytes: jpeg };
const photo = { type: 'photo', title: 'Our garden', recipient: 'Maya' };
const url = '/api/memories/upload';

function upload(person: Person, fields: Record<string, string>, file?: MediaFile) {
  return person.request({ method: 'POST', url, ...multipart(fields, file) });
}

/** The same form with its file first. */
function fileFirst(fields: Record<string, string>, file: MediaFile) {
  const [first, { payload, headers }] = [multipart({}, file).payload, multipart(fields)];
  return { headers, payload: Buffer.concat([first.subarray(0, first.lastIndexOf('--a-boundary')), payload]) };
}

describe('POST /api/memories/upload', () => {
  test('401: nobody is signed in, and the cookie alone does not count', async () => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    const form = multipart(photo, garden);
    for (const headers of [form.headers, { ...form.headers, cookie: `long_after_session=${person.token}` }]) {
      const answer = await app.inject({ method: 'POST', url, ...form, headers });
      expect(answer.statusCode).toBe(401);
    }
    expect(await storedKeys(testApp)).toEqual(before);
  });

  test('201: a photo comes back byte for byte, and its check is enqueued', async () => {
    const person = await createPerson(testApp);
    const backlog = await services.jobs.backlog(checkMemory);
    const answer = await upload(person, { ...photo, personalMessage: ' Look at the roses. ' }, garden);
    expect(answer.statusCode).toBe(201);
    const memory = answer.json<Memory>();
    expect(memory).toMatchObject({
      ...photo,
      personalMessage: 'Look at the roses.',
      content: null,
      isApproved: false,
      heldReason: null,
      fileName: 'garden.jpg',
      contentType: 'image/jpeg',
      fileSizeBytes: jpeg.length,
      createdAt: testApp.clock.now().toISOString(),
    });
    const file = await person.request({ url: memory.fileUrl ?? '' });
    expect(file.rawPayload.equals(jpeg)).toBe(true);
    expect(file.headers.etag).toBe(`"${createHash('sha256').update(jpeg).digest('hex')}"`);
    expect(await services.jobs.backlog(checkMemory)).toBe(backlog + 1);
  });

  test('security 32: 201: a letter, and no storage key or hash is shown', async () => {
    const person = await createPerson(testApp);
    const memory = await createLetter(person, { content: 'Dear Maya,\n\n  “quoted” – ünïcödé 🎂' });
    expect(memory).toMatchObject({
      content: 'Dear Maya,\n\n  “quoted” – ünïcödé 🎂',
      fileUrl: null,
      displayUrl: null,
    });
    expect(Object.keys(memory).filter((name) => /key|sha|userId|revision/i.test(name))).toEqual([]);
  });

  const formats = Object.entries(mediaFiles).flatMap(([type, makers]) =>
    Object.entries(makers).map(([format, make]) => [type, format, make] as const),
  );
  test.each(formats)('201: a %s as %s comes back byte for byte', async (type, _format, make) => {
    const person = await createPerson(testApp);
    const file = await make();
    const answer = await upload(person, { ...photo, type }, file);
    expect(answer.statusCode).toBe(201);
    const memory = answer.json<Memory>();
    expect(memory.contentType).toBe(file.contentType);
    const back = await person.request({ url: memory.fileUrl ?? '' });
    expect(back.rawPayload.equals(file.bytes)).toBe(true);
    expect(back.headers['content-type']).toBe(file.contentType);
  });

  test('201: the file may come before the fields', async () => {
    const person = await createPerson(testApp);
    const answer = await person.request({ method: 'POST', url, ...fileFirst(photo, garden) });
    expect(answer.statusCode).toBe(201);
    const back = await person.request({ url: answer.json<Memory>().fileUrl ?? '' });
    expect(back.rawPayload.equals(jpeg)).toBe(true);
  });

  test('201: fields that only the server sets are ignored', async () => {
    const person = await createPerson(testApp);
    const other = await createPerson(testApp);
    const fields = {
      ...photo,
      isApproved: 'true',
      userId: other.user.id,
      id: other.user.id,
      checkedAt: '2020-01-01T00:00:00Z',
      fileKey: 'memories/x/original',
      createdAt: '2020-01-01T00:00:00Z',
    };
    const memory = (await upload(person, fields, garden)).json<Memory>();
    expect(memory).toMatchObject({
      isApproved: false,
      createdAt: testApp.clock.now().toISOString(),
    });
    expect(memory.id).not.toBe(other.user.id);
    const [row] = await services.db.select().from(memories).where(eq(memories.id, memory.id));
    expect(row?.fileKey).toContain(memory.id);
    expect(row).toMatchObject({ userId: person.user.id, checkedAt: null });
  });

  test.each([
    ['../../etc/cron.d/x.jpg', 'etc cron.d x.jpg'],
    ['C:\\Users\\ruth\\x.jpg', 'x.jpg'],
    ['gpj.\u202Eexe.jpg', 'gpj. exe.jpg'],
    [`${'n'.repeat(300)}.jpg`, `${'n'.repeat(146)}.jpg`],
    ['Großmutter 90 Jahre 🎂.jpg', 'Großmutter 90 Jahre 🎂.jpg'],
  ])('security 43: 201: the name %j is kept as %j and names no place', async (name, kept) => {
    const person = await createPerson(testApp);
    const answer = await upload(person, photo, { ...garden, name });
    const memory = answer.json<Memory>();
    expect(memory.fileName).toBe(kept.replace(/^etc cron\.d x/, 'x'));
    const file = await person.request({ url: `/api/memories/${memory.id}/file?download=1` });
    const header = String(file.headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.!~-]+$/);
    expect(await storedKeys(testApp)).toContainEqual(
      expect.stringMatching(`^memories/${memory.id}/original-[0-9a-f-]{36}$`),
    );
  });
});

describe('the plan limit', () => {
  test('402: a second video on First Echo, and its file is not stored', async () => {
    const person = await createPerson(testApp);
    const film = await mediaFiles.video.mp4();
    expect((await upload(person, { ...photo, type: 'video' }, film)).statusCode).toBe(201);
    const before = await storedKeys(testApp);
    const answer = await upload(person, { ...photo, type: 'video' }, film);
    expect(answer.statusCode).toBe(402);
    expect(answer.json()).toEqual({
      code: 'plan_required',
      message: "You've reached your First Echo plan limit for videos.",
    });
    expect(await storedKeys(testApp)).toEqual(before);
  });

  test('402: a file that comes before the fields is not stored either', async () => {
    const person = await createPerson(testApp);
    const film = await mediaFiles.video.mp4();
    await upload(person, { ...photo, type: 'video' }, film);
    let storedBytes = 0;
    const { put } = services.storage;
    services.storage.put = async (...given) => {
      storedBytes += 1;
      return put(...given);
    };
    onTestFinished(() => {
      services.storage.put = put;
    });
    const form = fileFirst({ ...photo, type: 'video' }, film);
    expect((await person.request({ method: 'POST', url, ...form })).statusCode).toBe(402);
    expect(storedBytes).toBe(0);
  });

  test('security 33: 402: of twenty uploads for the last free place exactly one succeeds', async () => {
    const person = await createPerson(testApp);
    for (let n = 0; n < 9; n++) await upload(person, photo, garden);
    const before = await storedKeys(testApp);
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(person, photo, garden)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([201, ...Array(19).fill(402)]);
    const [rows] = await services.db
      .select({ n: count() })
      .from(memories)
      .where(eq(memories.userId, person.user.id));
    expect(rows?.n).toBe(10);
    expect((await storedKeys(testApp)).length).toBe(before.length + 1);
  });

  test('402: of twenty letters for the last free place exactly one succeeds', async () => {
    const person = await createPerson(testApp);
    for (let n = 0; n < 4; n++) await createLetter(person);
    const letter = { type: 'letter', title: 'x', recipient: 'y', content: 'z' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => upload(person, letter)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(402)]);
    expect((await person.request({ url: '/api/memories' })).json<Memory[]>()).toHaveLength(5);
  });

  test('201: a paid plan allows more', async () => {
    const person = await createPerson(testApp, { plan: 'basic' });
    const film = await mediaFiles.video.mp4();
    for (let n = 0; n < 2; n++)
      expect((await upload(person, { ...photo, type: 'video' }, film)).statusCode).toBe(201);
  });
});
