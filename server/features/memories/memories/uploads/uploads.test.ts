import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Memory, MemoryForm, memoryFileMaxBytes } from '../../../../../shared/memories/memories.ts';
import type { Upload } from '../../../../../shared/memories/uploads.ts';
import { plans } from '../../../../../shared/plans.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { createPerson, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mediaFiles } from '../../../../../test/media.ts';
import { untilItWaits } from '../../../../../test/row-locks.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import {
  begin,
  begun,
  makeMemory,
  send,
  sha256Of,
  standsAt,
  tusHeaders,
  uploadMetadata,
} from '../../../../../test/uploads.ts';
import { buildApp } from '../../../../app.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { memoryHooks, storedFileKinds } from '../../../../wiring.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { eraseFilesHandler } from '../../../system/stored-files/stored-files.jobs.ts';
import { finishUpload } from './finish-upload.ts';
import { uploadParts, uploads } from './uploads.table.ts';
import { eraseExpiredUploads, partKey } from './uploads.ts';

const testApp = await startTestApp();
const photo = await mediaFiles.photo.jpeg();
const half = Math.floor(photo.bytes.length / 2);
const form = { type: 'photo', title: 'The harbour, early', recipient: 'Maya' };
const partsStored = () => storedKeys(testApp, 'uploads/');

async function sent(person: Person, file = photo): Promise<string> {
  const url = await begun(person, file, { type: 'photo', sha256: sha256Of(file.bytes) });
  await send(person, url, 0, file.bytes);
  return url;
}

async function memoriesOf(person: Person): Promise<Memory[]> {
  return (await person.request({ url: '/api/memories' })).json<Memory[]>();
}

async function loadOwner({ user }: Person): Promise<UserRow> {
  const [owner] = await testApp.services.db.select().from(users).where(eq(users.id, user.id));
  return requireFound(owner);
}

async function fileOf(person: Person, memory: Memory | undefined): Promise<Buffer> {
  return (await person.request({ url: memory?.fileUrl ?? '' })).rawPayload;
}

/** After days away, a person's session has ended. */
async function signInAgain(person: Person): Promise<void> {
  const payload = { email: person.user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  person.token = answer.json().token;
}

async function fillPlan(person: Person, places = 0): Promise<void> {
  for (let taken = places; taken < plans.free.memoryLimits.photo; taken++)
    await makeMemory(person, await sent(person), form);
}

describe('an upload in pieces', () => {
  test('201: what came in two requests is one memory, byte for byte', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    const first = await send(person, url, 0, photo.bytes.subarray(0, half));
    expect([first.statusCode, first.headers['upload-offset']]).toEqual([204, String(half)]);
    expect(await standsAt(person, url)).toBe(half);
    await send(person, url, half, photo.bytes.subarray(half));
    const answer = await makeMemory(person, url, form);
    expect(answer.statusCode).toBe(201);
    const [memory] = await memoriesOf(person);
    expect(memory).toMatchObject({ ...form, fileName: photo.name, fileSizeBytes: photo.bytes.length });
    expect(await fileOf(person, memory)).toEqual(photo.bytes);
    expect((await person.request({ url: '/api/uploads' })).json()).toEqual([]);
  });

  test('201: what a browser recorded, whose type names its codecs', async () => {
    const person = await createPerson(testApp);
    const recording = { ...photo, name: 'take.webm', contentType: 'video/webm;codecs=vp9,opus' };
    expect((await begin(person, recording, { type: 'video' })).statusCode).toBe(201);
  });

  test('200: what has been begun is listed with how much is here, and says until when', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    await send(person, url, 0, photo.bytes.subarray(0, half));
    const [upload] = (await person.request({ url: '/api/uploads' })).json<Upload[]>();
    expect(upload).toMatchObject({ type: 'photo', sizeBytes: photo.bytes.length, arrivedBytes: half });
    const head = await person.request({ method: 'HEAD', url, headers: tusHeaders });
    expect(head.headers).toMatchObject({
      'tus-resumable': '1.0.0',
      'upload-length': String(photo.bytes.length),
      'upload-metadata': uploadMetadata({ filename: photo.name, filetype: 'image/jpeg', type: 'photo' }),
      'cache-control': 'no-store',
    });
    expect(Date.parse(String(head.headers['upload-expires']))).toBeGreaterThan(testApp.clock.now().getTime());
  });

  test('409: not before the last byte is here', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    await send(person, url, 0, photo.bytes.subarray(0, half));
    expect((await makeMemory(person, url, form)).statusCode).toBe(409);
    expect(await standsAt(person, url)).toBe(half);
    expect(await memoriesOf(person)).toEqual([]);
  });

  test.each([-1, half - 1, half + 1, 'half'])(
    '400 or 409: bytes from %s on, and nothing is stored',
    async (offset) => {
      const person = await createPerson(testApp);
      const url = await begun(person, photo);
      await send(person, url, 0, photo.bytes.subarray(0, half));
      const parts = await partsStored();
      const answer = await send(person, url, offset, photo.bytes.subarray(half));
      expect(answer.statusCode).toBe(Number(offset) >= 0 ? 409 : 400);
      expect(await standsAt(person, url)).toBe(half);
      expect(await partsStored()).toEqual(parts);
    },
  );

  test('413: more bytes than were announced', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    const parts = await partsStored();
    const tooMany = Buffer.concat([photo.bytes, Buffer.from('!')]);
    expect((await send(person, url, 0, tooMany)).statusCode).toBe(413);
    expect(await standsAt(person, url)).toBe(0);
    expect(await partsStored()).toEqual(parts);
  });

  test('412: a client that speaks no tus, or another version', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    for (const headers of [{}, { 'tus-resumable': '0.2.2' }]) {
      const answer = await person.request({ method: 'HEAD', url, headers });
      expect([answer.statusCode, answer.headers['tus-version']]).toEqual([412, '1.0.0']);
    }
  });

  test('415: bytes under another content type', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    const headers = { ...tusHeaders, 'upload-offset': '0', 'content-type': 'application/json' };
    const answer = await person.request({ method: 'PATCH', url, headers, payload: '{}' });
    expect(answer.statusCode).toBe(415);
  });
});

