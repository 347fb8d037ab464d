import { and, eq, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { sessions } from '../../server/features/accounts/auth/sessions/sessions.table.ts';
import { auditLog } from '../../server/features/system/audit/audit.table.ts';
import { minutesAfter } from '../../server/platform/clock.ts';
import { freshSignInMinutes } from '../../shared/accounts/staff.ts';
import type { TestApp } from '../app.ts';
import { rowsOf } from '../bystander.ts';
import type { Person } from '../factories.ts';
import { askAs, ownersMark, type Question, type Role, type RouteRow, requestOf, type Scene } from './row.ts';
import { storedState } from './stored-state.ts';

// Who is refused what: tested in one scene, in which they change nothing.

/** The people who exist in addition to the scene. */
export interface Others {
  testApp: TestApp;
  /** A member of staff, who sees nothing that anybody keeps, colleagues included. */
  colleague: Person;
  ofEveryPlan: readonly Person[];
  /** They have one of everything; nobody else's act may change a row of theirs. */
  bystanders: readonly Person[];
}

export const isStaffs = (route: string) => route.includes(' /api/admin');
export const isWrite = (route: string) => !route.startsWith('GET ');

const unknownId = '0193a5f0-0000-7000-8000-000000000001';

export async function askIn(
  testApp: TestApp,
  route: string,
  question: Question,
  role: Role,
  person?: Person,
) {
  const { own } = question;
  const endless = question.endless === true && role !== 'nobody';
  const token = role === 'the owner' ? (own?.token ?? person?.token) : person?.token;
  const cookies = role === 'the owner' ? (own?.cookies ?? {}) : {};
  return askAs(testApp, requestOf(route, question), { token, cookies, endless });
}

/** Nobody and people on every plan, the cookie alone, and a sign-in that is too old: nothing changes anywhere. */
export async function expectStrangersRefused(
  others: Others,
  route: string,
  row: RouteRow,
  question: Question,
  scene: Scene,
): Promise<void> {
  const { testApp } = others;
  const before = await storedState(testApp);
  await expectNobodyRefused(testApp, route, question);
  if (isWrite(route)) await expectCookieRefused(testApp, route, question, scene.owner);
  if (isStaffs(route)) await expectEveryPlanRefused(others, route, question);
  expect(await storedState(testApp)).toEqual(before);
  if (row.fresh) await expectOldSignInRefused(route, question, scene);
}

/** Somebody else who knows the ids gets the response for something that does not exist, with nothing of the owner's in it. */
export async function expectStrangerServed(
  others: Others,
  route: string,
  row: RouteRow,
  question: Question,
  { owner }: Scene,
  stranger: Person,
): Promise<void> {
  const { testApp } = others;
  const ownersBefore = await storedState(testApp, owner.user.id);
  const foreign = await askIn(testApp, route, question, 'somebody else', stranger);
  expect(foreign.statusCode).toBe(row.statuses['somebody else']);
  if (!question.endless) expectNothingOf(owner, foreign.body);
  if (foreign.statusCode === 404) await expectLikeUnknown(others, route, question, stranger, foreign.body);
  expect(await storedState(testApp, owner.user.id)).toEqual(ownersBefore);
}

/** They change nothing, and concern nobody or open nothing that was left. */
const withoutReason = [
  'POST /api/admin/audit/check',
  'DELETE /api/admin/audit/check',
  'POST /api/admin/people/:id/view',
];

/** What staff write is in the audit log, with who did it and why. */
export async function expectRecorded(
  others: Others,
  route: string,
  row: RouteRow,
  question: Question,
  scene: Scene,
): Promise<void> {
  const { db } = others.testApp.services;
  const written = and(
    eq(auditLog.actor, scene.owner.user.id),
    withoutReason.includes(route) ? undefined : isNotNull(auditLog.reason),
  );
  const before = await db.$count(auditLog, written);
  await expectOwnerServed(others, route, row, question, scene);
  expect(await db.$count(auditLog, written)).toBe(before + 1);
}

/** The session stays open, and is either too old for what needs a fresh sign-in, or has just begun. */
async function letSignInBe(minutesOld: number, { testApp, owner }: Scene): Promise<void> {
  const { db, clock } = testApp.services;
  const createdAt = minutesAfter(clock.now(), -minutesOld);
  await db.update(sessions).set({ createdAt }).where(eq(sessions.userId, owner.user.id));
}

const tooOldMinutes = freshSignInMinutes + 1;

async function expectNobodyRefused(testApp: TestApp, route: string, question: Question): Promise<void> {
  const answer = await askIn(testApp, route, question, 'nobody');
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { code: 'not_signed_in', message: 'Please sign in to continue' },
  ]);
}

