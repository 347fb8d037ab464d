import { describe, expect, test } from 'vitest';
import type { Memory } from '../../../../shared/memories/memories.ts';
import { startTestApp } from '../../../../test/app.ts';
import { createLetter, createPerson, type Person, uploadMemory } from '../../../../test/factories.ts';
import { drawing } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';

// No worker runs: tests that need an approved memory call the check themselves.

const testApp = await startTestApp();
const { app, services } = testApp;
const jpeg = await drawing().jpeg().toBuffer();

const garden = { name: 'garden.jpg', contentType: 'image/jpeg', bytes: jpeg };
const createPhoto = (person: Person) => uploadMemory(person, { type: 'photo', title: 'Our garden' }, garden);

describe('the files of a memory', () => {
  test('200, 206, 304, 416: the original, in whole, in parts, or unchanged', async () => {
    const person = await createPerson(testApp);
    const memory = await createPhoto(person);
    const url = memory.fileUrl ?? '';
    const whole = await person.request({ url });
    expect(whole.rawPayload.equals(jpeg)).toBe(true);
    expect(whole.headers['cache-control']).toBe('no-store');
    const part = await person.request({ url, headers: { range: 'bytes=10-19' } });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(jpeg.subarray(10, 20))).toBe(true);
    const past = await person.request({ url, headers: { range: `bytes=${jpeg.length}-` } });
    expect(past.statusCode).toBe(416);
    const same = await person.request({ url, headers: { 'if-none-match': String(whole.headers['etag']) } });
    expect(same.statusCode).toBe(304);
    const head = await person.request({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(jpeg.length),
      '',
    ]);
  });

  test('200: with the cookie alone, as <img> and <video> send it', async () => {
    const fields = {
      email: `c.${Date.now()}@example.com`,
      password: 'Quiet-Harbour-1994',
      dateOfBirth: '1948-03-02',
    };
    const payload = { firstName: 'Ruth', lastName: 'Alvarez', ...fields };
    const registered = await app.inject({ method: 'POST', url: '/api/auth/register', payload });
    const [cookie] = registered.cookies;
    const { token } = registered.json<{ token: string }>();
    const form = multipart(
      { type: 'photo', title: 'x', recipient: 'y' },
      { name: 'a.jpg', contentType: 'image/jpeg', bytes: jpeg },
    );
    const headers = { ...form.headers, authorization: `Bearer ${token}` };
    const made = await app.inject({
      method: 'POST',
      url: '/api/memories/upload',
      payload: form.payload,
      headers,
    });
    const answer = await app.inject({
      url: made.json<Memory>().fileUrl ?? '',
      cookies: { [cookie?.name ?? '']: cookie?.value ?? '' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(jpeg)).toBe(true);
  });

  test('200: without renditions, display is the original and there is no thumbnail', async () => {
    const person = await createPerson(testApp);
    const { id } = await createPhoto(person);
    const display = await person.request({ url: `/api/memories/${id}/display` });
    expect(display.rawPayload.equals(jpeg)).toBe(true);
    expect((await person.request({ url: `/api/memories/${id}/thumbnail` })).statusCode).toBe(404);
  });

  test('404: a letter has none', async () => {
    const person = await createPerson(testApp);
    const { id } = await createLetter(person);
    for (const path of ['file', 'display', 'thumbnail']) {
      expect((await person.request({ url: `/api/memories/${id}/${path}` })).statusCode).toBe(404);
    }
  });

  test('404: one missing from storage', async () => {
    const person = await createPerson(testApp);
    const memory = await createPhoto(person);
    for (const key of await storedKeys(testApp, `memories/${memory.id}/`)) await services.storage.remove(key);
    expect((await person.request({ url: memory.fileUrl ?? '' })).statusCode).toBe(404);
  });
});
