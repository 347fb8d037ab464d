import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { profilePictureMaxBytes } from '../../../../../shared/accounts/accounts.ts';
import { eventually, startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createLetter, createPerson, type Person } from '../../../../../test/factories.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';
import { users } from '../profile.table.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.work();
});

const url = '/api/user/profile-picture';
const dataUrl = (bytes: Buffer, type = 'image/jpeg') => `data:${type};base64,${bytes.toString('base64')}`;
const send = (person: Person, profilePicture: unknown) =>
  person.request({ method: 'POST', url, payload: { profilePicture } });
const get = (person: Person) => person.request({ method: 'GET', url });

/** A tall picture, red above blue, rotated, and with a location in its metadata. */
function photo(width = 900, height = 1200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#b3261e' } })
    .withExif({
      IFD0: { Copyright: 'marker-of-the-camera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .jpeg()
    .toBuffer();
}

async function keyOf(person: Person): Promise<string> {
  const [row] = await testApp.services.db.select().from(users).where(eq(users.id, person.user.id));
  return row?.profilePicture ?? '';
}

test('401: without a session, and with the cookie alone for writing', async () => {
  const payload = { profilePicture: dataUrl(await photo()) };
  expect((await testApp.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401);
  expect((await testApp.app.inject({ method: 'GET', url })).statusCode).toBe(401);
});

test('404: a person without a picture', async () => {
  const person = await createPerson(testApp);
  expect(person.user.profilePicture).toBeNull();
  expect((await get(person)).statusCode).toBe(404);
});

describe('a picture whose change is not written', () => {
  /** Makes the database run a statement at the very end of each transaction that changes an account. */
  async function atCommit(test: TestApp, statement: string): Promise<void> {
    await test.services.db.execute(`
      create function at_commit() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`);
    await test.services.db.execute(`
      create constraint trigger at_commit after update on users deferrable initially deferred
      for each row execute function at_commit()`);
  }

  test('503 when the connection breaks at the end: the file stays, since the account may name it', async () => {
    const broken = await startTestApp();
    const person = await createPerson(broken);
    await atCommit(broken, 'perform pg_terminate_backend(pg_backend_pid())');
    expect((await send(person, dataUrl(await photo()))).statusCode).toBe(503);
    expect(await storedKeys(broken, 'profile-pictures/')).toHaveLength(1);
  });

  test('500 when the database refuses it: the file goes at once', async () => {
    const broken = await startTestApp();
    const person = await createPerson(broken);
    await atCommit(broken, "raise exception 'no'");
    expect((await send(person, dataUrl(await photo()))).statusCode).toBe(500);
    expect(await storedKeys(broken, 'profile-pictures/')).toEqual([]);
  });
});

describe('POST /api/user/profile-picture', () => {
  test('security 49: 200: drawn anew as a small square WebP without what the camera wrote; an address is answered', async () => {
    const person = await createPerson(testApp);
    const answer = await send(person, dataUrl(await photo()));
    expect(answer.statusCode).toBe(200);
    const address: string = answer.json().profilePicture;
    expect(address).toMatch(/^\/api\/user\/profile-picture\?v=[0-9a-f]{12}$/);
    expect(address).not.toContain((await keyOf(person)).slice(20, 32));

    const picture = await person.request({ method: 'GET', url: address });
    expect(picture.statusCode).toBe(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const metadata = await sharp(picture.rawPayload).metadata();
    expect(metadata).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(metadata.exif).toBeUndefined();
    expect(picture.rawPayload.includes('marker-of-the-camera')).toBe(false);
  });

  test('200: the cookie shows it, an unchanged one is not sent again, HEAD sends no bytes', async () => {
    const person = await createPerson(testApp);
    await send(person, dataUrl(await photo()));
    const login = await testApp.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: person.user.email, password: 'Quiet-Harbour-1994' },
    });
    const cookie = `long_after_session=${login.cookies.find(({ name }) => name === 'long_after_session')?.value}`;
    const first = await testApp.app.inject({ method: 'GET', url, headers: { cookie } });
    expect(first.statusCode).toBe(200);
    const etag = String(first.headers.etag);
    const second = await testApp.app.inject({
      method: 'GET',
      url,
      headers: { cookie, 'if-none-match': etag },
    });
    expect(second.statusCode).toBe(304);
    const head = await testApp.app.inject({ method: 'HEAD', url, headers: { cookie } });
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
  });

  test('200: an upright picture of one on its side, a small one stays small, PNG, GIF and WebP too', async () => {
    const person = await createPerson(testApp);
    const half = sharp({ create: { width: 300, height: 100, channels: 3, background: 'red' } });
    const sideways = await half
      .composite([
        {
          input: { create: { width: 150, height: 100, channels: 3, background: 'blue' } },
          left: 150,
          top: 0,
        },
      ])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await send(person, dataUrl(sideways));
    const { data, info } = await sharp((await get(person)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([100, 100]);
    const pixel = (x: number, y: number) => [
      ...data.subarray((y * 100 + x) * info.channels, (y * 100 + x) * info.channels + 3),
    ];
    expect(pixel(50, 10)[0]).toBeGreaterThan(200);
    expect(pixel(50, 90)[2]).toBeGreaterThan(200);
    for (const format of ['png', 'gif', 'webp', 'avif'] as const) {
      const bytes = await sharp(await photo(60, 40))
        .toFormat(format)
        .toBuffer();
      expect((await send(person, dataUrl(bytes, `image/${format}`))).statusCode).toBe(200);
    }
  });

  test('a new one has a new address, and the one before is erased', async () => {
    const person = await createPerson(testApp);
    const first = (await send(person, dataUrl(await photo()))).json().profilePicture;
    const firstKey = await keyOf(person);
    const second = (await send(person, dataUrl(await photo(600, 500)))).json().profilePicture;
    expect(second).not.toBe(first);
    expect(await testApp.services.storage.stat(await keyOf(person))).toBeDefined();
    await eventually(
      async () => !(await testApp.services.storage.stat(firstKey)),
      'the first picture to be erased',
    );
  });

  test('of six sent at once one stays, with its file, and no other file', async () => {
    const person = await createPerson(testApp);
    const before = await storedPictures();
    const pictures = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => photo(100 * n, 100)));
    const answers = await Promise.all(pictures.map((bytes) => send(person, dataUrl(bytes))));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    const key = await keyOf(person);
    await eventually(async () => String(await picturesBeside(before)) === key, 'the other five to be erased');
    expect((await get(person)).statusCode).toBe(200);
  });

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  );
  const notAnImage = 'Please select an image file';
  const unreadable = expect.stringContaining('cannot be read');
  test.each([
    ['an SVG', () => dataUrl(svg, 'image/svg+xml'), notAnImage],
    ['an SVG that calls itself PNG', () => dataUrl(svg, 'image/png'), notAnImage],
    ['text', () => dataUrl(Buffer.from('hello'), 'text/plain'), notAnImage],
    [
      'a page that calls itself JPEG',
      () => dataUrl(Buffer.from('<!doctype html><script>1</script>')),
      notAnImage,
    ],
    ['a PDF', () => dataUrl(Buffer.from('%PDF-1.7\n'), 'application/pdf'), notAnImage],
    ['a JPEG that calls itself text', async () => dataUrl(await photo(), 'text/plain'), notAnImage],
    ['a PDF that calls itself JPEG', () => dataUrl(Buffer.from('%PDF-1.7\n%0123456789\n')), notAnImage],
    [
      'a TIFF',
      async () =>
        dataUrl(
          await sharp(await photo())
            .tiff()
            .toBuffer(),
          'image/tiff',
        ),
      notAnImage,
    ],
    [
      'an SVG with a prolog',
      () => dataUrl(Buffer.from(`<?xml version="1.0"?>${svg}`), 'image/png'),
      notAnImage,
    ],
    ['an address', () => 'http://169.254.169.254/latest', notAnImage],
    ['no text at all', () => '', notAnImage],
    ['broken base64', async () => `${dataUrl(await photo())}!`, notAnImage],
    [
      'cut base64',
      async () =>
        dataUrl(await photo())
          .replace(/=*$/, '')
          .slice(0, -1),
      unreadable,
    ],
    ['base64 without a type', async () => `data:;base64,${(await photo()).toString('base64')}`, notAnImage],
    ['half a JPEG', async () => dataUrl((await photo()).subarray(0, 400)), unreadable],
  ])('security 49: 400: %s', async (_what, make, message) => {
    const person = await createPerson(testApp);
    const before = await storedPictures();
    const answer = await send(person, await make());
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toEqual({ profilePicture: message });
    expect(await keyOf(person)).toBe('');
    expect(await picturesBeside(before)).toEqual([]);
  });

  test.each([[7], [null], [['data:']], [{}], [undefined]])('400: %j is no text', async (value) => {
    const answer = await send(await createPerson(testApp), value);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().fields).toHaveProperty('profilePicture');
  });

  test('security 57: an address is not fetched, wherever it is entered', async () => {
    const asked: string[] = [];
    const lure = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void lure.close());
    await once(lure, 'listening');
    const address = `http://127.0.0.1:${(lure.address() as AddressInfo).port}/picture.jpg`;
    const person = await createPerson(testApp);
    expect((await send(person, address)).statusCode).toBe(400);
    const payload = { profilePicture: address, address };
    const profile = await person.request({ method: 'PATCH', url: '/api/user/profile', payload });
    expect(profile.json()).toMatchObject({ profilePicture: null, address });
    await createLetter(person, { content: `<img src="${address}"> ${address}` });
    expect(await (await fetch(`${address}?the-lure-works`)).text()).toBe('');
    expect(asked).toEqual(['/picture.jpg?the-lure-works']);
  });

  test('security 41, 49: 400 at once: a small file that would be drawn with 2.5 thousand million pixels', async () => {
    const bomb = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    bomb.writeUInt32BE(50_000, 16);
    bomb.writeUInt32BE(50_000, 20);
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29);
    const start = performance.now();
    const answer = await send(await createPerson(testApp), dataUrl(bomb, 'image/png'));
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain('more pixels than we can open');
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('security 49: 413: one byte more than 5 MB, and far more; exactly 5 MB passes', async () => {
    const person = await createPerson(testApp);
    const jpeg = await photo();
    const padded = (size: number) => dataUrl(Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]));
    for (const size of [profilePictureMaxBytes + 1, profilePictureMaxBytes * 2]) {
      const answer = await send(person, padded(size));
      expect(answer.statusCode).toBe(413);
      expect(answer.json()).toMatchObject({
        message: 'File size must be less than 5MB',
        fields: { profilePicture: 'File size must be less than 5MB' },
      });
    }
    expect((await send(person, padded(profilePictureMaxBytes))).statusCode).toBe(200);
  });
});

describe('DELETE /api/user/profile-picture', () => {
  const remove = (person: Person) => person.request({ method: 'DELETE', url });

  test("204: the picture is gone from the profile and erased; other people's stay", async () => {
    const [person, other] = [await createPerson(testApp), await createPerson(testApp)];
    for (const each of [person, other]) await send(each, dataUrl(await photo(60, 40)));
    const key = await keyOf(person);
    expect((await remove(person)).statusCode).toBe(204);
    expect((await person.request({ method: 'GET', url: '/api/user/profile' })).json()).toEqual(person.user);
    expect((await get(person)).statusCode).toBe(404);
    expect((await get(other)).statusCode).toBe(200);
    await eventually(async () => !(await testApp.services.storage.stat(key)), 'the picture to be erased');
  });

  test('404: there is none, and nothing changes', async () => {
    const person = await createPerson(testApp);
    expect((await remove(person)).statusCode).toBe(404);
  });
});

async function storedPictures(): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const { key } of testApp.services.storage.list('profile-pictures/')) keys.add(key);
  return keys;
}

async function picturesBeside(before: Set<string>): Promise<string[]> {
  return [...(await storedPictures())].filter((key) => !before.has(key));
}
