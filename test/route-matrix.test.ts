import { and, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { sessions } from '../server/features/accounts/auth/sessions/sessions.table.ts';
import { auditLog } from '../server/features/system/audit/audit.table.ts';
import { minutesAfter } from '../server/platform/clock.ts';
import { freshSignInMinutes } from '../shared/accounts/staff.ts';
import { planKeys } from '../shared/plans.ts';
import { startTestApp } from './app.ts';
import { createBystanders, rowsOf } from './bystander.ts';
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

// The mailbox of a developer's machine shows everybody's mail to anyone who sits there; it has no place beside real people.
const routes = watchRoutes();
const testApp = await startTestApp({ env: { DEV_MAILBOX: 'off' } });

/** Sees nothing of what anybody keeps, colleagues included. */
const colleague = await createStaff(testApp);
/** Have one of everything, of which no act of another may move a row. */
const bystanders = await createBystanders(testApp);
const ofEveryPlan = await Promise.all(planKeys.map((plan) => createPerson(testApp, { plan })));
const unknownId = '0193a5f0-0000-7000-8000-000000000001';
const asks = Object.entries(routeRows);
const kept = asks.filter(([, { statuses }]) => statuses.nobody === 401);
const open = asks.filter(([, { statuses }]) => statuses.nobody !== 401);
const isStaffs = (route: string) => route.includes(' /api/admin');
const isWrite = (route: string) => !route.startsWith('GET ');

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
  expect(
    [...routes].filter((route) => isStaffs(route) && routeRows[route]?.statuses.nobody !== 401),
    'routes of staff that are open',
  ).toEqual([]);
});

// One scene for all who are refused, since they change nothing in it, and then for its owner.
describe('security 23, 28, 30, 34, 63: nobody, somebody else, who knows the ids, and the owner', () => {
  test.each(kept)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    const { owner } = scene;
    const stranger = await createPerson(testApp);
    const before = await storedState(testApp);
    await expectNobodyRefused(route, question);
    if (isWrite(route)) await expectCookieRefused(route, question, owner);
    if (isStaffs(route)) await expectEveryPlanRefused(route, question);
    expect(await storedState(testApp)).toEqual(before);
    if (row.fresh) await expectOldSignInRefused(route, question, scene);

    const ownersBefore = await storedState(testApp, owner.user.id);
    const foreign = await askIn(route, question, 'somebody else', stranger);
    expect(foreign.statusCode).toBe(row.statuses['somebody else']);
    if (!question.endless) expectNothingOf(owner, foreign.body);
    if (foreign.statusCode === 404) await expectLikeUnknown(route, question, stranger, foreign.body);
    expect(await storedState(testApp, owner.user.id)).toEqual(ownersBefore);

    if (isStaffs(route) && isWrite(route)) await expectRecorded(route, row, question, scene);
    else await expectOwnerServed(route, row, question, scene);
  });
});

describe.each(['nobody', 'somebody else'] as const)('security 28: open to all, asked by %s', (role) => {
  test.each(open)('%s', async (route, row) => {
    const { question } = await sceneOf(row);
    const person = role === 'nobody' ? undefined : await createPerson(testApp);
    expect((await askIn(route, question, role, person)).statusCode).toBe(row.statuses[role]);
  });
});

describe('the owner, where it is open to all', () => {
  test.each(open)('%s', async (route, row) => {
    const { scene, question } = await sceneOf(row);
    await expectOwnerServed(route, row, question, scene);
  });
});

/** They change nothing, and concern nobody or open nothing that was left. */
const withoutReason = [
  'POST /api/admin/audit/check',
  'DELETE /api/admin/audit/check',
  'POST /api/admin/people/:id/view',
];

/** What staff write stands in the audit log, by whom and why. */
async function expectRecorded(route: string, row: RouteRow, question: Question, scene: Scene): Promise<void> {
  const written = and(
    eq(auditLog.actor, scene.owner.user.id),
    withoutReason.includes(route) ? undefined : isNotNull(auditLog.reason),
  );
  const before = await testApp.services.db.$count(auditLog, written);
  await expectOwnerServed(route, row, question, scene);
  expect(await testApp.services.db.$count(auditLog, written)).toBe(before + 1);
}

/** The session stays open, and is too old for what asks for a fresh sign-in; or was just begun. */
async function letSignInBe(minutesOld: number, { owner }: Scene): Promise<void> {
  const { db, clock } = testApp.services;
  const createdAt = minutesAfter(clock.now(), -minutesOld);
  await db.update(sessions).set({ createdAt }).where(eq(sessions.userId, owner.user.id));
}

const tooOldMinutes = freshSignInMinutes + 1;

async function expectNobodyRefused(route: string, question: Question): Promise<void> {
  const answer = await askIn(route, question, 'nobody');
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { code: 'not_signed_in', message: 'Please sign in to continue' },
  ]);
}

/** As another site could make a browser send it. */
async function expectCookieRefused(route: string, question: Question, { cookies }: Person): Promise<void> {
  const profile = await testApp.app.inject({ url: '/api/user/profile', cookies });
  expect(profile.statusCode).toBe(question.own?.token ? 401 : 200);
  const answer = await askAs(testApp, requestOf(route, question), { cookies });
  expect(answer.statusCode, 'with the cookie alone').toBe(401);
}

async function expectOldSignInRefused(route: string, question: Question, scene: Scene): Promise<void> {
  await letSignInBe(tooOldMinutes, scene);
  const before = await storedState(testApp);
  const answer = await askIn(route, question, 'the owner', scene.owner);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'fresh_sign_in_needed']);
  expect(await storedState(testApp)).toEqual(before);
  await letSignInBe(0, scene);
}

async function expectEveryPlanRefused(route: string, question: Question): Promise<void> {
  for (const person of ofEveryPlan) {
    const answer = await askIn(route, question, 'somebody else', person);
    expect([answer.statusCode, answer.json()], person.user.email).toEqual([
      403,
      { code: 'forbidden', message: 'This is for staff' },
    ]);
  }
}

/** What is somebody else's is answered exactly like what never was, to staff too. */
async function expectLikeUnknown(
  route: string,
  question: Question,
  stranger: Person,
  body: string,
): Promise<void> {
  const never = { ...question, params: unknownIds(question) };
  const unknown = await askIn(route, never, 'somebody else', stranger);
  expect([unknown.statusCode, unknown.body], 'an unknown id').toEqual([404, body]);
  const toStaff = await askIn(route, question, 'somebody else', colleague);
  expect(toStaff.body, 'asked by staff').toBe(body);
}

/** The sign-in is too old for a route of staff that does not ask for a fresh one: its row alone says which do. */
async function expectOwnerServed(
  route: string,
  row: RouteRow,
  question: Question,
  scene: Scene,
): Promise<void> {
  if (isStaffs(route) && !row.fresh) await letSignInBe(tooOldMinutes, scene);
  const before = await rowsOf(testApp, bystanders);
  const answer = await askIn(route, question, 'the owner', scene.owner);
  expect([answer.statusCode, question.endless || answer.body.slice(0, 300)]).toEqual([
    row.statuses['the owner'],
    expect.anything(),
  ]);
  expect(await rowsOf(testApp, bystanders), 'what another keeps').toEqual(before);
}

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
