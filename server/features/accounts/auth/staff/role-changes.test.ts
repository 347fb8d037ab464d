import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { RoleChangeAct, StaffMember, StaffRoleChange } from '../../../../../shared/accounts/staff.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../test/factories.ts';
import { seenOf } from '../../../../../test/seen-person.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';
import { withdrawByOperator } from './first-staff.ts';
import { probationDays } from './roles.ts';

const reason = 'Joins the morning shift';

/** A separate app with this many members of staff whose approval counts. */
async function service(members: number) {
  const app = await startTestApp();
  const staff: Person[] = [];
  for (let count = 0; count < members; count++) staff.push(await createStaff(app));
  const [ann, ben, cleo] = staff as [Person, Person, Person];
  return { app, ann, ben, cleo };
}

const change = async (app: TestApp, method: 'POST' | 'DELETE', by: Person, { user }: Person) =>
  by.request({
    method,
    url: `/api/admin/people/${user.id}/staff`,
    payload: { reason, seen: await seenOf(app, user.id) },
  });
const grant = (app: TestApp, by: Person, person: Person) => change(app, 'POST', by, person);
const withdraw = (app: TestApp, by: Person, person: Person) => change(app, 'DELETE', by, person);
const decide = (act: RoleChangeAct, by: Person, { id, person }: StaffRoleChange, more: object = {}) =>
  by.request({
    method: 'POST',
    url: `/api/admin/staff-role-changes/${id}/${act}`,
    payload: { reason, seen: { ...person, ...more } },
  });
const isStaff = async ({ services: { db } }: TestApp, { user }: Person) =>
  (await db.$count(users, and(eq(users.id, user.id), eq(users.isAdmin, true)))) > 0;
const open = async (by: Person) =>
  (await by.request({ url: '/api/admin/staff-role-changes' })).json<StaffRoleChange[]>();
const refusalOf = async (answer: ReturnType<typeof change>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().message];
};

async function signInAgain({ app }: TestApp, person: Person): Promise<void> {
  const payload = { email: person.user.email, password: goodPassword };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  person.token = answer.json<{ token: string }>().token;
}

/** Somebody whom two members have just made staff. */
async function newColleague(app: TestApp, [ann, ben]: [Person, Person]): Promise<Person> {
  const person = await createPerson(app);
  expect((await decide('confirm', ben, (await grant(app, ann, person)).json())).statusCode).toBe(200);
  await signInAgain(app, person);
  return person;
}

