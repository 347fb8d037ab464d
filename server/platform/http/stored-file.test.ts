import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fastify } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDiskStorage } from '../storage/disk-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { answerErrors } from './error-answers.ts';
import { type ServedFile, sendStoredFile } from './stored-file.ts';

const bytes = randomBytes(300_000);
const key = 'films/one';
const app = fastify();
let dir: string;
let storage: Storage;
let served: ServedFile;
/** The faults that were reported. */
const told: [string, string][] = [];
let mend = async () => false;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stored-file-'));
  storage = await openDiskStorage({ dir });
  await storage.put(key, Readable.from([bytes]), { maxBytes: bytes.length });
  answerErrors(app);
  const options = { method: ['GET', 'HEAD'], url: '/file' };
  const services = {
    storage,
    fileFaultFound: ({ key: which }: { key: string }, fault: string) => {
      told.push([which, fault]);
      return mend();
    },
  };
  app.route({ ...options, handler: (request, reply) => sendStoredFile(request, reply, services, served) });
  await app.ready();
});

afterAll(async () => {
  await app.close();
  await storage.close();
  await rm(dir, { recursive: true, force: true });
});

beforeEach(() => {
  told.length = 0;
  mend = async () => false;
});

function ask(
  headers: Record<string, string> = {},
  file: Partial<ServedFile> = {},
  method: 'GET' | 'HEAD' = 'GET',
) {
  served = { key, contentType: 'video/mp4', etag: 'abc', fileName: 'film.mp4', download: false, ...file };
  return app.inject({ method, url: '/file', headers });
}

