import { and, eq } from 'drizzle-orm';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import {
  freshSignInMinutes,
  type RoleChangeAct,
  type StaffRoleChange,
} from '../../../../../shared/accounts/staff.ts';
import { startTestApp, type TestApp } from '../../../../../test/app.ts';
import { codeOf, protectWithCode } from '../../../../../test/authenticator.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { seenOf } from '../../../../../test/seen-person.ts';
import { readConfig } from '../../../../platform/config.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { users } from '../../profile/profile.table.ts';
import { namelessStaff } from '../../profile/profile.ts';
import { proposeRoleChange } from './role-changes.ts';
import { createFirstStaff, staff, watchStaffRoutes } from './staff.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const reason = 'Joins the morning shift';

const change = async (method: 'POST' | 'DELETE', by: Person, id: string, payload: object = { reason }) => {
  const seen = await seenOf(testApp, id);
  return by.request({ method, url: `/api/admin/people/${id}/staff`, payload: { seen, ...payload } });
};
const decide = (act: RoleChangeAct, by: Person, { id, person }: StaffRoleChange) =>
  by.request({
    method: 'POST',
    url: `/api/admin/staff-role-changes/${id}/${act}`,
    payload: { reason, seen: person },
  });
const isStaff = async (id: string) =>
  services.db.$count(users, and(eq(users.id, id), eq(users.isAdmin, true)));
const aboutStaff = async (userId: string) =>
  (
    await services.db.select().from(auditLog).where(eq(auditLog.subjectId, userId)).orderBy(auditLog.id)
  ).filter(({ action }) => action.startsWith('staff.'));

/** The result of a change, confirmed by a new colleague if it has to be. */
async function changeByTwo(method: 'POST' | 'DELETE', by: Person, id: string): Promise<StaffRoleChange> {
  const answer = await change(method, by, id);
  const proposed = answer.json<StaffRoleChange>();
  if (proposed.state !== 'proposed') return proposed;
  const confirmed = await decide('confirm', await createStaff(testApp), proposed);
  expect(confirmed.statusCode).toBe(200);
  return confirmed.json();
}

test('security 34: 403: staff whose own account is to be deleted neither read nor decide; restored, they do', async () => {
  const ann = await createStaff(testApp);
  const leave = (at: Date | null) =>
    services.db.update(users).set({ deletionRequestedAt: at }).where(eq(users.id, ann.user.id));
  const read = async () => {
    const answer = await ann.request({ url: '/api/admin/staff' });
    return [answer.statusCode, answer.json().message];
  };
  const [by] = await services.db.select().from(users).where(eq(users.id, ann.user.id));
  const ben = await createPerson(testApp);
  const seen = await seenOf(testApp, ben.user.id);
  const grant = () =>
    proposeRoleChange(services, 'grant', { by: requireFound(by), userId: ben.user.id, reason, seen });
  await leave(clock.now());
  expect(await read()).toEqual([403, 'This is for staff']);
  // Requested before they left, and processed afterwards.
  await expect(grant()).rejects.toThrow('This is for staff');
  expect(await isStaff(ben.user.id)).toBe(0);
  await leave(null);
  expect(await read()).toEqual([200, undefined]);
});

test('security 70: all staff and whom it concerns are told of a new colleague and of one who left, and who did it', async () => {
  const [ann, cleo, ben] = [
    await createStaff(testApp, { firstName: 'Ann' }),
    await createStaff(testApp, { firstName: 'Cleo' }),
    await createPerson(testApp, { firstName: 'Ben' }),
  ];
  const told = async ({ user }: Person) => {
    await sendMailsAbout(services, ben.user.id);
    return (await mailTo(services, user.email)).map(({ text }) => text);
  };
  const named = `Ben Alvarez (${ben.user.email})`;
  const proposed = (await change('POST', ann, ben.user.id)).json<StaffRoleChange>();
  for (const member of [ann, cleo])
    expect(await told(member)).toEqual([
      expect.stringMatching(/Ann Alvarez proposes to make Ben Alvarez .* A second member of staff has to/s),
    ]);
  expect((await told(ben)).at(0)).toContain('Ann Alvarez proposes to make you staff');
  expect((await decide('confirm', cleo, proposed)).statusCode).toBe(200);
  for (const member of [ann, cleo])
    expect((await told(member)).join()).toContain(
      `Cleo Alvarez made ${named} staff. In 7 days they can help to verify a death. Ann Alvarez had proposed it.`,
    );
  expect((await told(ben)).join()).toContain('Cleo Alvarez made you staff. Please sign in again.');
  const again = (await change('DELETE', ann, ben.user.id)).json<StaffRoleChange>();
  expect((await told(ben)).join()).toContain('Ann Alvarez proposes to take the staff role from you');
  expect((await decide('confirm', cleo, again)).statusCode).toBe(200);
  expect((await told(ann)).join()).toContain(`Cleo Alvarez took the staff role from ${named}.`);
  expect((await told(ben)).join()).toContain('Cleo Alvarez took the staff role from you.');
});