/** As another site could make a browser send it. */
async function expectCookieRefused(
  testApp: TestApp,
  route: string,
  question: Question,
  { cookies }: Person,
): Promise<void> {
  const profile = await testApp.app.inject({ url: '/api/user/profile', cookies });
  expect(profile.statusCode).toBe(question.own?.token ? 401 : 200);
  const answer = await askAs(testApp, requestOf(route, question), { cookies });
  expect(answer.statusCode, 'with the cookie alone').toBe(401);
}

async function expectOldSignInRefused(route: string, question: Question, scene: Scene): Promise<void> {
  const { testApp } = scene;
  await letSignInBe(tooOldMinutes, scene);
  const before = await storedState(testApp);
  const answer = await askIn(testApp, route, question, 'the owner', scene.owner);
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'fresh_sign_in_needed']);
  expect(await storedState(testApp)).toEqual(before);
  await letSignInBe(0, scene);
}

async function expectEveryPlanRefused(
  { testApp, ofEveryPlan }: Others,
  route: string,
  question: Question,
): Promise<void> {
  for (const person of ofEveryPlan) {
    const answer = await askIn(testApp, route, question, 'somebody else', person);
    expect([answer.statusCode, answer.json()], person.user.email).toEqual([
      403,
      { code: 'forbidden', message: 'This is for staff' },
    ]);
  }
}

/** Somebody else's things get exactly the same response as things that never existed, for staff too. */
async function expectLikeUnknown(
  { testApp, colleague }: Others,
  route: string,
  question: Question,
  stranger: Person,
  body: string,
): Promise<void> {
  const never = { ...question, params: unknownIds(question) };
  const unknown = await askIn(testApp, route, never, 'somebody else', stranger);
  expect([unknown.statusCode, unknown.body], 'an unknown id').toEqual([404, body]);
  const toStaff = await askIn(testApp, route, question, 'somebody else', colleague);
  expect(toStaff.body, 'asked by staff').toBe(body);
}

/** On staff routes without `fresh`, the sign-in is too old for a fresh one, so that their rows are shown to be right. */
export async function expectOwnerServed(
  { testApp, bystanders }: Others,
  route: string,
  row: RouteRow,
  question: Question,
  scene: Scene,
): Promise<void> {
  if (isStaffs(route) && !row.fresh) await letSignInBe(tooOldMinutes, scene);
  const before = await rowsOf(testApp, bystanders);
  const answer = await askIn(testApp, route, question, 'the owner', scene.owner);
  expect([answer.statusCode, question.endless || answer.body.slice(0, 300)]).toEqual([
    row.statuses['the owner'],
    expect.anything(),
  ]);
  expect(await rowsOf(testApp, bystanders), 'what another keeps').toEqual(before);
}

/** Only ids in the path: other parameters, such as a kind of draft, have no unknown value. */
function unknownIds({ params = {} }: Question): Record<string, string> {
  const isId = (value: string) => /^[\da-f]{8}-[\da-f-]{27}$/.test(value);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isId(value) ? unknownId : value]),
  );
}

function expectNothingOf({ user }: Person, body: string): void {
  for (const theirs of [user.id, user.email, ownersMark]) expect(body).not.toContain(theirs);
}
