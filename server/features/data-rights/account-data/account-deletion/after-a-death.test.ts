import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import type { StaffDeathReport } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { Person as StaffPerson } from '../../../../../shared/staff/people.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  addProof,
  askReport,
  loadAsStaff,
  pdf,
  type Report,
  reportRow,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createStaff, goodPassword } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout, sendMailsTo } from '../../../../../test/outbox.ts';
import { createOwner, deliverDue, type Left, leave } from '../../../../../test/released.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { sweepDeathReports } from '../../../after-death/death-cases/death-reports/death-reports.jobs.ts';
import { deathReports } from '../../../after-death/death-cases/death-reports/death-reports.table.ts';
import { revokeRelease } from '../../../after-death/death-cases/releases/revoke-release.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { eraseAccount } from './erase-account.ts';

// Whoever has a dead owner's laptop is signed in and knows the password: they may ask for everything to be erased.

const testApp = await startTestApp({ clock: createTestClock('2018-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;
const day = 86_400;
let left: Left;

beforeEach(async () => {
  clock.advance(day);
  left = await createOwner(testApp);
  await leave(testApp, left);
});

/** The calendar day that many days from now. */
const inDays = (days: number) =>
  minutesAfter(clock.now(), days * 1440)
    .toISOString()
    .slice(0, 10);

const reportDeath = (fields: Record<string, unknown> = {}, proof?: null) =>
  sendReport(testApp, { personEmail: left.owner.user.email, dateOfDeath: inDays(-5), ...fields }, proof);

const signIn = async () => {
  const payload = { email: left.owner.user.email, password: goodPassword };
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', payload });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ token: string }>().token;
};

/** Asks for the deletion with a session, of which the owner is told. */
async function askForDeletion(token?: string): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/user/deletion',
    headers: { authorization: `Bearer ${token ?? left.owner.token}` },
    payload: { password: goodPassword, confirmation: 'DELETE' },
  });
  expect(answer.statusCode).toBe(200);
  await sendMailsTo(services, left.owner.user.email);
}

const account = async () => {
  const [row] = await db.select().from(users).where(eq(users.id, left.owner.user.id));
  return row;
};
/** Whether the account is still there after these days. */
async function isThereAfter(days: number): Promise<boolean> {
  clock.advance(days * day);
  await eraseAccount(services, left.owner.user.id);
  return (await account()) !== undefined;
}

/** Staff verify the death, and the window ends without an answer. */
async function verifyAndRelease(report: Report): Promise<void> {
  expect((await actOnReport(await createStaff(testApp), report, 'approvals')).statusCode).toBe(200);
  for (const hours of [0, 24, 24, 12, 6, 3, 2, 1, 0]) {
    clock.advance(hours * 3600);
    await sweepDeathReports(services);
    await sendMailsAbout(services, report.id);
  }
  expect((await reportRow(testApp, report)).state).toBe('released');
}
async function received(): Promise<number> {
  await deliverDue(testApp);
  return (await mailTo(services, left.recipients[0]?.email ?? '')).length;
}
const stateOf = async (report: Report) => (await reportRow(testApp, report)).state;
const seenByReporter = async (report: Report) => (await askReport(testApp, report)).json<DeathReport>().state;
const seenByStaff = async (report: Report): Promise<StaffDeathReport> =>
  loadAsStaff(await createStaff(testApp), report);

test('a deletion that was asked for while a death is looked into erases nothing, and a release ends it: what was planned goes out', async () => {
  const report = await reportDeath();
  await askForDeletion();
  expect(await isThereAfter(40)).toBe(true);
  await verifyAndRelease(report);
  expect(await account()).toMatchObject({ deletionRequestedAt: null, deletionReceived: null });
  expect(await received()).toBe(1);
  expect(await isThereAfter(60)).toBe(true);
});

test.each([
  ['after the death', -14, false],
  ['on the day of the death', -13, false],
  ['less than fourteen days before a day that is not exact', -1, true],
])(
  'so does a release of a death that is reported later, where it was asked for %s',
  async (_, diedOn, isDateApproximate) => {
    await askForDeletion();
    clock.advance(13 * day);
    const report = await reportDeath({ dateOfDeath: inDays(diedOn), isDateApproximate });
    const [warning] = (await seenByStaff(report)).warnings.filter((each) => each.startsWith('deletion'));
    expect(warning).toBe('deletion_asked_since');
    expect(await isThereAfter(10)).toBe(true);
    await verifyAndRelease(report);
    expect(await received()).toBe(1);
    expect(await isThereAfter(60)).toBe(true);
  },
);