describe('what is refused', () => {
  test('413: a file over the limit before its first byte; one of exactly the limit may come', async () => {
    const person = await createPerson(testApp);
    const ofSize = (bytes: number) => ({
      method: 'POST' as const,
      url: '/api/uploads',
      headers: {
        ...tusHeaders,
        'upload-length': String(bytes),
        'upload-metadata': uploadMetadata({ filename: 'a.jpg', filetype: 'image/jpeg', type: 'photo' }),
      },
    });
    expect((await person.request(ofSize(memoryFileMaxBytes + 1))).statusCode).toBe(413);
    expect((await person.request(ofSize(memoryFileMaxBytes))).statusCode).toBe(201);
    expect((await person.request(ofSize(0))).statusCode).toBe(400);
  });

  test('415: another type than the name says at once, other bytes than the type says at the end', async () => {
    const person = await createPerson(testApp);
    expect((await begin(person, photo, { type: 'video' })).statusCode).toBe(415);
    const page = { ...photo, bytes: Buffer.from('<html><script>alert(1)</script></html>') };
    const answer = await makeMemory(person, await sent(person, page), form);
    expect(answer.statusCode).toBe(415);
    expect(answer.json().fields.file).toBe('Please select a valid photo file');
    expect(await memoriesOf(person)).toEqual([]);
  });

  test('400: metadata that cannot be read, or names no type', async () => {
    const person = await createPerson(testApp);
    for (const metadata of ['filename a b c', uploadMetadata({ filename: 'a.jpg' }), '', ',,']) {
      const headers = { ...tusHeaders, 'upload-length': '9', 'upload-metadata': metadata };
      const answer = await person.request({ method: 'POST', url: '/api/uploads', headers });
      expect(answer.statusCode, metadata).toBe(400);
    }
  });

  test('402: a plan that is full, at the beginning and where it filled up meanwhile; what arrived waits', async () => {
    const person = await createPerson(testApp);
    const url = await sent(person);
    await fillPlan(person);
    expect((await begin(person, photo)).statusCode).toBe(402);
    const answer = await makeMemory(person, url, form);
    expect([answer.statusCode, answer.json().message]).toEqual([402, expect.stringContaining('plan limit')]);
    expect(await standsAt(person, url)).toBe(photo.bytes.length);
  });

  test('security 33: of uploads that have all arrived, the last place of the plan goes to one', async () => {
    const person = await createPerson(testApp);
    const urls = await Promise.all(Array.from({ length: 4 }, () => sent(person)));
    await fillPlan(person, 1);
    const answers = await Promise.all(urls.map((url) => makeMemory(person, url, form)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 402, 402, 402]);
  });

  test('security 48: an account has so many uploads on their way at once, and a cancelled one makes room', async () => {
    const person = await createPerson(testApp);
    const urls: string[] = [];
    for (let count = 0; count < 20; count++) urls.push(await begun(person, photo));
    expect((await begin(person, photo)).statusCode).toBe(409);
    await person.request({ method: 'DELETE', url: urls[0] ?? '', headers: tusHeaders });
    expect((await begin(person, photo)).statusCode).toBe(201);
  });

  test('409: more than a thousand pieces of one file', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    const uploadId = url.split('/').at(-1) ?? '';
    const parts = Array.from({ length: 999 }, (_, startByte) => ({
      ...{ uploadId, startByte, sizeBytes: 1 },
      key: partKey(uploadId),
    }));
    const { db } = testApp.services;
    await db.insert(uploadParts).values(parts);
    await db.update(uploads).set({ arrivedBytes: 999 }).where(eq(uploads.id, uploadId));
    expect((await send(person, url, 999, photo.bytes.subarray(999, 1000))).statusCode).toBe(204);
    expect((await send(person, url, 1000, photo.bytes.subarray(1000, 1001))).statusCode).toBe(409);
    expect(await standsAt(person, url)).toBe(1000);
  });

  test('404: whatever somebody else asks of it', async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    const url = await begun(person, photo);
    const asked = [
      other.request({ method: 'HEAD', url, headers: tusHeaders }),
      send(other, url, 0, photo.bytes),
      other.request({ method: 'DELETE', url, headers: tusHeaders }),
      makeMemory(other, url, form),
    ];
    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404]);
    expect((await other.request({ url: '/api/uploads' })).json()).toEqual([]);
    expect(await standsAt(person, url)).toBe(0);
  });
});

