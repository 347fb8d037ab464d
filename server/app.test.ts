import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { placeholderReview, placeholderSupportEmail } from '../shared/pages.ts';
import { startTestApp } from '../test/app.ts';
import { createPerson } from '../test/factories.ts';
import { mailTo } from '../test/mailbox.ts';
import { keptMail } from './features/delivery/deliveries/message/message.mail.tsx';

const supportEmail = 'help@after.example';
const testApp = await startTestApp({ env: { SUPPORT_EMAIL: supportEmail } });
const { app } = testApp;

describe('the API describes itself', () => {
  test('GET /api/openapi.json lists every implemented route of the specification', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{
      paths: Record<string, object>;
    }>();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/api/auth/register',
        '/api/auth/login',
        '/api/user/profile',
        '/api/user/stats',
        '/api/memories',
        '/api/memories/upload',
        '/api/memories/{id}/recipients',
        '/api/schedules',
        '/api/recipients/{id}',
        '/api/received/{token}/open',
      ]),
    );
    expect(Object.keys(paths['/api/schedules/{id}'] ?? {}).toSorted()).toEqual(['delete', 'get', 'patch']);
  });
});

describe('every answer', () => {
  test.each(['/api/nothing-here', '/healthz', '/api/memories'])(
    '%s carries the security headers',
    async (url) => {
      const { headers } = await app.inject({ url });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['permissions-policy']).toContain('camera=(self)');
    },
  );

  test('404: an unknown route of the API, as JSON', async () => {
    const answer = await app.inject({ url: '/api/nothing-here' });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
  });

  test.each([
    ['no JSON at all', '{"title":', 'application/json', 400],
    ['another kind of content', '<a/>', 'application/xml', 415],
    ['more than a megabyte', JSON.stringify({ title: 'a'.repeat(1_100_000) }), 'application/json', 413],
  ])('a body that is %s is refused in plain words', async (_what, payload, contentType, status) => {
    const person = await createPerson(testApp);
    const headers = { 'content-type': contentType };
    const answer = await person.request({ method: 'POST', url: '/api/recipients', payload, headers });
    expect(answer.statusCode).toBe(status);
    expect(Object.keys(answer.json()).toSorted()).toEqual(expect.arrayContaining(['code', 'message']));
  });
});

describe('the address for help', () => {
  test.each(['/', '/faq', '/how-we-keep-it', '/terms-of-service', '/privacy-policy', '/no-such-page'])(
    'stands on %s, also without scripts',
    async (url) => {
      const { body } = await app.inject(url);
      expect(body).toContain(`href="mailto:${supportEmail}"`);
      expect(body).not.toContain(placeholderSupportEmail);
    },
  );

  test.each(['/auth', '/checkout-success', '/received/a-token', '/'])(
    'is in the document of %s, so that its screens know it without a request',
    async (url) => {
      const { body } = await app.inject(url);
      expect(body).toContain(`<meta name="support-email" content="${supportEmail}"`);
    },
  );

  test('stands in the footer of a mail, in text and HTML', async () => {
    const values = {
      ...{ subject: 'A letter', title: 'A letter', recipientName: 'Maya', why: 'Ruth left it.' },
      ...{ things: '', sorry: '' },
      ...{
        action: 'Open',
        link: 'https://a.example',
        aboutLink: 'https://a.example',
        closed: 'It is closed.',
      },
      ...{ about: 'For Ruth.', publicHost: 'a.example' },
    };
    const mail = {
      ...(await keptMail(values, { isOne: true, isLate: false })),
      messageId: 'one@a.example',
      to: 'maya@example.com',
    };
    await testApp.services.mailer.send(mail);
    const [sent] = await mailTo(testApp.services, mail.to);
    expect(sent?.text).toContain(`If you need help, write to ${supportEmail}.`);
    expect(sent?.html).toContain(`If you need help, write to ${supportEmail}.`);
  });
});

test.each(['/how-we-keep-it', '/auth'])('%s knows what the settings say about a review', async (url) => {
  const { body } = await app.inject(url);
  expect(body).toContain('One of us opens every proof that was sent, and decides.');
  expect(body).toContain('Within two working days of the proof');
  expect(body).toContain('Then at least three days');
  for (const placeholder of Object.values(placeholderReview)) expect(body).not.toContain(placeholder);
});

describe('the state of the process', () => {
  test('GET /healthz', async () => {
    expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'alive' });
  });

  test('GET /readyz says which parts work', async () => {
    const answer = await app.inject({ url: '/readyz' });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      status: 'ready',
      parts: { database: { ok: true }, files: { ok: true }, queue: { ok: true } },
    });
  });

  test('F20: GET /readyz is 503 while the clock differs from the database by more than 30 seconds', async () => {
    testApp.clock.differ(15 * 24 * 60 * 60);
    const answer = await app.inject({ url: '/readyz' });
    testApp.clock.differ(0);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().parts.time).toEqual({
      ok: false,
      message: expect.stringContaining('1,296,000 seconds ahead of the database'),
    });
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  test('GET /readyz is 503 once a newer version has migrated the database', async () => {
    const { db } = testApp.services;
    const newer = sql`'of a newer version'`;
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      select ${newer}, max(created_at) + 1 from drizzle.__drizzle_migrations`);
    testApp.clock.advance(10);
    const answer = await app.inject({ url: '/readyz' });
    await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = ${newer}`);
    expect(answer.statusCode).toBe(503);
    expect(answer.json().parts.version).toEqual({
      ok: false,
      message: expect.stringContaining('The database belongs to a newer version of Long After'),
    });
    testApp.clock.advance(10);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  });

  test('GET /metrics: figures for this machine only', async () => {
    const figures = await app.inject({ url: '/metrics' });
    expect(figures.body).toContain('long_after_jobs{job="deliver"} 0');
    expect((await app.inject({ url: '/metrics', remoteAddress: '203.0.113.7' })).statusCode).toBe(404);
  });
});
