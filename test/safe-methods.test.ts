import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { mailboxMessages } from '../server/platform/mail/mailbox.table.ts';
import { publicPages } from '../shared/pages.ts';
import { openScreens, signedInScreens } from '../shared/screens.ts';
import { startTestApp } from './app.ts';
import { protectWithCode } from './authenticator.ts';
import { createPerson } from './factories.ts';
import { howToAddARow, routeRows } from './routes/all-rows.ts';
import { watchRoutes } from './routes/registered-routes.ts';
import { askAs, requestOf, type Scene } from './routes/row.ts';
import { storedState } from './routes/stored-state.ts';

// No worker runs: whatever is different afterwards, the request did it.
const routes = watchRoutes();
const testApp = await startTestApp();

const reads = Object.entries(routeRows).filter(([route]) => route.startsWith('GET '));
const developers = ['/dev/mailbox', '/dev/mailbox.css', '/dev/mailbox.json'];
const pages = [...publicPages, ...openScreens, ...signedInScreens, '/received/some-token', '/nowhere'];

/** Longer than a use of a session goes without being written down: that is the one thing a read may do. */
const aWhileSeconds = 10;

/** Asked by GET and HEAD, by nobody, with the token and with the cookie. */
async function readEveryWay(
  request: InjectOptions,
  { token, cookies }: Ways,
  endless: boolean,
): Promise<void> {
  for (const method of ['GET', 'HEAD'] as const) {
    for (const way of [{}, { token }, { cookies }]) {
      const isStream = endless && method === 'GET' && Object.keys(way).length > 0;
      const answer = await askAs(testApp, { ...request, method }, { ...way, endless: isStream });
      expect(answer.statusCode, `${method} ${request.url}`).toBeLessThan(500);
    }
  }
}

interface Ways {
  token: string;
  cookies: Record<string, string>;
}

test('security 27: every route that reads is asked here', () => {
  const asked = new Set([...reads.map(([route]) => route), ...developers.map((url) => `GET ${url}`)]);
  const safe = [...routes].filter((route) => route.startsWith('GET ') && route !== 'GET /dev/mailbox/:id');
  expect(
    safe.filter((route) => !asked.has(route)),
    howToAddARow,
  ).toEqual([]);
});

describe('security 27: GET and HEAD change nothing', () => {
  test.each(reads)('%s', async (route, { ask }) => {
    const scene: Scene = { testApp, owner: await createPerson(testApp) };
    const question = await ask(scene);
    testApp.clock.advance(aWhileSeconds);
    const before = await storedState(testApp);
    const token = question.own?.token ?? scene.owner.token;
    const cookies = { ...scene.owner.cookies, ...question.own?.cookies };
    await readEveryWay(requestOf(route, question), { token, cookies }, question.endless === true);
    expect(await storedState(testApp)).toEqual(before);
  });

  test.each([...developers, ...pages])('%s', async (url) => {
    const before = await storedState(testApp);
    const { token, cookies } = await createPerson(testApp);
    const after = await storedState(testApp);
    expect(after).not.toEqual(before);
    await readEveryWay({ url }, { token, cookies }, false);
    expect(await storedState(testApp)).toEqual(after);
  });

  test('a mail in the mailbox of a developer’s machine', async () => {
    const sentAt = testApp.clock.now();
    const addresses = { toAddress: 'a@example.com', fromAddress: 'b@example.com' };
    const mail = {
      channel: 'email',
      messageId: '<1@example.com>',
      text: 'Hello',
      html: '<p>Hello</p>',
    } as const;
    const [kept] = await testApp.services.db
      .insert(mailboxMessages)
      .values({ ...mail, ...addresses, sentAt })
      .returning();
    const before = await storedState(testApp);
    const { statusCode } = await testApp.app.inject({ url: `/dev/mailbox/${kept?.id}` });
    expect(statusCode).toBe(200);
    expect(await storedState(testApp)).toEqual(before);
  });
});

describe('security 10, 32: what is secret for good is in no answer', () => {
  // The export is a ZIP, and has a test of its own for what is in it.
  const answers = reads.filter(
    ([route, { statuses }]) => statuses.nobody === 401 && !/export|events/.test(route),
  );
  test.each(answers)('%s', async (route, { ask }) => {
    const owner = await createPerson(testApp);
    const { secret, recoveryCodes } = await protectWithCode(testApp, owner);
    const question = await ask({ testApp, owner });
    const token = question.own?.token ?? owner.token;
    const { body } = await askAs(testApp, requestOf(route, question), { token });
    for (const one of [secret, ...recoveryCodes, token, ...Object.values(owner.cookies)])
      expect(body).not.toContain(one);
    expect(body).not.toMatch(
      /\$argon2|password"|tokenHash|cookieHash|sealedSecret|stripeCustomerId|fileKey|sha256/,
    );
  });
});
