import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Upload } from 'tus-js-client';
import { expect, test } from 'vitest';
import { memoryFileMaxBytes } from '../../../../../shared/memories/memories.ts';
import { eventually, startTestApp } from '../../../../../test/app.ts';
import { createPerson, type Person } from '../../../../../test/factories.ts';
import { mediaFiles } from '../../../../../test/media.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { begun, makeMemory, sha256Of, standsAt, tusHeaders } from '../../../../../test/uploads.ts';

// Over real sockets: connections that break or hang, and the web app's client.

const testApp = await startTestApp();
await testApp.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = testApp.app.server.address() as AddressInfo;
const address = `http://127.0.0.1:${port}`;

const jpeg = await mediaFiles.photo.jpeg();
const photo = { ...jpeg, bytes: Buffer.concat([jpeg.bytes, randomBytes(1_000_000)]) };
const form = { type: 'photo', title: 'The harbour, early', recipient: 'Maya' };

function open(person: Person, url: string, offset: number, announced: number) {
  const request = httpRequest(`${address}${url}`, {
    method: 'PATCH',
    headers: {
      ...tusHeaders,
      authorization: `Bearer ${person.token}`,
      'upload-offset': offset,
      'content-type': 'application/offset+octet-stream',
      'content-length': announced,
    },
  });
  request.on('error', () => {});
  return request;
}

function clientOf(person: Person, options: ConstructorParameters<typeof Upload>[1]): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(photo.bytes, {
      endpoint: `${address}/api/uploads`,
      headers: { authorization: `Bearer ${person.token}` },
      metadata: {
        filename: photo.name,
        filetype: 'image/jpeg',
        type: 'photo',
        sha256: sha256Of(photo.bytes),
      },
      uploadSize: photo.bytes.length,
      chunkSize: 300_000,
      retryDelays: [0, 50, 200],
      ...options,
      onSuccess: () => resolve(upload),
      onError: reject,
    });
    upload.start();
  });
}

/** Begins an upload and breaks the connection after this percentage. Returns its path. */
async function cutAfter(person: Person, percent: number): Promise<string> {
  const url = await begun(person, photo);
  const request = open(person, url, 0, photo.bytes.length);
  const before = photo.bytes.subarray(0, Math.floor((photo.bytes.length * percent) / 100));
  await new Promise<void>((resolve) => request.write(before, () => resolve()));
  request.destroy();
  return url;
}

async function expectToGoOn(person: Person, url: string): Promise<void> {
  await clientOf(person, { uploadUrl: `${address}${url}` });
  const memory = (await makeMemory(person, url, form)).json();
  expect(sha256Of((await person.request({ url: memory.fileUrl })).rawPayload)).toBe(sha256Of(photo.bytes));
}

test('F38: cut at 1 %, nothing is half-made and the rest goes on', async () => {
  const person = await createPerson(testApp);
  const url = await cutAfter(person, 1);
  expect((await person.request({ url: '/api/memories' })).json()).toEqual([]);
  await expectToGoOn(person, url);
});

test.each([50, 99])(
  'F38: cut at %i %%, what came before is kept and only the rest is sent',
  async (percent) => {
    const person = await createPerson(testApp);
    const url = await cutAfter(person, percent);
    await eventually(async () => (await standsAt(person, url)) > 0, 'what came to be kept');
    expect(await standsAt(person, url)).toBeLessThan(photo.bytes.length);
    expect((await person.request({ url: '/api/memories' })).json()).toEqual([]);
    await expectToGoOn(person, url);
  },
);

test('the client of the web sends a file in pieces and may be stopped in between', async () => {
  const person = await createPerson(testApp);
  let url = '';
  const stopped = new Promise<void>((resolve) => {
    const first = new Upload(photo.bytes, {
      endpoint: `${address}/api/uploads`,
      headers: { authorization: `Bearer ${person.token}` },
      metadata: { filename: photo.name, filetype: 'image/jpeg', type: 'photo' },
      uploadSize: photo.bytes.length,
      chunkSize: 300_000,
      onChunkComplete: () => {
        url = first.url ?? '';
        void first.abort().then(resolve);
      },
    });
    first.start();
  });
  await stopped;
  const path = new URL(url).pathname;
  expect(await standsAt(person, path)).toBeGreaterThanOrEqual(300_000);
  await clientOf(person, { uploadUrl: url });
  expect((await makeMemory(person, path, form)).statusCode).toBe(201);
});

test('a connection that hangs keeps nobody waiting: another one goes on, and its bytes count once', async () => {
  const person = await createPerson(testApp);
  const url = await begun(person, photo);
  const hanging = open(person, url, 0, photo.bytes.length);
  await new Promise<void>((resolve) => hanging.write(photo.bytes.subarray(0, 400_000), () => resolve()));
  await expectToGoOn(person, url);
  hanging.destroy();
  await eventually(
    async () =>
      (await storedKeys(testApp, 'uploads/')).filter((key) => key.includes(url.slice(-36))).length <= 4,
    'the bytes of the one that hung to be gone',
  );
});

test('413: a body without end stops at the size that was announced, and the upload can still go on', async () => {
  const person = await createPerson(testApp);
  const url = await begun(person, photo);
  const answered = new Promise<number>((resolve) => {
    const request = httpRequest(`${address}${url}`, {
      method: 'PATCH',
      headers: {
        ...tusHeaders,
        authorization: `Bearer ${person.token}`,
        'upload-offset': 0,
        'content-type': 'application/offset+octet-stream',
      },
    });
    request.on('response', (answer) => resolve(answer.statusCode ?? 0));
    request.on('error', () => {});
    const piece = Buffer.alloc(256 * 1024, 7);
    let left = memoryFileMaxBytes / piece.length;
    const write = () => {
      while (left-- > 0) if (!request.write(piece)) return void request.once('drain', write);
      request.end();
    };
    write();
  });
  expect(await answered).toBe(413);
  expect(await standsAt(person, url)).toBe(0);
});
