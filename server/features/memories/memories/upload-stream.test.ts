import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { count } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Memory, memoryFileMaxBytes } from '../../../../shared/memories/memories.ts';
import { eventually, startTestApp } from '../../../../test/app.ts';
import { createPerson } from '../../../../test/factories.ts';
import { drawing } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import { storedKeys } from '../../../../test/stored-keys.ts';
import { memories } from './memories.table.ts';

// Over real sockets: uploads that arrive in pieces, break off or never end.

const testApp = await startTestApp();
await testApp.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = testApp.app.server.address() as AddressInfo;

const jpeg = await drawing().jpeg().toBuffer();
const fields = { type: 'photo', title: 'Our garden', recipient: 'Maya' };
const chunkBytes = 256 * 1024;

/** A form whose file is sent piece by piece. */
const { payload, headers } = multipart(fields, { name: 'a.jpg', contentType: 'image/jpeg', bytes: jpeg });
const fileStart = payload.indexOf(jpeg);
const before = payload.subarray(0, fileStart);
const after = payload.subarray(fileStart + jpeg.length);

/** A photo padded after its last pixel to `sizeBytes`. */
function* photoOf(sizeBytes: number): Generator<Buffer> {
  yield jpeg;
  for (let left = sizeBytes - jpeg.length; left > 0; left -= chunkBytes)
    yield Buffer.alloc(Math.min(left, chunkBytes), 7);
}

function* formOf(sizeBytes: number): Generator<Buffer> {
  yield before;
  yield* photoOf(sizeBytes);
  yield after;
}

function httpChunk(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

function open(token: string, extra: Record<string, string | number> = {}): ClientRequest {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/memories/upload',
    headers: { ...headers, authorization: `Bearer ${token}`, ...extra },
  });
  request.on('error', () => {});
  return request;
}

interface Answer {
  status: number | undefined;
  body: string;
}

function answerTo(request: ClientRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.once('error', reject);
    request.once('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
      resolve({ status: response.statusCode, body: Buffer.concat(chunks).toString() });
    });
  });
}

async function uploadOf(
  token: string,
  sizeBytes: number,
  extra: Record<string, string | number> = {},
): Promise<Answer> {
  const request = open(token, extra);
  const answer = answerTo(request);
  await pipeline(Readable.from(formOf(sizeBytes)), request);
  return await answer;
}

async function memoriesKept(): Promise<number> {
  const [rows] = await testApp.services.db.select({ n: count() }).from(memories);
  return rows?.n ?? 0;
}

/** Everything that uploads left on disk: finished files, and partial ones in the temporary folder. */
async function onDisk(): Promise<string[]> {
  const temporary = await readdir(join(testApp.services.config.dataDir, 'files', 'tmp'));
  return [...(await storedKeys(testApp)), ...temporary];
}

