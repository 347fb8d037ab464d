import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../shared/memories.ts';
import { startTestApp } from '../../../test/app.ts';
import { createLetter, createPerson, type Person } from '../../../test/factories.ts';
import { multipart } from '../../../test/multipart.ts';
import { memories } from './memories.table.ts';

const test1 = await startTestApp();
const { app, services } = test1;

const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#3a5' } })
  .jpeg()
  .toBuffer();
const photo = { type: 'photo', title: 'Our garden', recipient: 'Maya' };

function upload(person: Person, fields: Record<string, string>, file?: Parameters<typeof multipart>[1]) {
  return person.request({ method: 'POST', url: '/api/memories/upload', ...multipart(fields, file) });
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.storage.list('memories/')) keys.push(key);
  return keys;
}

describe('POST /api/memories/upload', () => {
  test('401: nobody is signed in', async () => {
    const form = multipart(photo, { name: 'a.jpg', contentType: 'image/jpeg', bytes: jpeg });
    const answer = await app.inject({ method: 'POST', url: '/api/memories/upload', ...form });
    expect(answer.statusCode).toBe(401);
    expect(await storedKeys()).toEqual([]);
  });

  test('201: a photo comes back byte for byte', async () => {
    const person = await createPerson(test1);
    const answer = await upload(person, photo, {
      name: 'Garten ü.jpg',
      contentType: 'image/jpeg',
      bytes: jpeg,
    });
    expect(answer.statusCode).toBe(201);
    const memory = answer.json<Memory>();
    expect(memory).toMatchObject({
      ...photo,
      isApproved: false,
      fileName: 'Garten ü.jpg',
      fileSizeBytes: jpeg.length,
    });
    const file = await person.request({ url: memory.fileUrl ?? '' });
    expect(file.statusCode).toBe(200);
    expect(file.rawPayload.equals(jpeg)).toBe(true);
    expect(file.headers.etag).toBe(`"${createHash('sha256').update(jpeg).digest('hex')}"`);
  });

  test('201: a letter has no file', async () => {
    const person = await createPerson(test1);
    const letter = await createLetter(person);
    expect(letter).toMatchObject({ type: 'letter', fileUrl: null, displayUrl: null, isApproved: false });
    const [row] = await services.db.select().from(memories).where(eq(memories.id, letter.id));
    expect(row?.content).toBe('Dear Maya, here is my toast.');
  });
});
