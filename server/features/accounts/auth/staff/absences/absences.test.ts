import { expect, test } from 'vitest';
import type { SignedIn } from '../../../../../../shared/accounts/sign-in.ts';
import { createTestClock, startTestApp } from '../../../../../../test/app.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../../test/factories.ts';
import { mailTo } from '../../../../../../test/mailbox.ts';
import { sendAllOf } from '../../../../../../test/sunset.ts';
import { isStaffAbsent, watchStaff } from './absences.ts';

const successor = 'ines@example.org';
const clock = createTestClock('2031-01-01T12:00:00Z');
const testApp = await startTestApp({ clock, env: { SUCCESSORS: successor, SUCCESSOR_DAYS: '60' } });
const { services } = testApp;
const staff = await createStaff(testApp);
const owner = await createPerson(testApp);
async function signIn(person: Person): Promise<void> {
  const payload = { email: person.user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  person.token = answer.json<SignedIn>().token;
}

async function order() {
  await signIn(owner);
  const payload = { subscriptionPlan: 'basic' };
  return owner.request({ method: 'POST', url: '/api/create-checkout-session', payload });
}

async function subjectsTo(address: string): Promise<(string | null | undefined)[]> {
  await watchStaff(services);
  for (const kind of ['staff-absence', 'successor-told', 'successor-back'] as const)
    await sendAllOf(testApp, kind);
  return (await mailTo(services, address)).map(({ subject }) => subject).toReversed();
}

const at = (day: string) => clock.set(`${day}T12:30:00Z`);
const warning = 'Nobody of staff has signed in since 1 January 2031';
const told = 'Nobody has looked after Long After since 1 January 2031';
const back = 'Somebody looks after Long After again';

test('staff are warned after half of the days, the successors told after all, once; a sign-in opens it again', async () => {
  at('2031-01-30');
  expect(await subjectsTo(staff.user.email)).not.toContain(warning);
  at('2031-01-31');
  await subjectsTo(staff.user.email);
  expect((await subjectsTo(staff.user.email)).filter((subject) => subject === warning)).toHaveLength(1);
  at('2031-03-01');
  expect(await subjectsTo(successor)).toEqual([]);
  expect((await order()).statusCode).toBe(201);

  at('2031-03-02');
  await subjectsTo(successor);
  expect(await subjectsTo(successor)).toEqual([told]);
  const refused = await order();
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'Nothing can be bought here at the moment. Nothing was ordered.',
  ]);

  await signIn(staff);
  expect((await order()).statusCode).toBe(201);
  expect(await subjectsTo(successor)).toEqual([told, back]);
  expect(await subjectsTo(successor)).toEqual([told, back]);
});

test('after an outage of ours staff are warned first, and have as long again', async () => {
  at('2031-12-01');
  expect(await subjectsTo(successor)).toHaveLength(2);
  at('2031-12-30');
  expect(await subjectsTo(successor)).toHaveLength(2);
  at('2031-12-31');
  expect(await subjectsTo(successor)).toHaveLength(3);
});

test('where nobody is left of the staff, the successors are told as well, and selling stops', async () => {
  const clock = createTestClock('2031-01-01T12:00:00Z');
  const testApp = await startTestApp({ clock, env: { SUCCESSORS: successor, SUCCESSOR_DAYS: '60' } });
  const last = await createStaff(testApp);
  const payload = { password: goodPassword, confirmation: 'DELETE', received: 'keep' };
  const leaving = await last.request({ method: 'POST', url: '/api/user/deletion', payload });
  expect(leaving.statusCode).toBe(200);
  const toldOn = async (day: string) => {
    clock.set(`${day}T12:30:00Z`);
    await watchStaff(testApp.services);
    await sendAllOf(testApp, 'successor-told');
    await sendAllOf(testApp, 'successor-back');
    const subjects = (await mailTo(testApp.services, successor)).map(({ subject }) => subject).toReversed();
    return { subjects, isAbsent: await isStaffAbsent(testApp.services.db) };
  };
  expect(await toldOn('2031-01-01')).toEqual({ subjects: [], isAbsent: false });
  expect(await toldOn('2031-01-30')).toEqual({ subjects: [], isAbsent: false });
  expect(await toldOn('2031-01-31')).toEqual({ subjects: [told], isAbsent: true });
  expect(await toldOn('2031-03-01')).toEqual({ subjects: [told], isAbsent: true });
  await createStaff(testApp);
  expect(await toldOn('2031-03-02')).toEqual({ subjects: [told, back], isAbsent: false });
});

test('who owns no staff role does not count, and without successors nothing is counted', async () => {
  const config = { ...services.config, successors: { addresses: [], days: 60 } };
  await watchStaff({ ...services, config });
  expect((await order()).statusCode).toBe(409);
});
