// The configurations of nginx that are shipped, with the real nginx and the real product.
import { expect, test } from 'vitest';
import { eventually, startTestApp } from './app.ts';
import { createPerson, createRecipient } from './factories.ts';
import { startNginx } from './fakes/nginx.ts';
import { findTestPort } from './free-port.ts';
import { mediaFiles } from './media.ts';
import { projectOf } from './project-folder.ts';
import { begun, standsAt, tusHeaders } from './uploads.ts';

const host = '127.0.0.1';
const port = await findTestPort();
const nginx = await startNginx('long-after.conf', { [`${host}:3000`]: `${host}:${port}` });
const testApp = await startTestApp({
  env: { PUBLIC_URL: nginx.address, TRUSTED_PROXIES: host, RATE_LIMITS: 'on' },
});
const ruth = await createPerson(testApp);
const asRuth = { authorization: `Bearer ${ruth.token}` };
const secretPath = '/received/a-link-that-nobody-else-may-have';

test('while the product cannot be reached, a page says so in plain words, and nothing stands in a log', async () => {
  const { status, headers, body } = await nginx.ask(secretPath);
  expect(status).toBe(503);
  expect(headers).toMatchObject({
    'retry-after': '60',
    'cache-control': 'no-store',
    'content-type': 'text/html',
  });
  expect(body).toContain('Nothing is lost. Please try again in a minute.');
  await testApp.app.listen({ host, port });
  expect((await nginx.ask(secretPath)).status).toBe(200);
  expect(await nginx.logged()).not.toContain(secretPath);
});

test('whoever comes without TLS is led to the same page with it', async () => {
  const { status, headers } = await fetch(`${nginx.plainAddress}${secretPath}?from=mail`, {
    redirect: 'manual',
  });
  expect([status, headers.get('location')]).toEqual([308, `${nginx.address}${secretPath}?from=mail`]);
});

test('what arrives of an upload before it breaks off has reached the product', async () => {
  const photo = await mediaFiles.photo.jpeg();
  const bytes = Buffer.concat([photo.bytes, Buffer.alloc(5_000_000)]);
  const url = await begun(ruth, { ...photo, bytes });
  await eventually(async () => {
    const offset = await standsAt(ruth, url);
    const headers = {
      ...{ ...tusHeaders, ...asRuth, 'upload-offset': String(offset) },
      ...{ 'content-type': 'application/offset+octet-stream', 'content-length': bytes.length - offset },
    };
    const sending = nginx.begin(url, { method: 'PATCH', headers }).on('error', () => undefined);
    await new Promise((written) => {
      sending.write(bytes.subarray(offset, offset + 2_000_000), written);
    });
    sending.destroy();
    return (await standsAt(ruth, url)) > 0;
  }, 'a part to have arrived');
});

test('changes are heard as they happen', async () => {
  const listening = nginx.begin('/api/events', { headers: asRuth }).end();
  let heard = '';
  listening
    .on('error', () => undefined)
    .on('response', (stream) => {
      stream.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
    });
  await eventually(async () => heard.includes('retry'), 'the stream to begin');
  await createRecipient(ruth);
  await eventually(async () => heard.includes('recipients'), 'the change');
  listening.destroy();
});

test('a visitor cannot choose the address under which attempts are counted', async () => {
  const signIn = async (attempt: number) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${attempt}` };
    const form = { email: `nobody.${attempt}@example.com`, password: 'not a password of anybody' };
    return (await nginx.ask('/api/auth/login', { method: 'POST', headers }, JSON.stringify(form))).status;
  };
  const statuses = new Set<number>();
  for (let attempt = 1; attempt <= 61; attempt++) statuses.add(await signIn(attempt));
  expect([...statuses]).toEqual([401, 429]);
});

test('what is kept after the service has closed is found by its links, and says that it is not to be listed', async () => {
  const pages = { 'index.html': 'the front', 'received/index.html': 'the way', 'kept/.draft': 'not yet' };
  const kept = await startNginx('long-after-kept.conf', { '/srv/long-after-kept': projectOf(pages) });
  const found = await kept.ask(secretPath);
  expect([found.status, found.body]).toEqual([200, 'the way']);
  expect(found.headers).toMatchObject({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' });
  for (const path of ['/kept/of-nobody/', '/kept/.draft', '/recipients']) {
    const { status, body, headers } = await kept.ask(path);
    expect([path, status, body]).toEqual([path, 404, 'the front']);
    expect(headers['x-robots-tag']).toBe('noindex');
  }
  expect(await kept.logged()).not.toContain(secretPath);
});
