import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import type { FileMemoryType, Memory } from '../../../../shared/memories/memories.ts';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { checkMemory } from '../../../../test/check-memory.ts';
import { createPerson, uploadMemory } from '../../../../test/factories.ts';
import { eicar, startClamd } from '../../../../test/fakes/clamd-server.ts';
import { drawing, type MediaFile, mediaFiles, moving, record, tone } from '../../../../test/media.ts';
import { multipart } from '../../../../test/multipart.ts';
import type { Services } from '../../../platform/context.ts';
import { auditLog } from '../../system/audit/audit.table.ts';
import { memories } from './memories.table.ts';

// No worker runs: the check is called explicitly, so that each test decides what happens meanwhile.

const clamd = await startClamd();
afterAll(() => clamd.close());
const plain = await startTestApp();
const scanned = await startTestApp({ env: { CLAMD_URL: clamd.url } });
const staffed = await startTestApp({ env: { MEMORY_REVIEW: 'staff' } });

const jpeg = await drawing().jpeg().toBuffer();
const gif = await drawing(64, 48).gif().toBuffer();
const mp4 = await mediaFiles.video.mp4();
const photo = (bytes: Buffer): MediaFile => ({ name: 'a.jpg', contentType: 'image/jpeg', bytes });

async function uploadAndCheck(app: TestApp, type: FileMemoryType, file: MediaFile): Promise<Memory> {
  const person = await createPerson(app);
  const { id } = await uploadMemory(person, { type }, file);
  await checkMemory(app.services, { memoryId: id, revision: 1 });
  return (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
}

async function keysOf({ services }: TestApp, memoryId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.storage.list(`memories/${memoryId}/`)) keys.push(key);
  return keys;
}

/** The bytes of a valid ZIP archive with one stored file. */
function zip(): Buffer {
  const name = Buffer.from('run.js');
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(22), Buffer.from([6, 0, 0, 0]), name]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.alloc(24),
    Buffer.from([6, 0]),
    Buffer.alloc(16),
    name,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

describe('security 39: a file that is also something else waits for review', () => {
  const program = Buffer.concat([
    Buffer.from('MZ'),
    Buffer.alloc(70),
    Buffer.from('!This program cannot be run in DOS mode.'),
  ]);
  const inComment = (text: string) => Buffer.concat([jpeg.subarray(0, 2), comment(text), jpeg.subarray(2)]);
  const comment = (text: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    return Buffer.concat([Buffer.from([0xff, 0xfe]), length, Buffer.from(text)]);
  };
  const appended = (bytes: string | Buffer) =>
    Buffer.concat([jpeg, typeof bytes === 'string' ? Buffer.from(bytes) : bytes]);
  test.each([
    [
      'a page behind the picture',
      photo(Buffer.concat([jpeg, Buffer.from('<HTML><body onload=x()>')])),
      'a web page or script',
    ],
    ['a script in its comment', photo(inComment('<script>alert(1)</script>')), 'a web page or script'],
    [
      'an SVG that runs a script, after the last pixel',
      photo(appended('<svg/onload=alert(1)>')),
      'a web page or script',
    ],
    ['an event handler', photo(appended('<img/src=x onerror=alert(1)>')), 'a web page or script'],
    ['a script address', photo(appended('<a href="JavaScript:alert(1)">')), 'a web page or script'],
    [
      'a script in UTF-16, low byte first',
      photo(appended(Buffer.from('<script>alert(1)</script>', 'utf16le'))),
      'a web page or script',
    ],
    [
      'a script in UTF-16, high byte first',
      photo(appended(Buffer.from('<svg onload=alert(1)>', 'utf16le').swap16())),
      'a web page or script',
    ],
    ['PHP in its comment', photo(inComment('<?php system($_GET[0]);')), 'a web page or script'],
    ['an archive behind it', photo(Buffer.concat([jpeg, zip()])), 'an archive'],
    [
      'an archive with a comment',
      photo(Buffer.concat([jpeg, zip().subarray(0, -2), Buffer.from([3, 0]), Buffer.from('abc')])),
      'an archive',
    ],
    ['a program behind it', photo(Buffer.concat([jpeg, program])), 'a program'],
    ['a PDF behind it', photo(Buffer.concat([jpeg, Buffer.from('%PDF-1.7\n')])), 'a PDF document'],
  ])('%s', async (_what, file, found) => {
    const memory = await uploadAndCheck(plain, 'photo', file);
    expect(memory).toMatchObject({
      isApproved: false,
      heldReason: `This photo also contains ${found}.`,
      thumbnailUrl: null,
    });
  });

  test('a picture whose size field reads as the start of a script comment', async () => {
    const bytes = Buffer.concat([Buffer.from('GIF89a/*'), gif.subarray(8), Buffer.from('*/=1;alert(1)')]);
    const memory = await uploadAndCheck(plain, 'photo', { name: 'a.gif', contentType: 'image/gif', bytes });
    expect(memory.heldReason).toBe('This photo also contains a web page or script.');
  });

  test('a video with an archive appended', async () => {
    const memory = await uploadAndCheck(plain, 'video', { ...mp4, bytes: Buffer.concat([mp4.bytes, zip()]) });
    expect(memory).toMatchObject({ isApproved: false, heldReason: 'This video also contains an archive.' });
  });
});