describe('a stored file', () => {
  test('200: the whole file, with its length, ETag and sniffed type', async () => {
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '300000',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox allow-same-origin',
      etag: '"abc"',
    });
    expect(answer.headers['content-disposition']).toMatch(/^inline; filename="film.mp4"/);
  });

  test('HEAD: the same headers and no body', async () => {
    const answer = await ask({ range: 'bytes=0-9' }, {}, 'HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-length']).toBe('300000');
    expect(answer.rawPayload).toHaveLength(0);
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=299990-', 299_990, 299_999],
    ['bytes=-10', 299_990, 299_999],
    ['bytes=-999999', 0, 299_999],
    ['bytes=100-999999999999', 100, 299_999],
    ['BYTES = 5-5'.replace(' = ', '='), 5, 5],
  ])('206: %s', async (range, start, end) => {
    const answer = await ask({ range });
    expect(answer.statusCode).toBe(206);
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/300000`);
    expect(answer.headers['content-length']).toBe(String(end - start + 1));
    expect(answer.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  test.each(['bytes=300000-', 'bytes=300000-300005', 'bytes=-0', 'bytes=99999999999999999999-'])(
    '416: %s lies past the end',
    async (range) => {
      const answer = await ask({ range });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe('bytes */300000');
      expect(answer.rawPayload).toHaveLength(0);
    },
  );

  test.each(['bytes=5-2', 'bytes=a-b', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-9', 'bytes', ''])(
    '200: %j is not a single byte range',
    async (range) => {
      const answer = await ask({ range });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toHaveLength(300_000);
    },
  );

  test('304: the copy of the browser is current', async () => {
    for (const tag of ['"abc"', 'W/"abc"', '"x", "abc"', '*']) {
      const answer = await ask({ 'if-none-match': tag, range: 'bytes=0-9' });
      expect(answer.statusCode).toBe(304);
      expect(answer.rawPayload).toHaveLength(0);
    }
    expect((await ask({ 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('If-Range: a range if the client holds the same bytes, otherwise the whole file', async () => {
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"abc"' })).statusCode).toBe(206);
    expect((await ask({ range: 'bytes=0-9', 'if-range': '"old"' })).statusCode).toBe(200);
    expect((await ask({ range: 'bytes=0-9', 'if-range': 'W/"abc"' })).statusCode).toBe(200);
  });

  test('security 44: anything but pictures, films and sounds is sent as a download', async () => {
    for (const contentType of [
      'text/html',
      'image/svg+xml',
      'application/pdf',
      'image/svg+xml; x=image/png',
    ]) {
      const answer = await ask({}, { contentType });
      expect(answer.headers['content-disposition']).toMatch(/^attachment/);
      expect(answer.headers['content-security-policy']).toBe('sandbox');
    }
    const wanted = await ask({}, { contentType: 'image/png', download: true });
    expect(wanted.headers['content-disposition']).toMatch(/^attachment/);
  });

  test('404: missing from storage, whether its size was known or not', async () => {
    expect((await ask({}, { key: 'films/gone' })).statusCode).toBe(404);
    const answer = await ask({ range: 'bytes=0-1' }, { key: 'films/gone', sizeBytes: 5 });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
    expect(answer.headers).not.toHaveProperty('content-range');
    expect(answer.headers).not.toHaveProperty('content-disposition');
  });
});

const hashOf = (saved: Buffer) => createHash('sha256').update(saved).digest('hex');
const put = (as: string, stored: Buffer) => storage.put(as, Readable.from([stored]), { maxBytes: 1_000_000 });
const oneBitOff = (saved: Buffer) => {
  const changed = Buffer.from(saved);
  changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
  return changed;
};

describe('a whole file is compared with what was saved', () => {
  const short = randomBytes(1000);
  const damaged = { key: 'films/damaged', sha256: hashOf(short) };

  test('503: damaged, where nothing of it was sent yet', async () => {
    await put(damaged.key, oneBitOff(short));
    for (const range of [undefined, 'bytes=0-', 'bytes=0-999']) {
      const answer = await ask(range ? { range } : {}, damaged);
      expect(answer.statusCode, range).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(answer.headers).not.toHaveProperty('etag');
      expect(answer.json().message).toMatch(/^This file was damaged in our storage/);
    }
    expect(told).toEqual(Array(3).fill([damaged.key, 'damaged']));
  });

  test('503: shorter than what was saved', async () => {
    await put(damaged.key, short.subarray(0, 999));
    expect((await ask({}, damaged)).statusCode).toBe(503);
  });

  test('200: a copy that took its place is sent at once', async () => {
    for (const broken of ['missing', 'damaged']) {
      await put(damaged.key, oneBitOff(short));
      if (broken === 'missing') await storage.remove(damaged.key);
      mend = async () => Boolean(await put(damaged.key, short));
      const answer = await ask({}, damaged);
      expect([answer.statusCode, answer.rawPayload.equals(short)]).toEqual([200, true]);
    }
    expect(told.map(([, fault]) => fault)).toEqual(['missing', 'damaged']);
  });

  test('206: a part is sent as it is, which a player needs', async () => {
    await put(damaged.key, oneBitOff(short));
    expect((await ask({ range: 'bytes=0-99' }, damaged)).statusCode).toBe(206);
    expect(told).toEqual([]);
  });

  test('200: one that is what was saved', async () => {
    expect((await ask({}, { sha256: hashOf(bytes) })).rawPayload.equals(bytes)).toBe(true);
    expect(told).toEqual([]);
  });
});

describe('over a real connection', () => {
  const address = async () => {
    if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/file`;
  };
  const film: ServedFile = { key, contentType: 'video/mp4', etag: 'abc', fileName: 'f.mp4', download: false };

  test('many concurrent ranges are each correct', async () => {
    const url = await address();
    served = film;
    const part = async (start: number) => {
      const answer = await fetch(url, { headers: { range: `bytes=${start}-${start + 99_999}` } });
      return Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(start, start + 100_000));
    };
    const same = await Promise.all(Array.from({ length: 60 }, (_, n) => part(n * 3000)));
    expect(same).toEqual(Array(60).fill(true));
  });

  test('cuts the connection instead of sending a truncated file as if it were complete', async () => {
    const url = await address();
    served = { ...film, sizeBytes: bytes.length + 1 };
    const answer = await fetch(url);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  test('F48: a damaged file breaks off before its last byte, and staff hear of it', async () => {
    const url = await address();
    await put('films/rotten', oneBitOff(bytes));
    served = { ...film, key: 'films/rotten', sha256: hashOf(bytes) };
    let received = 0;
    const reading = async () => {
      for await (const piece of (await fetch(url)).body ?? []) received += piece.length;
    };
    await expect(reading()).rejects.toThrow();
    expect(received).toBeLessThan(bytes.length);
    expect(told).toEqual([['films/rotten', 'damaged']]);
  });

  test('an empty file is an empty response', async () => {
    const url = await address();
    await storage.put('films/empty', Readable.from([]), { maxBytes: 1 });
    served = { ...film, key: 'films/empty' };
    const answer = await fetch(url);
    expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0]);
  });

  test.runIf(process.platform === 'linux')('closes the file when the client disconnects', async () => {
    const url = await address();
    await storage.put('films/long', Readable.from(Array(64).fill(Buffer.alloc(1024 * 1024))), {
      maxBytes: 2 ** 30,
    });
    served = { ...film, key: 'films/long' };
    // Not with fetch, which opens the next connection as soon as this one is gone and keeps the server from closing.
    const leaving = get(url);
    const [answer] = (await once(leaving, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(await openFiles()).toContainEqual(expect.stringContaining('films~long'));
    leaving.destroy();
    await expect.poll(openFiles).not.toContainEqual(expect.stringContaining('films~long'));
  });
});

async function openFiles(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  return Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => '')));
}