describe('security 70: the role takes two members of staff', () => {
  test('201, 200: proposed by one, shown to all, and confirmed by another, each with a reason in the audit log', async () => {
    const { app, ann, ben, cleo } = await service(3);
    const dora = await createPerson(app);
    const answer = await grant(app, ann, dora);
    expect(answer.statusCode).toBe(201);
    const proposed = answer.json<StaffRoleChange>();
    expect(proposed).toMatchObject({ kind: 'grant', state: 'proposed', reason, acts: ['take-back'] });
    expect(proposed.person).toMatchObject({ id: dora.user.id, email: dora.user.email, isAdmin: false });
    expect(await isStaff(app, dora)).toBe(false);
    expect((await dora.request({ url: '/api/user/profile' })).statusCode).toBe(200);
    for (const member of [ben, cleo]) expect((await open(member))[0]?.acts).toEqual(['confirm', 'refuse']);
    expect(await refusalOf(grant(app, ben, dora))).toEqual([
      409,
      'This was proposed already. You find it under People.',
    ]);
    expect(await refusalOf(decide('confirm', ann, proposed))).toEqual([
      409,
      'You proposed this yourself. A colleague has to confirm it.',
    ]);
    expect((await decide('confirm', ben, proposed, { email: 'x@example.com' })).json().fields).toEqual({
      email: `The address was x@example.com, and is ${dora.user.email} now`,
    });
    expect((await decide('confirm', ben, proposed)).json()).toMatchObject({ state: 'made', acts: [] });
    expect(await isStaff(app, dora)).toBe(true);
    expect(await open(cleo)).toEqual([]);
    expect((await decide('confirm', cleo, proposed)).statusCode).toBe(409);

    const leaving = (await withdraw(app, cleo, dora)).json<StaffRoleChange>();
    expect((await decide('confirm', ben, leaving)).statusCode).toBe(200);
    const listed = (await ann.request({ url: '/api/admin/staff' })).json<StaffMember[]>();
    expect(listed.map(({ id }) => id)).not.toContain(dora.user.id);
    const entries = await app.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, dora.user.id))
      .orderBy(auditLog.id);
    const who = { ann: ann.user.id, ben: ben.user.id, cleo: cleo.user.id };
    expect(entries.filter(({ action }) => action.startsWith('staff.'))).toMatchObject([
      { action: 'staff.grant-proposed', actor: who.ann, reason },
      { action: 'staff.granted', actor: who.ben, reason, details: { proposedBy: who.ann } },
      { action: 'staff.withdrawal-proposed', actor: who.cleo, reason },
      { action: 'staff.withdrawn', actor: who.ben, before: { isAdmin: true }, after: { isAdmin: false } },
    ]);
  });

  test('whom it concerns neither confirms nor refuses it; nobody refuses that somebody loses it', async () => {
    const { app, ann, ben, cleo } = await service(3);
    const proposed = (await withdraw(app, ann, ben)).json<StaffRoleChange>();
    expect((await open(ben))[0]?.acts).toEqual([]);
    for (const act of ['confirm', 'refuse'] as const)
      expect(await refusalOf(decide(act, ben, proposed))).toEqual([
        409,
        'This is about you. Ask a colleague.',
      ]);
    expect((await decide('take-back', ben, proposed)).statusCode).toBe(409);
    expect((await decide('refuse', cleo, proposed)).statusCode).toBe(409);
    expect((await open(cleo))[0]?.acts).toEqual(['confirm']);
    expect(await isStaff(app, ben)).toBe(true);
  });

  test('whoever proposed it takes it back, and a colleague refuses a new one: then it may be proposed again', async () => {
    const { app, ann, ben } = await service(2);
    const dora = await createPerson(app);
    const first = (await grant(app, ann, dora)).json<StaffRoleChange>();
    expect((await decide('take-back', ben, first)).statusCode).toBe(409);
    expect((await decide('take-back', ann, first)).json().state).toBe('taken_back');
    const second = (await grant(app, ann, dora)).json<StaffRoleChange>();
    expect((await decide('refuse', ben, second)).json().state).toBe('refused');
    expect((await decide('confirm', ben, second)).statusCode).toBe(409);
    expect((await grant(app, ann, dora)).json()).toMatchObject({ state: 'proposed' });
  });

  test('somebody whom a colleague made staff proposes and confirms nothing for a week, and may refuse', async () => {
    const { app, ann, ben } = await service(2);
    const dora = await newColleague(app, [ann, ben]);
    const eve = await createPerson(app);
    const tooNew = expect.stringContaining('You became staff a short time ago');
    expect(await refusalOf(withdraw(app, dora, ben))).toEqual([409, tooNew]);
    expect(await refusalOf(grant(app, dora, eve))).toEqual([409, tooNew]);
    const proposed = (await grant(app, ann, eve)).json<StaffRoleChange>();
    expect((await open(dora))[0]?.acts).toEqual(['refuse']);
    expect(await refusalOf(decide('confirm', dora, proposed))).toEqual([409, tooNew]);
    expect((await decide('refuse', dora, proposed)).statusCode).toBe(200);
  });

  test('what somebody had proposed ends with their role, and after two weeks', async () => {
    const { app, ann, ben, cleo } = await service(3);
    const dora = await createPerson(app);
    const proposed = (await grant(app, ann, dora)).json<StaffRoleChange>();
    await decide('confirm', cleo, (await withdraw(app, ben, ann)).json());
    expect(await open(ben)).toEqual([]);
    expect((await decide('confirm', ben, proposed)).statusCode).toBe(409);
    const again = (await grant(app, ben, dora)).json<StaffRoleChange>();
    app.clock.advance(14 * 24 * 3600);
    for (const member of [ben, cleo]) await signInAgain(app, member);
    expect(await open(cleo)).toEqual([]);
    expect((await decide('confirm', cleo, again)).statusCode).toBe(409);
    expect((await grant(app, ben, dora)).json()).toMatchObject({ state: 'proposed' });
    expect(await isStaff(app, dora)).toBe(false);
  });

  test('of two, neither takes the role from the other, and neither makes somebody staff alone', async () => {
    const { app, ann, ben } = await service(2);
    const dora = await createPerson(app);
    const answers = await Promise.all([withdraw(app, ann, ben), withdraw(app, ben, ann)]);
    for (const answer of answers) expect(answer.statusCode).toBe(409);
    expect(answers[0]?.json().message).toContain('Whoever runs this service can take the role');
    expect((await grant(app, ann, dora)).json()).toMatchObject({ state: 'proposed' });
    expect([await isStaff(app, ann), await isStaff(app, ben)]).toEqual([true, true]);
  });

  test('whoever is alone makes somebody staff at once, and takes it from them while their word does not count', async () => {
    const { app, ann } = await service(1);
    const [ben, cleo] = [await createPerson(app), await createPerson(app)];
    expect((await grant(app, ann, ben)).json()).toMatchObject({ state: 'made' });
    await signInAgain(app, ben);
    expect((await withdraw(app, ben, ann)).statusCode).toBe(409);
    expect((await withdraw(app, ann, ben)).json()).toMatchObject({ state: 'made' });
    expect(await isStaff(app, ben)).toBe(false);
    await grant(app, ann, ben);
    app.clock.advance(probationDays * 24 * 3600);
    for (const member of [ann, ben]) await signInAgain(app, member);
    expect((await withdraw(app, ann, ben)).statusCode).toBe(409);
    expect((await grant(app, ann, cleo)).json()).toMatchObject({ state: 'proposed' });
  });

  test('the operator takes the role with a command: then whoever is left may get a second member', async () => {
    const { app, ann, ben } = await service(2);
    const why = 'Ben has left, by command';
    await withdrawByOperator(app.services, { email: ben.user.email.toUpperCase(), reason: why });
    expect(await isStaff(app, ben)).toBe(false);
    expect((await ben.request({ url: '/api/user/profile' })).statusCode).toBe(401);
    const again = withdrawByOperator(app.services, { email: ben.user.email, reason: why });
    await expect(again).rejects.toThrow('This person is not staff');
    expect((await grant(app, ann, await createPerson(app))).json()).toMatchObject({ state: 'made' });
    const [entry] = await app.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'staff.withdrawn'));
    expect(entry).toMatchObject({ actor: 'system', reason: why, subjectId: ben.user.id });
  });
});
