import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { OpenAct } from '../../../../shared/outbox/logged-acts.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { actOnReport, reportRow, sendReport } from '../../../../test/death-reports.ts';
import { createPerson, createStaff } from '../../../../test/factories.ts';
import { createOwner, leave, releaseOwner } from '../../../../test/released.ts';
import { reportedOwner } from '../../../../test/trusted-access.ts';
import { mailHandlers } from '../../../mail-handlers.ts';
import { inTransaction } from '../../../platform/database.ts';
import { actEffects } from '../../../wiring.ts';
import { openHolds } from '../../delivery/deliveries/holds/holds.ts';
import { loggedActs } from '../../delivery/deliveries/logged-acts/logged-acts.table.ts';
import { catchUpAfterRestores } from '../../delivery/deliveries/start/catch-up.ts';
import { type DeathReportRow, deathReports } from './death-reports/death-reports.table.ts';
import { recordSignOfLife } from './death-reports/signs-of-life.ts';
import { releases } from './releases/releases.table.ts';
import { release } from './releases/releases.ts';

// F41: a database restored from a backup, and what was done about a death after it was made.

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services } = testApp;
const { db } = services;
const catchUp = () => catchUpAfterRestores(services, mailHandlers, actEffects)();
const forgetActs = (subjectId: string) => db.delete(loggedActs).where(eq(loggedActs.subjectId, subjectId));

test('a report that the owner closed by a sign of life is closed again', async () => {
  const { user } = await createPerson(testApp);
  const report = await sendReport(testApp, { personEmail: user.email });
  const before = await reportRow(testApp, report);
  await recordSignOfLife(services, user.id, 'alive_link');
  const { state: closed } = await reportRow(testApp, report);
  expect(closed).toBe('closed');
  await db
    .update(deathReports)
    .set({ state: before.state, stoppedAt: null, stoppedBy: null })
    .where(eq(deathReports.id, report.id));
  await forgetActs(report.id);
  await leave(testApp, await createOwner(testApp));
  await catchUp();
  expect(await reportRow(testApp, report)).toMatchObject({ state: 'closed', stoppedBy: 'alive_link' });
});

test('a sign of life counts even while the send log cannot be written', async () => {
  const { user } = await createPerson(testApp);
  const report = await sendReport(testApp, { personEmail: user.email });
  const { append } = services.sendLog;
  services.sendLog.append = () => Promise.reject(new Error('the folder is gone'));
  await recordSignOfLife(services, user.id, 'sign_in');
  services.sendLog.append = append;
  expect((await reportRow(testApp, report)).state).toBe('closed');
});

test('a release that was revoked holds everything until staff have revoked it again', async () => {
  const left = await createOwner(testApp);
  await leave(testApp, left);
  const releaseId = await releaseOwner(testApp, left.owner);
  const staff = await createStaff(testApp);
  const revoke = () =>
    staff.request({
      method: 'POST',
      url: `/api/admin/releases/${releaseId}/revoke`,
      payload: { reason: 'She is alive' },
    });
  expect((await revoke()).statusCode).toBe(200);
  const [{ reportId } = { reportId: '' }] = await db
    .select()
    .from(releases)
    .where(eq(releases.id, releaseId));
  await db.update(releases).set({ revokedAt: null }).where(eq(releases.id, releaseId));
  await forgetActs(releaseId);
  await catchUp();
  const acts = async () => (await staff.request({ url: '/api/admin/holds/acts' })).json<OpenAct[]>();
  expect(await acts()).toMatchObject([{ kind: 'release-revoked', ownerId: left.owner.user.id, reportId }]);
  const seen = (await openHolds(db)).map(({ id }) => id);
  const release = () =>
    staff.request({ method: 'DELETE', url: '/api/admin/holds', payload: { reason: 'Restored', seen } });
  expect((await release()).statusCode).toBe(409);
  expect((await revoke()).statusCode).toBe(200);
  await catchUp();
  expect(await acts()).toEqual([]);
  expect((await release()).statusCode).toBe(200);
});

/** The report as it stood in the backup, of which nothing that was done since is known. */
async function restore(before: DeathReportRow): Promise<void> {
  await db.update(deathReports).set(before).where(eq(deathReports.id, before.id));
  await db.delete(releases).where(eq(releases.reportId, before.id));
  await db.delete(loggedActs);
}

test('a window that staff stopped is stopped again', async () => {
  const { reportId: id } = await reportedOwner(testApp);
  const before = await reportRow(testApp, { id });
  const answer = await actOnReport(await createStaff(testApp), { id }, 'stop', {
    reason: 'The clinic called',
  });
  expect(answer.statusCode).toBe(200);
  await restore(before);
  await catchUp();
  expect(await reportRow(testApp, { id })).toMatchObject({ state: 'stopped', stoppedBy: 'staff' });
});

test('a release that was made after the backup and revoked is not made again by itself', async () => {
  const { reportId, owner } = await reportedOwner(testApp);
  const before = await reportRow(testApp, { id: reportId });
  const releaseId = await inTransaction(db, (tx) =>
    release(tx, services, { userId: owner.user.id, reportId }),
  );
  const staff = await createStaff(testApp);
  const url = `/api/admin/releases/${releaseId}/revoke`;
  const revoked = await staff.request({ method: 'POST', url, payload: { reason: 'She is alive' } });
  expect(revoked.statusCode).toBe(200);
  await restore(before);
  await catchUp();
  expect(await reportRow(testApp, { id: reportId })).toMatchObject({ state: 'stopped', stoppedBy: 'staff' });
  expect((await staff.request({ url: '/api/admin/holds/acts' })).json()).toEqual([]);
});
