import { inArray } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { sessions } from '../server/features/accounts/auth/sessions/sessions.table.ts';
import { publicPages } from '../shared/pages.ts';
import { planKeys } from '../shared/plans.ts';
import { openScreens, signedInScreens } from '../shared/screens.ts';
import { startTestApp } from './app.ts';
import { protectWithCode } from './authenticator.ts';
import { createBystanders } from './bystander.ts';
import { createPerson, createStaff, type Person } from './factories.ts';
import { howToAddARow, routeRows } from './routes/all-rows.ts';
import { sendBadRequests } from './routes/bad-requests.ts';
import { createOwner, faultsOfOperation, operationsOf } from './routes/hostile-input.ts';
import { ours, traces } from './routes/mass-assignment.ts';
import {
  askIn,
  expectOwnerServed,
  expectRecorded,
  expectStrangerServed,
  expectStrangersRefused,
  isStaffs,
  isWrite,
  type Others,
} from './routes/refusals.ts';
import { watchRoutes } from './routes/registered-routes.ts';
import { askAs, ownersMark, type Question, type RouteRow, requestOf, type Scene } from './routes/row.ts';
import { storedState } from './routes/stored-state.ts';

// Every route in one application. Reads are all asked in one scene, because nothing changes in it; each write has scenes
// of its own for those who may change something. No worker runs: any difference afterwards was made by the request.

// The mailbox of a developer's machine shows everybody's mail to anyone using it; it is never used with real people.
const routes = watchRoutes();
const testApp = await startTestApp({ env: { DEV_MAILBOX: 'off' } });

const colleague = await createStaff(testApp);
const ofEveryPlan = await Promise.all(planKeys.map((plan) => createPerson(testApp, { plan })));
const others: Others = { testApp, colleague, ofEveryPlan, bystanders: await createBystanders(testApp) };
const reader = await createOwner(testApp);
const operations = await operationsOf(testApp);

const asks = Object.entries(routeRows);
const isKept = ({ statuses }: RouteRow) => statuses.nobody === 401;
const reads = asks.filter(([route]) => !isWrite(route));
const writes = asks.filter(([route]) => isWrite(route));
const keptWrites = writes.filter(([, row]) => isKept(row));
const openWrites = writes.filter(([, row]) => !isKept(row));
const assigning = keptWrites.filter(([route]) => /^(POST|PUT|PATCH) /.test(route));

const nothingOfOurs = 'whatever is sent, nobody gets an error of ours, nor hears how we are made';

interface Asked {
  scene: Scene;
  question: Question;
  /** What no response may contain. */
  secrets: readonly string[];
}

/** With `isProtected`, the owner has a second factor, which has a secret. */
async function sceneOf({ ask }: RouteRow, isProtected = false): Promise<Asked> {
  await staySignedIn([colleague, ...ofEveryPlan, reader]);
  const owner = await createPerson(testApp, { lastName: ownersMark });
  const { secret = '', recoveryCodes = [] } = isProtected ? await protectWithCode(testApp, owner) : {};
  const scene: Scene = { testApp, owner };
  return { scene, question: await ask(scene), secrets: isProtected ? [secret, ...recoveryCodes] : [] };
}

/** The clock moves on from scene to scene; this keeps them from becoming idle. */
async function staySignedIn(people: readonly Person[]): Promise<void> {
  const { db, clock } = testApp.services;
  const ids = people.map(({ user }) => user.id);
  await db
    .update(sessions)
    .set({ lastUsedAt: clock.now(), createdAt: clock.now() })
    .where(inArray(sessions.userId, ids));
}

test('security 28: every route has its row, and every row its route', () => {
  const known = new Set(Object.keys(routeRows));
  expect(
    [...routes].filter((route) => !known.has(route)),
    howToAddARow,
  ).toEqual([]);
  expect(
    [...known].filter((route) => !routes.has(route)),
    'rows of routes that are gone',
  ).toEqual([]);
  expect(
    [...routes].filter((route) => isStaffs(route) && routeRows[route]?.statuses.nobody !== 401),
    'routes of staff that are open',
  ).toEqual([]);
});

/** The export is a ZIP with its own test of the contents; the change stream never ends. */
const isAnswer = (route: string, row: RouteRow) => isKept(row) && !/export|events/.test(route);
/** Longer than the time within which a session's use is not recorded again: recording it is the one thing a read may do. */
const aWhileSeconds = 10;

