import { describe, expect, test } from 'vitest';
import { publicPages } from '../../../shared/pages.ts';
import { openScreens, signedInScreens } from '../../../shared/screens.ts';
import { startTestApp } from '../../../test/app.ts';
import { createPerson } from '../../../test/factories.ts';
import { watchRoutes } from '../../../test/routes/registered-routes.ts';

const routes = watchRoutes();
const { app } = await startTestApp({ env: { PUBLIC_URL: 'https://after.example' } });
// Registered before the first request: a failure that none of our routes would cause, and whose error could
// reveal something.
app.get('/api/that-fails', () => {
  throw new Error('Failed query: select "password" from "users" where "email" = $1');
});
const onHttp = await startTestApp();
const person = await createPerson(onHttp);

type Headers = Record<string, unknown>;

/** The directives of a content security policy by name. */
function policyOf(headers: Headers): Map<string, string[]> {
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

function expectGuarded(headers: Headers): void {
  expect(headers['x-content-type-options']).toBe('nosniff');
  const [, maxAge, rest] = /^max-age=(\d+)(.*)$/.exec(String(headers['strict-transport-security'])) ?? [];
  expect(Number(maxAge)).toBeGreaterThanOrEqual(31_536_000);
  expect(rest).toContain('includeSubDomains');
  expect(['no-referrer', 'strict-origin-when-cross-origin']).toContain(headers['referrer-policy']);
  expect(String(headers['permissions-policy']).split(', ')).toEqual(
    expect.arrayContaining(['camera=(self)', 'microphone=(self)', 'geolocation=()']),
  );
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['x-powered-by']).toBeUndefined();
}

const answers: [string, string, number][] = [
  ['a page', '/', 200],
  ['an answer of the API', '/api/features', 200],
  ['a file of the pages', '/favicon.svg', 200],
  ['a page that is not there', '/nowhere', 404],
  ['a route that is not there', '/api/nowhere', 404],
  ['an address that cannot be read', '/api/memories/%zz', 404],
  ['a part of an address that is too long', `/api/received/${'x'.repeat(500)}`, 404],
  ['nobody signed in', '/api/memories', 401],
  ['a fault of ours', '/api/that-fails', 500],
];

describe('security 26: every response carries the security headers', () => {
  test.each(answers)('%s', async (_what, url, status) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(status);
    expectGuarded(answer.headers);
    expect(policyOf(answer.headers).get('frame-ancestors')).toEqual(["'none'"]);
  });

  test('the change stream, which bypasses the framework', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await onHttp.app.inject({ url: '/api/events', headers, payloadAsStream: true });
    answer.stream().destroy();
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
  });

  test('no HSTS on http, which would lock a developer’s machine out', async () => {
    expect((await onHttp.app.inject({ url: '/' })).headers['strict-transport-security']).toBeUndefined();
  });
});

describe('security 25: the content security policy', () => {
  const pages = [...publicPages, ...openScreens, ...signedInScreens, '/received/a-token', '/nowhere'];
  test.each(pages)('of %s allows only scripts from our own files', async (url) => {
    const policy = policyOf((await app.inject({ url })).headers);
    expect([...policy.values()].flat().filter((source) => /unsafe|^\*|^https?:/.test(source))).toEqual([]);
    for (const directive of ['object-src', 'base-uri', 'frame-ancestors'])
      expect(policy.get(directive), directive).toEqual(["'none'"]);
    for (const directive of ['default-src', 'script-src', 'connect-src', 'font-src', 'form-action'])
      expect(policy.get(directive), directive).toEqual(["'self'"]);
  });

  test.each([...publicPages, '/auth'])('%s needs no inline script or style', async (url) => {
    const { body } = await app.inject({ url });
    expect(body).toContain('</html>');
    expect(body.match(/<script(?![^>]*\bsrc=)(?![^>]*type="application\/ld\+json")[^>]*>/g)).toBeNull();
    expect(body.match(/\son[a-z]+=|javascript:|<style/gi)).toBeNull();
  });
});

describe('security 65: an internal error', () => {
  test('is reported in general terms, with the id under which it is logged', async () => {
    const answer = await app.inject({ url: '/api/that-fails' });
    expect(answer.json()).toEqual({
      code: 'internal',
      message: 'Something went wrong on our side. Nothing was lost; please try again.',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  });
});

describe('security 19: browsers do not cache API responses', () => {
  test('whatever the route', async () => {
    const kept: string[] = [];
    const asked = [...routes].filter((route) => /^GET \/api\/(?!docs|openapi|events)/.test(route));
    for (const route of asked) {
      const url = route.replace('GET ', '').replace(/:\w+/g, person.user.id);
      const { headers } = await person.request({ url });
      if (!String(headers['cache-control']).includes('no-store')) kept.push(url);
    }
    expect(asked.length).toBeGreaterThan(20);
    expect(kept).toEqual([]);
  });
});

describe('security 24: other origins', () => {
  const origins = [
    'https://evil.example',
    'null',
    'https://after.example.evil.example',
    'http://after.example',
  ];
  test.each(origins)('%s may not read a response, with or without a preflight request', async (origin) => {
    const wish = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    for (const url of [
      '/',
      '/api/features',
      '/api/auth/login',
      '/api/memories',
      '/api/nowhere',
      '/api/that-fails',
    ])
      for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
        const answer = await app.inject({ method, url, headers: wish });
        const leave = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'));
        expect(leave, `${method} ${url}`).toEqual([]);
        if (method === 'OPTIONS') expect(answer.statusCode).toBe(404);
      }
  });

  test('cannot embed our responses in their pages', async () => {
    const { headers } = await app.inject({ url: '/api/user/profile-picture' });
    expect(headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});