test('mails to staff greet them by their name, and nobody by that of the product', async () => {
  const ann = await createStaff(testApp, { firstName: 'Ann' });
  const nameless = await createStaff(testApp, namelessStaff);
  const ben = await createPerson(testApp);
  await change('POST', ann, ben.user.id);
  await sendMailsAbout(services, ben.user.id);
  const greeted = async ({ user }: Person) =>
    (await mailTo(services, user.email)).map(({ text }) => /^Dear .*$/m.exec(text)?.[0]);
  expect(await greeted(ann)).toEqual(['Dear Ann,']);
  expect(await greeted(nameless)).toEqual(['Dear colleague,']);
});

test('security 14: whose role changes is signed out everywhere', async () => {
  const [ann, ben] = [await createStaff(testApp), await createPerson(testApp)];
  await changeByTwo('POST', ann, ben.user.id);
  expect((await ben.request({ url: '/api/user/profile' })).statusCode).toBe(401);
});

test('400: without a reason, or with one of 10,000 characters, and nothing is written', async () => {
  const [ann, ben] = [await createStaff(testApp), await createPerson(testApp)];
  for (const payload of [{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(10_000) }]) {
    const answer = await change('POST', ann, ben.user.id, payload);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['reason']]);
  }
  expect(await isStaff(ben.user.id)).toBe(0);
  expect(await aboutStaff(ben.user.id)).toEqual([]);
});

test('409: with the difference, where the account changed since staff looked, and nothing is written', async () => {
  const [ann, ben] = [await createStaff(testApp), await createPerson(testApp)];
  const seen = await seenOf(testApp, ben.user.id);
  expect((await changeByTwo('POST', ann, ben.user.id)).state).toBe('made');
  const answer = await change('DELETE', ann, ben.user.id, {
    reason,
    seen: { ...seen, email: 'x@example.com' },
  });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    409,
    { isAdmin: 'They have become staff', email: `The address was x@example.com, and is ${seen.email} now` },
  ]);
  expect(await isStaff(ben.user.id)).toBe(1);
});

test('409: nobody changes their own role', async () => {
  const ann = await createStaff(testApp);
  expect((await change('DELETE', ann, ann.user.id)).statusCode).toBe(409);
  expect(await isStaff(ann.user.id)).toBe(1);
});

describe('security 34: a sign-in of a while ago', () => {
  const tooOld = { code: 'fresh_sign_in_needed', message: 'Please enter your password again to do this' };
  const confirm = (person: Person, payload: object) =>
    person.request({ method: 'POST', url: '/api/auth/confirm-identity', payload });
  /** Advances the clock in steps, so that the session stays open. */
  const wait = async (person: Person) => {
    clock.advance((freshSignInMinutes * 60) / 2);
    expect((await person.request({ url: '/api/admin/staff' })).statusCode).toBe(200);
    clock.advance((freshSignInMinutes * 60) / 2);
  };

  test('403: may read, and has to enter the password again to give the role or take it', async () => {
    const [ann, ben] = [await createStaff(testApp), await createPerson(testApp)];
    await wait(ann);
    for (const method of ['POST', 'DELETE'] as const) {
      const answer = await change(method, ann, ben.user.id);
      expect([answer.statusCode, answer.json()]).toEqual([403, tooOld]);
    }
    expect((await ann.request({ url: '/api/admin/staff' })).statusCode).toBe(200);
    expect((await confirm(ann, { password: 'Another-Harbour-1994' })).statusCode).toBe(400);
    expect((await change('POST', ann, ben.user.id)).statusCode).toBe(403);
    expect((await confirm(ann, { password: goodPassword })).statusCode).toBe(204);
    expect((await change('POST', ann, ben.user.id)).statusCode).toBe(201);
  });

  test('with two-factor sign-in the password alone is not enough', async () => {
    const [ann, ben] = [await createStaff(testApp), await createPerson(testApp)];
    const { secret } = await protectWithCode(testApp, ann);
    await wait(ann);
    expect((await confirm(ann, { password: goodPassword })).statusCode).toBe(400);
    const code = await codeOf(testApp, secret);
    expect((await confirm(ann, { password: goodPassword, code })).statusCode).toBe(204);
    expect((await change('POST', ann, ben.user.id)).statusCode).toBe(201);
  });
});