describe('on a bad day', () => {
  test('201: where the answer was lost, it is the memory of the first time, also five times at once', async () => {
    const person = await createPerson(testApp);
    const url = await sent(person);
    const once = await Promise.all(Array.from({ length: 5 }, () => makeMemory(person, url, form)));
    const later = await makeMemory(person, url, form);
    const ids = [...once, later].map((answer) => answer.json<Memory>().id);
    expect(new Set(ids).size).toBe(1);
    expect((await memoriesOf(person)).map(({ id }) => id)).toEqual([ids[0]]);
    const { fileUrl } = later.json<Memory>();
    expect((await person.request({ url: fileUrl ?? '' })).rawPayload).toEqual(photo.bytes);
  });

  test('204 and 409: of two requests with the same bytes, over two processes, one counts', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    const second = await buildApp(testApp.services);
    const headers = {
      ...tusHeaders,
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      authorization: `Bearer ${person.token}`,
    };
    const payload = photo.bytes.subarray(0, half);
    const answers = await Promise.all(
      [testApp.app, second, testApp.app, second].map((app) =>
        app.inject({ method: 'PATCH', url, headers, payload }),
      ),
    );
    await second.close();
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409, 409, 409]);
    expect(await standsAt(person, url)).toBe(half);
    await send(person, url, half, photo.bytes.subarray(half));
    await makeMemory(person, url, form);
    expect(await fileOf(person, (await memoriesOf(person))[0])).toEqual(photo.bytes);
  });

  test('201: where another request has made it into a memory meanwhile and its bytes are gone, it is that memory', async () => {
    const person = await createPerson(testApp);
    const url = await sent(person);
    const { services } = testApp;
    const owner = await loadOwner(person);
    let first: Memory | undefined;
    const read: typeof services.storage.read = async (key, range) => {
      if (!first) {
        first = (await makeMemory(person, url, form)).json<Memory>();
        await eraseFilesHandler(services, storedFileKinds)({ keys: await partsStored() });
      }
      return services.storage.read(key, range);
    };
    const behind = { ...services, storage: { ...services.storage, read } };
    const id = url.split('/').at(-1) ?? '';
    const second = await finishUpload(behind, memoryHooks, owner, id, MemoryForm.parse(form));
    expect(second.id).toBe(first?.id);
    expect(await memoriesOf(person)).toHaveLength(1);
  });

  test('409: what arrived is not the file that was announced, and nothing of it is kept', async () => {
    const person = await createPerson(testApp);
    const other = await mediaFiles.photo.png();
    const url = await begun(person, photo, { type: 'photo', sha256: sha256Of(other.bytes) });
    await send(person, url, 0, photo.bytes);
    expect((await makeMemory(person, url, form)).statusCode).toBe(409);
    expect((await makeMemory(person, url, form)).statusCode).toBe(404);
    expect(await memoriesOf(person)).toEqual([]);
  });

  test('404: what was restored from a backup without its bytes begins again', async () => {
    const person = await createPerson(testApp);
    const url = await sent(person);
    for (const key of await partsStored())
      if (key.includes(url.split('/').at(-1) ?? '-')) await testApp.services.storage.remove(key);
    expect((await makeMemory(person, url, form)).statusCode).toBe(404);
    expect((await person.request({ url: '/api/uploads' })).json()).toEqual([]);
  });
});

