import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectOf } from '../../../test/project-folder.ts';
import { answerErrors } from './error-answers.ts';
import { serveWeb } from './web-files.ts';

const files = {
  'index.html': 'the app',
  '.pages/privacy-policy.html': '<a href="mailto:help@placeholder.invalid">help@placeholder.invalid</a>',
  'before-paint.js': 'plain',
  'before-paint.js.br': 'brotli',
  'assets/index-1.js': 'script',
  'assets/index-1.js.br': 'brotli',
  '.pages/index.html': 'home of https://placeholder.invalid/',
  '.pages/faq.html': 'questions',
  '.pages/robots.txt': 'Sitemap: https://placeholder.invalid/sitemap.xml',
};

async function serve(web: Record<string, string> = files) {
  const app = fastify();
  answerErrors(app);
  await serveWeb(app, {
    placeholders: {
      'https://placeholder.invalid': 'https://letters.example',
      'help@placeholder.invalid': "o'brien@letters.example",
    },
    openScreens: ['/auth', '/received'],
    signedInScreens: ['/upload', '/people/:id'],
    privatePages: /^\/received\//,
    folder: projectOf(web),
  });
  onTestFinished(() => app.close());
  return app;
}

describe('serveWeb', () => {
  test('200: a prerendered page, with the URL of this service', async () => {
    const app = await serve();
    const home = await app.inject('/?from=mail');
    expect(home.statusCode).toBe(200);
    expect(home.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(home.headers['cache-control']).toBe('no-cache');
    expect(home.body).toBe('home of https://letters.example/');
    expect((await app.inject('/faq')).body).toBe('questions');
    expect((await app.inject('/faq/')).body).toBe('questions');
    const robots = await app.inject('/robots.txt');
    expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(robots.body).toBe('Sitemap: https://letters.example/sitemap.xml');
  });

  test('200: the address for help stands on the page, escaped', async () => {
    const escaped = 'o&#39;brien@letters.example';
    expect((await (await serve()).inject('/privacy-policy')).body).toBe(
      `<a href="mailto:${escaped}">${escaped}</a>`,
    );
  });

  test('200: a screen with a document of its own is that document, which nobody gets by its name', async () => {
    const app = await serve({ ...files, 'received.html': 'for o’brien: help@placeholder.invalid' });
    expect((await app.inject('/received/token')).body).toBe('for o’brien: o&#39;brien@letters.example');
    expect((await app.inject('/auth')).body).toBe('the app');
    expect((await app.inject('/received.html')).statusCode).toBe(404);
  });

  test('200: a screen that anybody may open is the app, whatever the rest of the path', async () => {
    const app = await serve();
    expect(await answer(app, '/auth?mode=signup')).toEqual([200, 'the app']);
    expect(await answer(app, '/received/a-token')).toEqual([200, 'the app']);
  });

  test('200 and 404: screens of signed-in people are the app, which asks for a sign-in; unknown pages show the page of /', async () => {
    const app = await serve();
    expect(await answer(app, '/upload?edit=1')).toEqual([200, 'the app']);
    expect(await answer(app, '/people/1?edit')).toEqual([200, 'the app']);
    expect((await answer(app, '/people/1/2'))[0]).toBe(404);
    expect((await answer(app, '/people'))[0]).toBe(404);
    expect(await answer(app, '/nowhere')).toEqual([404, 'home of https://letters.example/']);
    expect(await answer(app, '/authentic')).toEqual([404, 'home of https://letters.example/']);
  });

  test('302: a link that ends with the full stop of its sentence leads to the page, and never elsewhere', async () => {
    const app = await serve();
    for (const end of ['.', ',', ').', '!'])
      expect((await app.inject(`/received/a-token${end}`)).headers.location).toBe('/received/a-token');
    for (const url of ['//elsewhere.example.', '/.', '/faq?of=a.', '/'])
      expect((await app.inject(url)).headers.location, url).toBeUndefined();
  });

  test('404 as JSON: for requests that do not ask for a page', async () => {
    const app = await serve();
    for (const url of ['/api/nothing', '/assets/gone.js'])
      expect((await app.inject(url)).headers['content-type']).toContain('application/json');
    expect((await app.inject({ method: 'POST', url: '/faq' })).statusCode).toBe(404);
  });

  test('does not serve internal files by name', async () => {
    const app = await serve();
    const inside = [
      '/assets/',
      '/assets/index-1.js.br',
      '/assets/..%2findex.html',
      '/assets/%2e%2e/index.html',
    ];
    for (const url of ['/index.html', '/before-paint.js.br', '/.pages/faq.html', ...inside])
      expect((await app.inject(url)).statusCode, url).toBe(404);
  });

  test('security 54: a private page is kept out of search engines, caches and referrers', async () => {
    const { headers } = await (await serve()).inject('/received/a-token');
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    });
  });

  test('compresses pages and files for clients that accept it', async () => {
    const app = await serve();
    const get = (url: string, encodings: string) =>
      app.inject({ url, headers: { 'accept-encoding': encodings } });
    const brotli = await get('/faq', 'gzip, deflate, br');
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe('questions');
    const gzip = await get('/faq', 'gzip, br;q=0');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe('questions');
    expect((await get('/faq', 'identity')).body).toBe('questions');
    expect((await get('/before-paint.js', 'br')).body).toBe('brotli');
    expect((await get('/before-paint.js', 'identity')).body).toBe('plain');
  });

  test('304: a page that the browser has cached', async () => {
    const app = await serve();
    const { etag } = (await app.inject('/faq')).headers;
    const again = await app.inject({ url: '/faq', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await app.inject({ url: '/faq', headers: { 'if-none-match': 'W/"old"' } })).statusCode).toBe(200);
  });

  test('hashed files are cached forever, others revalidated', async () => {
    const app = await serve();
    expect((await app.inject('/assets/index-1.js')).headers['cache-control']).toContain('immutable');
    expect((await app.inject('/before-paint.js')).headers['cache-control']).toBe('no-cache');
  });
});

async function answer(app: Awaited<ReturnType<typeof serve>>, url: string) {
  const { statusCode, body } = await app.inject(url);
  return [statusCode, body];
}