describe.each(reads)('%s', (route, row) => {
  let made: Promise<Asked> | undefined;
  const theScene = () => {
    made ??= sceneOf(row, isAnswer(route, row));
    return made;
  };

  test('security 23, 28, 30, 34: nobody, somebody else, who knows the ids, and the owner', async () => {
    const { scene, question } = await theScene();
    const stranger = await createPerson(testApp);
    if (isKept(row)) {
      await expectStrangersRefused(others, route, row, question, scene);
      await expectStrangerServed(others, route, row, question, scene, stranger);
    } else {
      expect((await askIn(testApp, route, question, 'nobody')).statusCode).toBe(row.statuses.nobody);
      const foreign = await askIn(testApp, route, question, 'somebody else', stranger);
      expect(foreign.statusCode).toBe(row.statuses['somebody else']);
    }
    await expectOwnerServed(others, route, row, question, scene);
  });

  test('security 27: GET and HEAD change nothing', async () => {
    const { scene, question } = await theScene();
    testApp.clock.advance(aWhileSeconds);
    const before = await storedState(testApp);
    const token = question.own?.token ?? scene.owner.token;
    const cookies = { ...scene.owner.cookies, ...question.own?.cookies };
    await readEveryWay(requestOf(route, question), { token, cookies }, question.endless === true);
    expect(await storedState(testApp)).toEqual(before);
  });

  if (isAnswer(route, row)) {
    test('security 10, 32: no answer holds a permanent secret', async () => {
      const { scene, question, secrets } = await theScene();
      const token = question.own?.token ?? scene.owner.token;
      const { body } = await askAs(testApp, requestOf(route, question), { token });
      for (const one of [...secrets, token, ...Object.values(scene.owner.cookies)])
        expect(body).not.toContain(one);
      expect(body).not.toMatch(
        /\$argon2|password"|tokenHash|cookieHash|sealedSecret|stripeCustomerId|fileKey|sha256/,
      );
    });
  }

  if (route !== 'GET /api/events') {
    test(`security 65: ${nothingOfOurs}`, async () => {
      const { scene, question } = await theScene();
      await sendBadRequests(testApp, route, question, asOwner(scene, question));
    });
  }
});

describe('security 23, 28, 30, 34, 63: nobody, somebody else, who knows the ids, and the owner', () => {
  // One scene for everybody who is refused, because they change nothing in it, and then for its owner.
  test.each(keptWrites)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    const stranger = await createPerson(testApp);
    await expectStrangersRefused(others, route, row, question, scene);
    await expectStrangerServed(others, route, row, question, scene, stranger);
    if (isStaffs(route)) await expectRecorded(others, route, row, question, scene);
    else await expectOwnerServed(others, route, row, question, scene);
  });

  test.each(openWrites)('%s, open to all', async (route, row) => {
    const ofNobody = await sceneOf(row);
    const nobody = await askIn(testApp, route, ofNobody.question, 'nobody');
    expect(nobody.statusCode).toBe(row.statuses.nobody);
    const ofAnother = await sceneOf(row);
    const stranger = await createPerson(testApp);
    const foreign = await askIn(testApp, route, ofAnother.question, 'somebody else', stranger);
    expect(foreign.statusCode).toBe(row.statuses['somebody else']);
    const { scene, question } = await sceneOf(row);
    await expectOwnerServed(others, route, row, question, scene);
  });
});

describe('security 31: what only we decide is passed over, or refused, wherever it is sent', () => {
  test.each(assigning)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    const { owner } = scene;
    const stranger = await createPerson(testApp);
    if (Buffer.isBuffer(question.payload)) return;
    const before = await storedState(testApp, stranger.user.id);
    const payload = { ...ours(stranger.user.id), ...question.payload };
    const { token = owner.token } = question.own ?? {};
    const answer = await askAs(testApp, requestOf(route, { ...question, payload }), { token });
    expect([row.statuses['the owner'], 400, 409]).toContain(answer.statusCode);
    // Its row has made the owner staff.
    const isStaff = route.includes(' /api/admin/');
    const hasPaid = / \/api\/(admin\/)?(subscription\/|counselor-|therapy-|arrears\/|physical-)/.test(route);
    const hasGiven = /\/(proposed-address\/|right-address$)/.test(route);
    const found = await testApp.services.db.execute(traces(owner.user.id, { isStaff, hasPaid, hasGiven }));
    expect(found.rows).toEqual([]);
    expect(await storedState(testApp, stranger.user.id)).toEqual(before);
  });
});

describe('security 27: GET and HEAD of a page change nothing', () => {
  test.each([...publicPages, ...openScreens, ...signedInScreens, '/received/some-token', '/nowhere'])(
    '%s',
    async (url) => {
      const before = await storedState(testApp);
      const { token, cookies } = await createPerson(testApp);
      const after = await storedState(testApp);
      expect(after).not.toEqual(before);
      await readEveryWay({ url }, { token, cookies }, false);
      expect(await storedState(testApp)).toEqual(after);
    },
  );
});

describe(`security 65: ${nothingOfOurs}`, () => {
  test.each(writes)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    await sendBadRequests(testApp, route, question, asOwner(scene, question));
  });
});

describe('security 65: whatever is sent to a route of the API description, nobody gets a 5xx', () => {
  test.each(operations)('%s %s', async (...operation) => {
    await staySignedIn([reader]);
    const owner = operation[0] === 'GET' ? reader : await createOwner(testApp);
    expect(await faultsOfOperation(testApp, operation, owner)).toEqual([]);
  });
});

function asOwner({ owner }: Scene, { own }: Question) {
  return { token: own?.token ?? owner.token, cookies: own?.cookies ?? {} };
}

interface Ways {
  token: string;
  cookies: Record<string, string>;
}

/** Requests it with GET and HEAD: as nobody, with the token and with the cookie. */
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
