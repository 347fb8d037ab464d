import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { MemoryType } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createPerson, type Person } from '../../../../test/factories.ts';
import { drawing, type MediaFile } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { StorageFullError } from '../../../platform/storage/storage.ts';
import { memories } from './memories.table.ts';

const testApp = await startTestApp();

const jpeg = await drawing().jpeg().toBuffer();
const png = await drawing().png().toBuffer();
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const garden: MediaFile = { name: 'garden.jpg', contentType: 'image/jpeg', bytes: jpeg };
const photo = { type: 'photo', title: 'Our garden', recipient: 'Maya' };
const letter = { type: 'letter', title: 'For your thirtieth', recipient: 'Maya', content: 'Dear Maya' };
const url = '/api/memories/upload';

function upload(person: Person, fields: Record<string, string>, file?: MediaFile) {
  return person.request({ method: 'POST', url, ...multipart(fields, file) });
}

/** A refused upload leaves neither row nor file. */
async function expectNothingKept(person: Person, before: string[]): Promise<void> {
  const rows = await testApp.services.db.select().from(memories).where(eq(memories.userId, person.user.id));
  expect(rows).toEqual([]);
  expect(await storedKeys(testApp)).toEqual(before);
}

describe('POST /api/memories/upload refuses', () => {
  const wrongBytes: [string, MemoryType, MediaFile][] = [
    ['a page named .jpg', 'photo', { ...garden, bytes: Buffer.from('<html><script>alert(1)</script>') }],
    ['a PNG named .mp4', 'video', { name: 'a.mp4', contentType: 'video/mp4', bytes: png }],
    ['a PNG named .jpg', 'photo', { ...garden, bytes: png }],
    ['a JPEG declared as a page', 'photo', { ...garden, contentType: 'text/html' }],
    ['a JPEG declared as a PNG', 'photo', { ...garden, contentType: 'image/png' }],
    ['a JPEG with another ending', 'photo', { ...garden, name: 'garden.exe' }],
    ['a JPEG without an ending', 'photo', { ...garden, name: 'garden' }],
    ['a photo sent as a film', 'video', garden],
    [
      'an SVG',
      'photo',
      { name: 'a.svg', contentType: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="x"/>') },
    ],
    [
      'an SVG named .png',
      'photo',
      { name: 'a.png', contentType: 'image/png', bytes: Buffer.from('<svg xmlns="x"/>') },
    ],
    ['a HEIC photo', 'photo', { name: 'a.heic', contentType: 'image/heic', bytes: heic }],
    ['a HEIC photo named .jpg', 'photo', { ...garden, bytes: heic }],
    ['a PDF', 'photo', { ...garden, bytes: Buffer.from('%PDF-1.7\n1 0 obj') }],
    [
      'an archive named .mp4',
      'video',
      { name: 'a.mp4', contentType: 'video/mp4', bytes: Buffer.from('PK\x03\x04\x14\0\0\0') },
    ],
    [
      'a playlist named .mp4',
      'video',
      {
        name: 'a.mp4',
        contentType: 'video/mp4',
        bytes: Buffer.from('#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1/x.ts\n'),
      },
    ],
    ['an empty file', 'audio', { name: 'a.mp3', contentType: 'audio/mpeg', bytes: Buffer.alloc(0) }],
    ['a single byte', 'photo', { ...garden, bytes: Buffer.from([0xff]) }],
  ];
  test.each(wrongBytes)('security 38: 415: %s', async (_what, type, file) => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    for (const form of [multipart({ ...photo, type }, file), lastType(type, file)]) {
      const answer = await person.request({ method: 'POST', url, ...form });
      expect(answer.statusCode).toBe(415);
      expect(answer.json()).toMatchObject({
        code: 'unsupported_type',
        fields: { file: expect.stringMatching(/^Please select a valid /) },
      });
    }
    const { fields } = (await upload(person, { ...photo, type }, file)).json<{ fields: { file: string } }>();
    expect(fields.file).toBe(`Please select a valid ${type} file`);
    await expectNothingKept(person, before);
  });

  /** The same form with the file before the field `type`. */
  function lastType(type: string, file: MediaFile) {
    const first = multipart({ title: 'x', recipient: 'y' }, file);
    const then = multipart({ type });
    const upToEnd = first.payload.subarray(0, first.payload.lastIndexOf('--a-boundary'));
    return { payload: Buffer.concat([upToEnd, then.payload]), headers: then.headers };
  }

  test.each([
    ['no title', { ...photo, title: '  ' }, 'title', 'Please fill in title and recipient before uploading'],
    [
      'no recipient',
      { type: 'photo', title: 'x' },
      'recipient',
      'Please fill in title and recipient before uploading',
    ],
    [
      'a NUL in the title',
      { ...photo, title: 'a\0b' },
      'title',
      'This text contains a character that cannot be stored',
    ],
    [
      'a title of 201 characters',
      { ...photo, title: 'x'.repeat(201) },
      'title',
      'Please use at most 200 characters',
    ],
    ['an unknown type', { ...photo, type: 'hologram' }, 'type', expect.any(String)],
    ['no type', { title: 'x', recipient: 'y' }, 'type', expect.any(String)],
  ])('400: %s', async (_what, fields, field, message) => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    const answer = await upload(person, fields, garden);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', fields: { [field]: message } });
    await expectNothingKept(person, before);
  });

  test.each([
    [
      'a letter without a title',
      { ...letter, title: '' },
      'title',
      'Please fill in title and recipient before saving',
    ],
    ['a blank letter', { ...letter, content: ' \n ' }, 'content', 'Please write the letter first'],
    [
      'a letter of 5001 characters',
      { ...letter, content: 'x'.repeat(5001) },
      'content',
      'Please use at most 5000 characters',
    ],
    [
      'a letter of a megabyte',
      { ...letter, content: 'é'.repeat(600_000) },
      'content',
      'Please use at most 5000 characters',
    ],
    [
      'a NUL in the letter',
      { ...letter, content: 'a\0b' },
      'content',
      'This text contains a character that cannot be stored',
    ],
    ['a photo without a file', photo, 'file', 'Please select a valid photo file'],
  ])('400: %s', async (_what, fields, field, message) => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    const answer = await upload(person, fields);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { [field]: message } });
    await expectNothingKept(person, before);
  });

  test('201: a letter of 5000 characters is not too long', async () => {
    const person = await createPerson(testApp);
    expect((await upload(person, { ...letter, content: 'é'.repeat(5000) })).statusCode).toBe(201);
  });

  test('400: a letter with a file', async () => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    const answer = await upload(person, letter, garden);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ fields: { file: expect.any(String) } });
    await expectNothingKept(person, before);
  });

  const { payload: form, headers } = multipart(photo, garden);
  const end = form.lastIndexOf('--a-boundary');
  const type = headers['content-type'] ?? '';
  const secondFile = multipart({}, garden).payload;
  test.each([
    ['JSON', Buffer.from(JSON.stringify(photo)), 'application/json'],
    ['no boundary', form, 'multipart/form-data'],
    ['another boundary', form, 'multipart/form-data; boundary=other'],
    ['an empty body', Buffer.alloc(0), type],
    ['a body cut off inside the file', form.subarray(0, end - 500), type],
    ['a body cut off after the file', form.subarray(0, end), type],
    ['two files', Buffer.concat([form.subarray(0, end), secondFile]), type],
    [
      'a file in another field',
      Buffer.from(form.toString('latin1').replace('name="file"', 'name="film"'), 'latin1'),
      type,
    ],
    ['a title twice', Buffer.concat([multipart({ title: 'one' }).payload.subarray(0, -41), form]), type],
    [
      'a part without a name',
      Buffer.from(
        `--a-boundary-that-no-test-file-holds\r\n\r\nx\r\n--a-boundary-that-no-test-file-holds--\r\n`,
      ),
      type,
    ],
  ])('400: %s', async (_what, payload, contentType) => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    const answer = await person.request({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': contentType },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'bad_request', message: expect.any(String) });
    await expectNothingKept(person, before);
  });

  test('F13: 503: storage is full, said plainly, and later it is not', async () => {
    const before = await storedKeys(testApp);
    const person = await createPerson(testApp);
    const { storage } = testApp.services;
    testApp.services.storage = {
      ...storage,
      async put(_key, source) {
        source.destroy();
        throw new StorageFullError();
      },
    };
    const answer = await upload(person, photo, garden);
    testApp.services.storage = storage;
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('300');
    expect(answer.json().message).toBe(
      'We have no room for this file at the moment. Nothing was saved; please try again later.',
    );
    await expectNothingKept(person, before);
    expect((await upload(person, photo, garden)).statusCode).toBe(201);
  });

  test('503: the disk of the files is gone, and later it is back', async () => {
    const person = await createPerson(testApp);
    const files = join(testApp.services.config.dataDir, 'files');
    await rename(join(files, 'tmp'), join(files, 'unmounted'));
    const answer = await upload(person, photo, garden);
    await rename(join(files, 'unmounted'), join(files, 'tmp'));
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await upload(person, photo, garden)).statusCode).toBe(201);
  });

  test('415: plain text instead of a form', async () => {
    const person = await createPerson(testApp);
    const answer = await person.request({
      method: 'POST',
      url,
      payload: 'x',
      headers: { 'content-type': 'text/css' },
    });
    expect(answer.statusCode).toBe(415);
  });

  test('400: a hundred fields', async () => {
    const person = await createPerson(testApp);
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, 'x']));
    expect((await upload(person, { ...many, ...letter })).statusCode).toBe(400);
  });
});