test('what an owner asked for before they died stands: nothing goes out; it is erased once the release can no longer be undone', async () => {
  await askForDeletion();
  clock.advance(6 * day);
  const report = await reportDeath({ dateOfDeath: inDays(-3) });
  await verifyAndRelease(report);
  expect(await received()).toBe(0);
  expect(await isThereAfter(29)).toBe(true);
  expect(await isThereAfter(2)).toBe(false);
});

test('whose release is undone has the whole period to take the deletion back', async () => {
  await askForDeletion();
  clock.advance(6 * day);
  const report = await reportDeath({ dateOfDeath: inDays(-3) });
  await verifyAndRelease(report);
  clock.advance(20 * day);
  const { releaseId } = await seenByStaff(report);
  const by = (await createStaff(testApp)).user.id;
  await revokeRelease(services, async () => {}, { releaseId: releaseId ?? '', by, reason: 'She is alive' });
  expect(await isThereAfter(13)).toBe(true);
  const headers = { authorization: `Bearer ${await signIn()}` };
  expect((await app.inject({ method: 'POST', url: '/api/user/restore', headers })).statusCode).toBe(200);
});

test('an owner whose deletion was ended by a release that is undone reads that they have to ask again', async () => {
  await askForDeletion();
  const report = await reportDeath();
  await verifyAndRelease(report);
  const { releaseId } = await seenByStaff(report);
  const by = (await createStaff(testApp)).user.id;
  await revokeRelease(services, async () => {}, { releaseId: releaseId ?? '', by, reason: 'She is alive' });
  await sendMailsTo(services, left.owner.user.email);
  const [newest] = await mailTo(services, left.owner.user.email);
  expect(newest?.text).toContain('Your account was being deleted. That ended with this mistake');
});

test('while it is being deleted a sign-in closes no report that has a proof: staff decide, who see both, and its reporter sees nothing', async () => {
  const report = await reportDeath();
  await askForDeletion();
  clock.advance(day);
  await signIn();
  expect(await stateOf(report)).toBe('in_review');
  expect(await seenByReporter(report)).toBe('in_review');
  const { warnings, round } = await seenByStaff(report);
  expect(warnings).toEqual(expect.arrayContaining(['deletion_asked_since', 'sign_of_life']));
  expect(round).toBe(2);
  expect(await isThereAfter(40)).toBe(true);
  await verifyAndRelease(report);
  expect(await received()).toBe(1);
});

test('reports that a sign-in has closed go back to staff when the deletion is asked for', async () => {
  const [one, other] = [await reportDeath(), await reportDeath()];
  clock.advance(day);
  const token = await signIn();
  expect([await stateOf(one), await stateOf(other)]).toEqual(['closed', 'closed']);
  clock.advance(600);
  await askForDeletion(token);
  expect([await stateOf(one), await stateOf(other)]).toEqual(['in_review', 'in_review']);
  expect(await isThereAfter(40)).toBe(true);
  const staff = await createStaff(testApp);
  for (const each of [one, other]) await actOnReport(staff, each, 'rejection', { note: 'She lives' });
  expect(await isThereAfter(13)).toBe(true);
  expect(await isThereAfter(2)).toBe(false);
});

test('the reporter who was answered already sees nothing of it', async () => {
  const report = await reportDeath();
  await signIn();
  clock.advance(8 * day);
  await sweepDeathReports(services);
  expect(await seenByReporter(report)).toBe('rejected');
  await askForDeletion(await signIn());
  expect([await stateOf(report), await seenByReporter(report)]).toEqual(['in_review', 'rejected']);
  const proof = await addProof(testApp, report, await pdf('Another'));
  expect(proof.statusCode).toBe(409);
  expect(
    (await actOnReport(await createStaff(testApp), report, 'rejection', { note: 'Alive' })).statusCode,
  ).toBe(200);
  expect(await seenByReporter(report)).toBe('rejected');
});

