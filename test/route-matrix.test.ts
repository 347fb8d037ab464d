import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog } from '../server/features/system/audit/audit.table.ts';
import { planKeys } from '../shared/plans.ts';
import { startTestApp } from './app.ts';
import { createPerson, createStaff, type Person } from './factories.ts';
import { howToAddARow, routeRows } from './routes/all-rows.ts';
import { watchRoutes } from './routes/registered-routes.ts';
import {
  askAs,
  ownersMark,
  type Question,
  type Role,
  type RouteRow,
  requestOf,
  type Scene,
} from './routes/row.ts';
import { storedState } from './routes/stored-state.ts';

// The mailbox of a developer's machine shows everybody's mail to whoever sits there; it has no place beside real people.
const routes = watchRoutes();
const testApp = await startTestApp({ env: { DEV_MAILBOX: 'off' } });

/** Sees nothing of what anybody keeps, colleagues included. */
const colleague = await createStaff(testApp);
const unknownId = '0193a5f0-0000-7000-8000-000000000001';
const asks = Object.entries(routeRows);
const kept = asks.filter(([, { statuses }]) => statuses.nobody === 401);
const writes = kept.filter(([route]) => !route.startsWith('GET '));

async function sceneOf({ ask }: RouteRow) {
  const scene: Scene = { testApp, owner: await createPerson(testApp, { lastName: ownersMark }) };
  return { scene, question: await ask(scene) };
}

async function askIn(route: string, question: Question, role: Role, person?: Person) {
  const { own } = question;
  const endless = question.endless === true && role !== 'nobody';
  const token = role === 'the owner' ? (own?.token ?? person?.token) : person?.token;
  const cookies = role === 'the owner' ? (own?.cookies ?? {}) : {};
  return askAs(testApp, requestOf(route, question), { token, cookies, endless });
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
});

describe('security 28: nobody', () => {
  test.each(asks)('%s', async (route, row) => {
    const { question } = await sceneOf(row);
    const before = await storedState(testApp);
    const answer = await askIn(route, question, 'nobody');
    expect(answer.statusCode).toBe(row.statuses.nobody);
    if (answer.statusCode !== 401) return;
    expect(answer.json()).toEqual({ code: 'not_signed_in', message: 'Please sign in to continue' });
    expect(await storedState(testApp)).toEqual(before);
  });
});

describe('security 28, 30: somebody else who is signed in and knows the ids', () => {
  test.each(asks)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    const stranger = await createPerson(testApp);
    const before = await storedState(testApp, scene.owner.user.id);
    const answer = await askIn(route, question, 'somebody else', stranger);
    expect(answer.statusCode).toBe(row.statuses['somebody else']);
    if (row.statuses.nobody !== 401) return;
    if (!question.endless) expectNothingOf(scene.owner, answer.body);
    expect(await storedState(testApp, scene.owner.user.id)).toEqual(before);
  });

  test.each(kept.filter(([, { statuses }]) => statuses['somebody else'] === 404))(
    '%s: answered exactly like what never was, to staff too',
    async (route, row) => {
      const { question } = await sceneOf(row);
      const stranger = await createPerson(testApp);
      const foreign = await askIn(route, question, 'somebody else', stranger);
      const unknown = await askIn(
        route,
        { ...question, params: unknownIds(question) },
        'somebody else',
        stranger,
      );
      expect(unknown.statusCode).toBe(404);
      expect(unknown.body).toBe(foreign.body);
      const toStaff = await askIn(route, question, 'somebody else', colleague);
      expect(toStaff.body).toBe(foreign.body);
    },
  );
});

describe('the owner', () => {
  test.each(asks)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    const answer = await askIn(route, question, 'the owner', scene.owner);
    expect([answer.statusCode, question.endless || answer.body.slice(0, 300)]).toEqual([
      row.statuses['the owner'],
      expect.anything(),
    ]);
  });
});

describe('security 23: the owner’s cookie alone, as another site could make a browser send it', () => {
  test.each(writes)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    const { cookies } = scene.owner;
    const profile = await testApp.app.inject({ url: '/api/user/profile', cookies });
    expect(profile.statusCode).toBe(question.own?.token ? 401 : 200);
    const before = await storedState(testApp);
    const answer = await askAs(testApp, requestOf(route, question), { cookies });
    expect(answer.statusCode).toBe(401);
    expect(await storedState(testApp)).toEqual(before);
  });
});

describe('security 28, 34: a route of staff, asked by somebody on', () => {
  const staffRoutes = [...routes].filter((route) => route.includes(' /api/admin'));

  test.each(staffRoutes)('every plan: %s', async (route) => {
    const row = routeRows[route];
    if (!row) throw new Error(howToAddARow);
    const { question } = await sceneOf(row);
    const people = await Promise.all(planKeys.map((plan) => createPerson(testApp, { plan })));
    const before = await storedState(testApp);
    for (const person of people) {
      const answer = await askIn(route, question, 'somebody else', person);
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        { code: 'forbidden', message: 'This is for staff' },
      ]);
    }
    expect(await storedState(testApp)).toEqual(before);
  });
});

describe('security 63: what staff write stands in the audit log, by whom and why', () => {
  const staffWrites = [...routes].filter((route) => /^(?!GET).* \/api\/admin/.test(route));
  /** They change nothing, and concern nobody. */
  const withoutReason = ['POST /api/admin/audit/check', 'DELETE /api/admin/audit/check'];
  const countOf = ({ user }: Person, route: string) =>
    testApp.services.db.$count(
      auditLog,
      and(
        eq(auditLog.actor, user.id),
        withoutReason.includes(route) ? undefined : isNotNull(auditLog.reason),
      ),
    );

  test.each(staffWrites)('%s', async (route) => {
    const row = routeRows[route];
    if (!row) throw new Error(howToAddARow);
    const { scene, question } = await sceneOf(row);
    const before = await countOf(scene.owner, route);
    await askIn(route, question, 'the owner', scene.owner);
    expect(await countOf(scene.owner, route)).toBe(before + 1);
  });
});

/** Ids in the path only: what is not an id, such as a kind of draft, has no unknown one. */
function unknownIds({ params = {} }: Question): Record<string, string> {
  const isId = (value: string) => /^[\da-f]{8}-[\da-f-]{27}$/.test(value);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isId(value) ? unknownId : value]),
  );
}

function expectNothingOf({ user }: Person, body: string): void {
  for (const theirs of [user.id, user.email, ownersMark]) expect(body).not.toContain(theirs);
}
