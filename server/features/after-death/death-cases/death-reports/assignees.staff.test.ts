import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { StaffDeathReportList } from '../../../../../shared/after-death/staff-death-reports.ts';
import { startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  beginReport,
  loadAsStaff,
  type Report,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';

const testApp = await startTestApp();
const { db } = testApp.services;
const agnes = await createStaff(testApp, { firstName: 'Agnes', lastName: 'Lind' });
const ben = await createStaff(testApp, { firstName: 'Ben', lastName: 'Oduya' });

const give = (staff: Person, { id }: Pick<Report, 'id'>, to: Person | null, seen: Person | null = null) =>
  staff.request({
    method: 'PUT',
    url: `/api/admin/death-reports/${id}/assignee`,
    payload: {
      reason: 'I spoke with the family',
      assigneeId: to?.user.id ?? null,
      seen: { assigneeId: seen?.user.id ?? null },
    },
  });
const assigneeOf = async (report: Report) => (await loadAsStaff(agnes, report)).assignee?.name ?? null;
const idsOf = async (staff: Person, query: Record<string, string>) =>
  (await staff.request({ url: '/api/admin/death-reports', query: { limit: '100', ...query } }))
    .json<StaffDeathReportList>()
    .reports.map(({ id }) => id);

describe('PUT /api/admin/death-reports/:id/assignee', () => {
  test('200: taken, given to a colleague and handed back, each with a reason in the audit log', async () => {
    const report = await sendReport(testApp);
    const taken = await give(agnes, report, agnes);
    expect([taken.statusCode, taken.json().assignee]).toMatchObject([
      200,
      { id: agnes.user.id, name: 'Agnes Lind', since: expect.any(String) },
    ]);
    expect((await give(agnes, report, ben, agnes)).json().assignee).toMatchObject({ name: 'Ben Oduya' });
    expect((await give(ben, report, null, ben)).json().assignee).toBeNull();
    const entries = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subjectId, report.id))
      .orderBy(auditLog.id);
    expect(entries.filter(({ action }) => action === 'death-report.assigned-by-staff')).toMatchObject([
      { actor: agnes.user.id, before: { assigneeId: null }, after: { assigneeId: agnes.user.id } },
      { actor: agnes.user.id, before: { assigneeId: agnes.user.id }, after: { assigneeId: ben.user.id } },
      { actor: ben.user.id, before: { assigneeId: ben.user.id }, after: { assigneeId: null } },
    ]);
  });

  test('409: of two who take it at the same moment one is told whose it is; others may act on it all the same', async () => {
    const report = await sendReport(testApp);
    const answers = await Promise.all([give(agnes, report, agnes), give(ben, report, ben)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const name = await assigneeOf(report);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json().fields).toEqual({ assigneeId: `${name} has it now` });
    const other = name === 'Agnes Lind' ? ben : agnes;
    const decided = await actOnReport(other, report, 'rejection', { note: 'Of somebody else' });
    expect(decided.statusCode).toBe(200);
  });

  test('409: nobody who is not staff gets it; 404: a draft, and an unknown id; 400: without a reason', async () => {
    const report = await sendReport(testApp);
    expect((await give(agnes, report, await createPerson(testApp))).statusCode).toBe(409);
    expect((await give(agnes, await beginReport(testApp), agnes)).statusCode).toBe(404);
    expect((await give(agnes, { id: '0193a5f0-0000-7000-8000-000000000001' }, agnes)).statusCode).toBe(404);
    const url = `/api/admin/death-reports/${report.id}/assignee`;
    const payload = { assigneeId: agnes.user.id, seen: { assigneeId: null } };
    expect((await agnes.request({ method: 'PUT', url, payload })).statusCode).toBe(400);
    expect(await assigneeOf(report)).toBeNull();
  });
});

test('the list is narrowed to mine and to nobody’s, and who is no longer staff has none', async () => {
  const [mine, his, free] = [await sendReport(testApp), await sendReport(testApp), await sendReport(testApp)];
  const carl = await createStaff(testApp, { firstName: 'Carl', lastName: 'Reyes' });
  await give(agnes, mine, agnes);
  await give(agnes, his, carl);
  const sees = async (staff: Person, query: Record<string, string>) => {
    const ids = await idsOf(staff, query);
    return [mine, his, free].map(({ id }) => ids.includes(id));
  };
  expect(await sees(agnes, {})).toEqual([true, true, true]);
  expect(await sees(agnes, { assignee: 'me' })).toEqual([true, false, false]);
  expect(await sees(carl, { assignee: 'me', state: 'in_review' })).toEqual([false, true, false]);
  expect(await sees(agnes, { assignee: 'nobody' })).toEqual([false, false, true]);
  await db.update(users).set({ isAdmin: false }).where(eq(users.id, carl.user.id));
  expect(await sees(agnes, { assignee: 'nobody' })).toEqual([false, true, true]);
  expect(await assigneeOf(his)).toBeNull();
  expect((await give(ben, his, ben)).statusCode).toBe(200);
  expect(
    (await agnes.request({ url: '/api/admin/death-reports', query: { assignee: 'x' } })).statusCode,
  ).toBe(400);
});