test('a report without a proof is closed by a sign of life, from which the fourteen days begin again; one with it is not left out', async () => {
  const report = await reportDeath({}, null);
  await askForDeletion();
  clock.advance(10 * day);
  await signIn();
  expect(await stateOf(report)).toBe('closed');
  expect(await isThereAfter(13)).toBe(true);
  await addProof(testApp, report, await pdf('The certificate'));
  await sweepDeathReports(services);
  expect(await stateOf(report)).toBe('in_review');
  expect(await isThereAfter(40)).toBe(true);
  const staff = await createStaff(testApp);
  expect((await actOnReport(staff, report, 'rejection', { note: 'It was somebody else' })).statusCode).toBe(
    200,
  );
  expect(await isThereAfter(13)).toBe(true);
  expect(await isThereAfter(2)).toBe(false);
});

test('a report for which no proof comes keeps the account for thirty days', async () => {
  await askForDeletion();
  clock.advance(13 * day);
  await reportDeath({}, null);
  expect(await isThereAfter(29)).toBe(true);
  expect(await isThereAfter(2)).toBe(false);
});

test('nobody can keep an owner from leaving for more than some weeks by inventing reports', async () => {
  await askForDeletion();
  for (let reports = 0; reports < 5; reports++) {
    clock.advance(12 * day);
    const report = await reportDeath({}, null);
    await signIn();
    expect(await stateOf(report)).toBe('closed');
  }
  expect(await isThereAfter(10)).toBe(false);
});

test('while a report keeps the account, staff read so, and an owner who lives comes back long after the fourteen days', async () => {
  await askForDeletion();
  const whatWaits = async () => {
    const url = `/api/admin/people/${left.owner.user.id}/view`;
    const answer = await (await createStaff(testApp)).request({ method: 'POST', url });
    return answer.json<StaffPerson>().erasureWaits;
  };
  expect(await whatWaits()).toBeNull();
  clock.advance(13 * day);
  await reportDeath();
  expect(await isThereAfter(40)).toBe(true);
  expect(await whatWaits()).toBe('reported');
  const headers = { authorization: `Bearer ${await signIn()}` };
  expect((await app.inject({ method: 'POST', url: '/api/user/restore', headers })).statusCode).toBe(200);
  expect(await isThereAfter(60)).toBe(true);
});

test('whoever signs in again and again voids approvals, and writes to staff, once a day', async () => {
  const report = await reportDeath();
  await askForDeletion();
  await createStaff(testApp);
  const told = () => db.$count(outboxMails, eq(outboxMails.subjectId, report.id));
  const roundAfter = async (seconds: number) => {
    clock.advance(seconds);
    await signIn();
    return (await reportRow(testApp, report)).round;
  };
  expect(await roundAfter(3600)).toBe(2);
  const once = await told();
  expect([await roundAfter(600), await roundAfter(600), await told()]).toEqual([2, 2, once]);
  expect(await roundAfter(day)).toBe(3);

  await actOnReport(await createStaff(testApp), report, 'approvals');
  expect([await roundAfter(600), await stateOf(report)]).toEqual([4, 'stopped']);
  expect([await roundAfter(600), await roundAfter(day)]).toEqual([4, 5]);
});

test('reports do not change when it was asked for, also if a process of an earlier version has stored that', async () => {
  await askForDeletion();
  await db.update(users).set({ deletionAskedAt: null }).where(eq(users.id, left.owner.user.id));
  clock.advance(10 * day);
  const early = await reportDeath();
  const staff = await createStaff(testApp);
  await actOnReport(staff, early, 'rejection', { note: 'It was somebody else' });
  clock.advance(10 * day);
  const report = await reportDeath({ dateOfDeath: inDays(-13) });
  expect((await seenByStaff(report)).warnings).toContain('deletion_asked_before');
  await verifyAndRelease(report);
  expect(await received()).toBe(0);
});

test('nothing is erased before a worker has looked at a proof that has just come', async () => {
  const report = await reportDeath({}, null);
  await askForDeletion();
  await signIn();
  expect(await stateOf(report)).toBe('closed');
  clock.advance(15 * day);
  await addProof(testApp, report, await pdf('The certificate'));
  expect(await isThereAfter(0)).toBe(true);
  await sweepDeathReports(services);
  expect(await stateOf(report)).toBe('in_review');
});

test('nor before one has looked whose death was just reported', async () => {
  await askForDeletion();
  clock.advance(15 * day);
  const report = await reportDeath();
  const notYet = { userId: null, matchedAt: null, unsettledSince: clock.now() };
  await db.update(deathReports).set(notYet).where(eq(deathReports.id, report.id));
  expect(await isThereAfter(0)).toBe(true);
});