describe('a file that cannot be opened waits for review', () => {
  test('a truncated photo', async () => {
    const memory = await uploadAndCheck(plain, 'photo', photo(jpeg.subarray(0, jpeg.length / 2)));
    expect(memory).toMatchObject({
      isApproved: false,
      approval: 'unreadable',
      heldReason: 'This photo cannot be opened; it may be damaged.',
    });
  });

  test('a film and a sound that were cut off, of which ffmpeg plays what is there', async () => {
    const fast = await record('mp4', [...moving, '-c:v', 'mpeg4', '-movflags', '+faststart']);
    const { mp3 } = mediaFiles.audio;
    for (const [type, file] of [
      ['video', { ...mp4, bytes: fast }],
      ['audio', await mp3()],
    ] as const) {
      const bytes = file.bytes.subarray(0, file.bytes.length * 0.9);
      expect(await uploadAndCheck(plain, type, { ...file, bytes })).toMatchObject({
        approval: 'unreadable',
        heldReason: `This ${type} cannot be opened to its end; it may be damaged.`,
      });
    }
  });

  test('a video whose content is noise', async () => {
    const bytes = Buffer.from(mp4.bytes);
    bytes.fill(0x5a, 64);
    const memory = await uploadAndCheck(plain, 'video', { ...mp4, bytes });
    expect(memory.heldReason).toBe('This video does not play; it may be damaged.');
  });

  test('a video that claims to be audio', async () => {
    const file = { name: 'song.m4a', contentType: 'audio/mp4', bytes: mp4.bytes };
    expect((await uploadAndCheck(plain, 'audio', file)).heldReason).toBe('This is a video, not a sound.');
  });

  test('audio that claims to be a video', async () => {
    const bytes = await record('mp4', [...tone, '-c:a', 'aac']);
    const memory = await uploadAndCheck(plain, 'video', { name: 'a.mp4', contentType: 'video/mp4', bytes });
    expect(memory.heldReason).toBe('There is no picture in this video.');
  });

  test('a stored file with a flipped bit', async () => {
    const person = await createPerson(plain);
    const { id } = await uploadMemory(person, { type: 'photo' }, photo(jpeg));
    const sha256 = '0'.repeat(64);
    await plain.services.db.update(memories).set({ fileSha256: sha256 }).where(eq(memories.id, id));
    await checkMemory(plain.services, { memoryId: id, revision: 1 });
    const memory = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
    expect(memory.heldReason).toBe('What is stored is not what was uploaded. Please upload it again.');
  });

  test('a stored file that is gone', async () => {
    const person = await createPerson(plain);
    const { id } = await uploadMemory(person, { type: 'photo' }, photo(jpeg));
    for (const key of await keysOf(plain, id)) await plain.services.storage.remove(key);
    await checkMemory(plain.services, { memoryId: id, revision: 1 });
    const memory = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
    expect(memory.heldReason).toBe('What is stored is not what was uploaded. Please upload it again.');
  });
});