describe('security 40: the size of a file', () => {
  test('201: exactly 52,428,800 bytes are accepted and come back the same', async () => {
    const { token } = await createPerson(testApp);
    const { status, body } = await uploadOf(token, memoryFileMaxBytes);
    expect(status).toBe(201);
    const memory = JSON.parse(body) as Memory;
    expect(memory.fileSizeBytes).toBe(memoryFileMaxBytes);
    const back = await fetch(`http://127.0.0.1:${port}${memory.fileUrl}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const bytes = Buffer.from(await back.arrayBuffer());
    const sent = createHash('sha256');
    for (const chunk of photoOf(memoryFileMaxBytes)) sent.update(chunk);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sent.digest('hex'));
  });

  const lengthOf = (sizeBytes: number) => before.length + sizeBytes + after.length;
  test.each([
    ['with its length announced', { 'content-length': lengthOf(memoryFileMaxBytes + 1) }],
    ['in chunks of unknown number', {}],
  ])('413: one byte more, %s, leaves nothing', async (_how, extra) => {
    const { token } = await createPerson(testApp);
    const kept = await memoriesKept();
    const files = await onDisk();
    const { status, body } = await uploadOf(token, memoryFileMaxBytes + 1, extra);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toEqual({
      message: 'Please select a file smaller than 50MB',
      code: 'too_large',
      fields: { file: 'Please select a file smaller than 50MB' },
    });
    expect(await onDisk()).toEqual(files);
    expect(await memoriesKept()).toBe(kept);
  });

  test('413: a file announced as far too large is refused before it is sent', async () => {
    const { token } = await createPerson(testApp);
    const request = open(token, { 'content-length': lengthOf(300 * 1024 * 1024) });
    request.write(before);
    const { status, body } = await answerTo(request);
    request.destroy();
    expect(status).toBe(413);
    expect(JSON.parse(body).message).toBe('Please select a file smaller than 50MB');
  });

  test('an endless body gets 413 and is then cut off, using no more memory than any other', async () => {
    const { token } = await createPerson(testApp);
    // Warms up everything an upload needs; from here on memory use must not grow with what is sent.
    await uploadOf(token, memoryFileMaxBytes);
    const heldBefore = process.memoryUsage().rss;
    let heldMost = heldBefore;
    const files = await onDisk();
    // Not with node:http, which stops sending once it has a response.
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk.toString();
    });
    let sentBytes = 0;
    const endless = function* () {
      const type = `content-type: ${headers['content-type']}\r\nauthorization: Bearer ${token}`;
      yield Buffer.from(
        `POST /api/memories/upload HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n${type}\r\n\r\n`,
      );
      yield httpChunk(Buffer.concat([before, jpeg]));
      for (const chunk = httpChunk(Buffer.alloc(1024 * 1024)); ; sentBytes += chunk.length) {
        heldMost = Math.max(heldMost, process.memoryUsage().rss);
        yield chunk;
      }
    };
    await expect(pipeline(Readable.from(endless()), socket)).rejects.toThrow();
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    expect(sentBytes).toBeLessThan(250 * 1024 * 1024);
    expect(heldMost - heldBefore).toBeLessThan(64 * 1024 * 1024);
    expect(await onDisk()).toEqual(files);
  });
});

describe('F38: an upload that breaks off', () => {
  test.each([
    ['after 1 %', 0.01],
    ['half way', 0.5],
    ['after 99 %', 0.99],
  ])('%s leaves nothing', async (_when, share) => {
    const { token } = await createPerson(testApp);
    const kept = await memoriesKept();
    const files = await onDisk();
    const request = open(token, { 'content-length': before.length + 20_000_000 + after.length });
    request.write(before);
    for (const chunk of photoOf(20_000_000 * share)) request.write(chunk);
    await eventually(async () => (await onDisk()).length > files.length, 'the upload to begin');
    request.destroy();
    await eventually(async () => (await onDisk()).length === files.length, 'the half file to be removed');
    expect(await memoriesKept()).toBe(kept);
  });

  test('between the file and the end of the form leaves nothing', async () => {
    const { token } = await createPerson(testApp);
    const kept = await memoriesKept();
    const files = await onDisk();
    const request = open(token, { 'content-length': payload.length + 100 });
    request.write(Buffer.concat([before, jpeg, Buffer.from('\r\n--a-boundary-that-no-test-file-holds\r\n')]));
    await eventually(async () => (await storedKeys(testApp)).length > files.length, 'the file to be stored');
    request.destroy();
    await eventually(async () => (await onDisk()).length === files.length, 'the file to be removed');
    expect(await memoriesKept()).toBe(kept);
  });
});

describe('a file of the wrong type', () => {
  test('415: is refused before most of it is sent', async () => {
    const { token } = await createPerson(testApp);
    const request = open(token, { 'content-length': before.length + 40_000_000 + after.length });
    request.write(before);
    request.write(Buffer.concat([Buffer.from('<html>'), Buffer.alloc(10_000)]));
    const { status, body } = await answerTo(request);
    request.destroy();
    expect(status).toBe(415);
    expect(JSON.parse(body).fields).toEqual({ file: 'Please select a valid photo file' });
  });

  test('415: also reaches a client that sends everything before reading, and the connection stays open', async () => {
    const { token } = await createPerson(testApp);
    const html = Buffer.alloc(30_000_000, '<html>');
    const { status } = await fetch(`http://127.0.0.1:${port}/api/memories/upload`, {
      method: 'POST',
      headers: { ...headers, authorization: `Bearer ${token}` },
      body: Buffer.concat([before, html, after]),
    });
    expect(status).toBe(415);
  });
});