describe('what is left behind', () => {
  const erased = async () => {
    await eraseExpiredUploads(testApp.services);
    await eraseFilesHandler(testApp.services, storedFileKinds)({ keys: await partsStored() });
  };

  test('an upload of which nothing came for a week is gone, with its bytes; another one stays', async () => {
    const person = await createPerson(testApp);
    const [old, fresh] = [await begun(person, photo), await begun(person, photo)];
    for (const url of [old, fresh]) await send(person, url, 0, photo.bytes.subarray(0, half));
    testApp.clock.advance(6 * 24 * 60 * 60);
    await signInAgain(person);
    await send(person, fresh, half, photo.bytes.subarray(half));
    testApp.clock.advance(1.5 * 24 * 60 * 60);
    await signInAgain(person);
    expect((await person.request({ method: 'HEAD', url: old, headers: tusHeaders })).statusCode).toBe(404);
    await erased();
    const id = (url: string) => url.split('/').at(-1) ?? '';
    const left = (await partsStored()).join(' ');
    expect(left).not.toContain(id(old));
    expect(left).toContain(id(fresh));
    expect((await makeMemory(person, fresh, form)).statusCode).toBe(201);
    await erased();
    expect((await partsStored()).join(' ')).not.toContain(id(fresh));
  });

  test('an upload stays whose next bytes are recorded while the sweep is about to erase it', async () => {
    const person = await createPerson(testApp);
    const url = await begun(person, photo);
    await send(person, url, 0, photo.bytes.subarray(0, half));
    testApp.clock.advance(7.5 * 24 * 60 * 60);
    let sweep: Promise<unknown> | undefined;
    await inTransaction(testApp.services.db, async (tx) => {
      const expiresAt = minutesAfter(testApp.clock.now(), 60);
      await tx.update(uploads).set({ expiresAt }).where(eq(uploads.userId, person.user.id));
      sweep = eraseExpiredUploads(testApp.services);
      await untilItWaits(testApp, sweep);
    });
    await sweep;
    await signInAgain(person);
    expect(await standsAt(person, url)).toBe(half);
  });

  test('204: a cancelled one is gone at once', async () => {
    const person = await createPerson(testApp);
    const url = await sent(person);
    expect((await person.request({ method: 'DELETE', url, headers: tusHeaders })).statusCode).toBe(204);
    expect((await person.request({ method: 'DELETE', url, headers: tusHeaders })).statusCode).toBe(404);
    await erased();
    expect((await partsStored()).join(' ')).not.toContain(url.split('/').at(-1));
  });
});