describe('security 47: the malware scanner', () => {
  test('reads the whole file, and a clean one passes', async () => {
    clamd.behave('scan');
    const memory = await uploadAndCheck(scanned, 'photo', photo(jpeg));
    expect(memory.isApproved).toBe(true);
    expect(clamd.scannedBytes.at(-1)).toBe(jpeg.length);
  });

  test('finds something: the memory waits for review', async () => {
    clamd.behave('scan');
    const memory = await uploadAndCheck(scanned, 'photo', photo(Buffer.concat([jpeg, Buffer.from(eicar)])));
    expect(memory).toMatchObject({
      isApproved: false,
      approval: 'in_review',
      heldReason: 'The malware scanner found something harmful in this file.',
    });
  });

  test('is down: the memory stays pending, and passes once the scanner is back', async () => {
    clamd.behave('hang-up');
    const person = await createPerson(scanned);
    const { id } = await uploadMemory(person, { type: 'photo' }, photo(jpeg));
    await expect(checkMemory(scanned.services, { memoryId: id, revision: 1 })).rejects.toThrow();
    const pending = (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
    expect(pending).toMatchObject({ isApproved: false, approval: 'checking', heldReason: null });
    clamd.behave('scan');
    await checkMemory(scanned.services, { memoryId: id, revision: 1 });
    expect((await person.request({ url: `/api/memories/${id}` })).json<Memory>().isApproved).toBe(true);
  });

  test('refuses a file of this size: the memory waits for review', async () => {
    clamd.behave('too-small');
    const memory = await uploadAndCheck(scanned, 'photo', photo(jpeg));
    expect(memory.heldReason).toBe('This file is too large for the malware scanner.');
  });
});

describe('MEMORY_REVIEW=staff', () => {
  test('what passes waits for review all the same, with its renditions made', async () => {
    const memory = await uploadAndCheck(staffed, 'photo', photo(jpeg));
    expect(memory).toMatchObject({ isApproved: false, heldReason: "This waits for a person's review." });
    expect(memory.thumbnailUrl).not.toBeNull();
    const acts = await staffed.services.db.select().from(auditLog).where(eq(auditLog.subjectId, memory.id));
    expect(acts.map(({ action }) => action)).toContain('memory.held');
  });
});

describe('a change while the check runs', () => {
  /** The same services, which call `meanwhile` once the check has begun to read. */
  function interrupted(services: Services, meanwhile: () => Promise<unknown>): Services {
    const localCopy: Services['storage']['localCopy'] = async (key) => {
      const copy = await services.storage.localCopy(key);
      await meanwhile();
      return copy;
    };
    return { ...services, storage: { ...services.storage, localCopy } };
  }

  test('the outcome applies to the checked revision, not to a later one', async () => {
    const person = await createPerson(plain);
    const { id } = await uploadMemory(person, { type: 'photo' }, photo(jpeg));
    const replacement = photo(Buffer.concat([jpeg, Buffer.from('<html>')]));
    const services = interrupted(plain.services, async () => {
      const answer = await person.request({
        method: 'PATCH',
        url: `/api/memories/${id}`,
        ...multipart({}, replacement),
      });
      expect(answer.statusCode).toBe(200);
    });
    await checkMemory(services, { memoryId: id, revision: 1 });
    const read = async () => (await person.request({ url: `/api/memories/${id}` })).json<Memory>();
    expect(await read()).toMatchObject({ isApproved: false, heldReason: null, thumbnailUrl: null });
    await checkMemory(plain.services, { memoryId: id, revision: 2 });
    expect(await read()).toMatchObject({
      isApproved: false,
      heldReason: 'This photo also contains a web page or script.',
    });
  });

  test('a memory deleted meanwhile stays deleted', async () => {
    const person = await createPerson(plain);
    const { id } = await uploadMemory(
      person,
      { type: 'video' },
      {
        ...mp4,
        bytes: await record('mp4', [...moving, '-c:v', 'mpeg4']),
      },
    );
    const services = interrupted(plain.services, () =>
      person.request({ method: 'DELETE', url: `/api/memories/${id}` }),
    );
    await checkMemory(services, { memoryId: id, revision: 1 });
    expect((await person.request({ url: `/api/memories/${id}` })).statusCode).toBe(404);
  });

  test('a second check of the same revision changes nothing', async () => {
    const memory = await uploadAndCheck(plain, 'photo', photo(jpeg));
    const before = await keysOf(plain, memory.id);
    await checkMemory(plain.services, { memoryId: memory.id, revision: 1 });
    expect(await keysOf(plain, memory.id)).toEqual(before);
  });
});
