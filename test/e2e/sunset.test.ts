import { createReadStream, existsSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeSite } from '../../server/features/home/sunset/static-site/write-site.ts';
import { startTestApp } from '../app.ts';
import { createFamily } from '../sunset.ts';
import { openChromium } from './support/chromium.ts';

const browser = await openChromium();
const types: Record<string, string> = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript' };

/** A web server for plain files, with the one rule for old links that is in docs/operations.md. */
async function serveFolder(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const isLink = /^\/received\/[\w-]{20,}$/.test(pathname);
    const path = join(folder, isLink ? '/received/index.html' : pathname.replace(/\/$/, '/index.html'));
    const isThere = existsSync(path) && statSync(path).isFile();
    response.writeHead(isThere ? 200 : 404, { 'content-type': types[extname(path)] ?? 'text/plain' });
    if (isThere && request.method === 'GET') createReadStream(path).pipe(response);
    else response.end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('once the service has closed, the link in an old mail leads to what it brought', async () => {
  const testApp = await startTestApp();
  const family = await createFamily(testApp);
  const folder = await mkdtemp(join(tmpdir(), 'long-after-kept-'));
  const facts = { lastDay: '2032-01-31', linksUntil: '2037-01-31' };
  await writeSite(testApp.services, folder, 'of a test', facts);
  const site = await serveFolder(folder);
  const page = await browser.newPage();
  await page.goto(`${site}/received/${family.token}`);
  await page.waitForURL(/\/kept\/[0-9a-f]{64}\/$/);
  expect(await page.textContent('article')).toContain('Dear Maya, here is my toast.');
  await page.goto(`${site}/received/${family.token.slice(1)}x`);
  await page.getByText('Nothing is kept under this link.').waitFor();
  await page.close();
});
