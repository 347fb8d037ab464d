import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson } from '../../../../test/factories.ts';
import { watchRoutes } from '../../../../test/routes/registered-routes.ts';
import { askAs } from '../../../../test/routes/row.ts';
import { storedState } from '../../../../test/routes/stored-state.ts';

const link = 'http://127.0.0.1:3000/received/abc_DEF-123';
const mail = {
  messageId: 'delivery.1@example.org',
  to: 'maya@example.net',
  fromName: 'Ada <b>Holm</b>',
  subject: 'Ada left <script>alert(1)</script>',
  text: `Dear Maya,\n\nIt waits: ${link}`,
  html: `<p>It waits: <a href="${link}">open</a><script>alert(1)</script></p>`,
};

const routes = watchRoutes();
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  const { mailer, texter } = testApp.services;
  await mailer.send(mail);
  testApp.clock.advance(60);
  await texter.send({ id: 'delivery.2', to: '+15555550123', body: `Ada left something for you: ${link}` });
});

async function list() {
  const response = await testApp.app.inject('/dev/mailbox.json');
  return response.json<{ id: string; channel: string }[]>();
}

async function idOf(channel: string): Promise<string> {
  const message = (await list()).find((one) => one.channel === channel);
  if (!message) throw new Error(`no ${channel} was kept`);
  return message.id;
}

describe('GET /dev/mailbox.json', () => {
  test('200: newest first, with all fields', async () => {
    expect(await list()).toEqual([
      {
        id: expect.any(String),
        channel: 'sms',
        to: '+15555550123',
        from: expect.stringMatching(/^\+1555/),
        subject: null,
        text: `Ada left something for you: ${link}`,
        html: null,
        sentAt: testApp.clock.now().toISOString(),
      },
      {
        id: expect.any(String),
        channel: 'email',
        to: 'maya@example.net',
        from: expect.stringContaining('Ada <b>Holm</b> <'),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        sentAt: expect.any(String),
      },
    ]);
  });
});

describe('GET /dev/mailbox', () => {
  test('200: shows every message, with user text escaped and URLs as links', async () => {
    const { body, headers, statusCode } = await testApp.app.inject('/dev/mailbox');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/html');
    expect(body).toContain('maya@example.net');
    expect(body).toContain('+15555550123');
    expect(body).toContain(`<a href="${link}" target="_blank" rel="noreferrer">${link}</a>`);
    expect(body).toContain('Ada left &lt;script&gt;');
    expect(body).not.toMatch(/<script|style=|onclick/);
    expect(body.indexOf('Text message to')).toBeLessThan(body.indexOf('Ada left &lt;script&gt;'));
  });

  test('200: allows only its own style sheet', async () => {
    const { headers, statusCode } = await testApp.app.inject('/dev/mailbox.css');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toContain('text/css');
  });
});

describe('GET /dev/mailbox/:id', () => {
  test('200: the mail unchanged, in a sandbox that runs no scripts and fetches nothing', async () => {
    const { body, headers } = await testApp.app.inject(`/dev/mailbox/${await idOf('email')}`);
    expect(body).toBe(mail.html);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('allow-scripts');
    expect(policy).not.toContain('allow-same-origin');
  });

  test('404: a malformed id, an unknown one, and a text message', async () => {
    const unknown = '019a0000-0000-7000-8000-000000000000';
    for (const id of ['nothing', unknown, await idOf('sms'), '%00', "1' or '1'='1"]) {
      expect((await testApp.app.inject(`/dev/mailbox/${encodeURIComponent(id)}`)).statusCode).toBe(404);
    }
  });
});

test('security 27: GET and HEAD change nothing', async () => {
  const ofMailbox = [...routes].filter((route) => route.includes(' /dev/'));
  const read = ['/dev/mailbox', '/dev/mailbox.css', '/dev/mailbox.json', '/dev/mailbox/:id'];
  expect(ofMailbox.toSorted()).toEqual(read.map((path) => `GET ${path}`).toSorted());
  const { token, cookies } = await createPerson(testApp);
  const id = await idOf('email');
  const before = await storedState(testApp);
  for (const path of read)
    for (const method of ['GET', 'HEAD'] as const)
      for (const way of [{}, { token }, { cookies }]) {
        const answer = await askAs(testApp, { method, url: path.replace(':id', id) }, way);
        expect(answer.statusCode, `${method} ${path}`).toBe(200);
      }
  expect(await storedState(testApp)).toEqual(before);
});

test('404: there is no mailbox where a mail server is configured', async () => {
  const { app } = await startTestApp({
    env: { SMTP_URL: 'smtp://127.0.0.1:3309', MAIL_FROM: 'post@example.org' },
  });
  for (const path of ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css']) {
    expect((await app.inject(path)).body).not.toContain('Mailbox');
    expect((await app.inject(path)).statusCode).toBe(404);
  }
});