test('security 34: a route under /api/admin that forgot the guard does not get into the product', () => {
  const app = fastify();
  watchStaffRoutes(app);
  app.get('/api/admin/guarded', { onRequest: staff }, async () => ({}));
  expect(() => app.get('/api/admin/open', async () => ({}))).toThrow(
    'GET /api/admin/open is not for staff alone',
  );
});

test('403: with a mail server, until two-factor sign-in is on', async () => {
  const withMail = await startTestApp({
    env: { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'letters@example.com' },
  });
  const ann = await createStaff(withMail);
  const refused = await ann.request({ url: '/api/admin/staff' });
  expect([refused.statusCode, refused.json()]).toEqual([
    403,
    {
      code: 'forbidden',
      message: 'Staff sign in with a code. Please switch on two-factor sign-in in your settings first.',
    },
  ]);
  await protectWithCode(withMail, ann);
  expect((await ann.request({ url: '/api/admin/staff' })).statusCode).toBe(200);
});

describe('ADMIN_EMAIL and ADMIN_PASSWORD', () => {
  const admin = { email: 'First.Staff@example.com', password: 'Nine-Grey-Herons-4' };
  const start = ({ services: ours }: TestApp, named = admin) =>
    createFirstStaff({ ...ours, config: { ...ours.config, admin: named } });
  const signIn = ({ app }: TestApp) => app.inject({ method: 'POST', url: '/api/auth/login', payload: admin });
  const countStaff = ({ services: { db } }: TestApp) => db.$count(users, eq(users.isAdmin, true));

  test('create the first member of staff, once, by however many processes', async () => {
    const fresh = await startTestApp();
    await Promise.all([start(fresh), start(fresh), start(fresh)]);
    await start(fresh, { ...admin, email: 'another@example.com' });
    expect(await countStaff(fresh)).toBe(1);
    const answer = await signIn(fresh);
    expect(answer.json().user).toMatchObject({ email: admin.email, isAdmin: true });
    const entries = await fresh.services.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.action, 'staff.granted'));
    expect(entries).toMatchObject([{ actor: 'system', reason: 'ADMIN_EMAIL, while nobody was staff' }]);
  });

  test('make an account staff whose password it is, and no other: whoever took the address first gets nothing', async () => {
    const lines: string[] = [];
    const fresh = await startTestApp({ env: { LOG_LEVEL: 'error' }, onLog: (line) => lines.push(line) });
    await createPerson(fresh, { email: admin.email.toLowerCase() });
    await start(fresh);
    expect(await countStaff(fresh)).toBe(0);
    expect(lines.join()).toContain('nobody is staff');
    expect(lines.join()).not.toContain(admin.password);
    await start(fresh, { ...admin, password: goodPassword });
    expect(await countStaff(fresh)).toBe(1);
  });

  test('make somebody staff again once all others are deleting their accounts or have died, who do not count', async () => {
    const fresh = await startTestApp();
    const [leaving, died, suspended] = [
      await createStaff(fresh),
      await createStaff(fresh),
      await createStaff(fresh),
    ];
    const set = ({ user }: Person, columns: object) =>
      fresh.services.db.update(users).set(columns).where(eq(users.id, user.id));
    const at = fresh.clock.now();
    await set(leaving, { deletionRequestedAt: at });
    await set(died, { memorialisedAt: at });
    await set(suspended, { suspendedAt: at });
    await start(fresh);
    expect((await signIn(fresh)).statusCode, 'a colleague who is suspended is still there').toBe(401);
    await set(suspended, { isAdmin: false });
    await start(fresh);
    expect((await signIn(fresh)).json().user).toMatchObject({ isAdmin: true });
  });

  test('stop the start with a sentence when they are wrong', async () => {
    const faults = (env: Record<string, string>) => () => readConfig(env);
    expect(faults({ ADMIN_EMAIL: admin.email })).toThrow('ADMIN_PASSWORD is missing');
    expect(faults({ ADMIN_EMAIL: 'somebody', ADMIN_PASSWORD: 'short' })).toThrow(
      /ADMIN_EMAIL must be an email address\.\n.*ADMIN_PASSWORD must have at least 8 characters/,
    );
    const smtp = {
      PUBLIC_URL: 'https://after.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'a@example.com',
      FEATURES_OFF: 'two-factor',
    };
    expect(faults({ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, ...smtp })).toThrow(
      'FEATURES_OFF may not name two-factor',
    );
    await expect(start(await startTestApp(), { ...admin, password: 'Password-1234' })).rejects.toThrow(
      'ADMIN_PASSWORD: This password is too easy to guess',
    );
  });
});
