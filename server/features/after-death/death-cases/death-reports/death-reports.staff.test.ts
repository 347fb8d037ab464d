import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshSignInMinutes } from '../../../../../shared/accounts/staff.ts';
import type { StaffDeathReportList } from '../../../../../shared/after-death/staff-death-reports.ts';
import type { StaffOverview } from '../../../../../shared/staff/overview.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  addProof,
  askReport,
  beginReport,
  loadAsStaff,
  openProofs,
  pdf,
  reportRow,
  seenOf,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { deathReports } from './death-reports.table.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { services, clock } = testApp;
const { db } = services;
const reason = 'I have read the certificate';
let agnes = await createStaff(testApp, { firstName: 'Agnes' });

// Tests advance the clock, which would end her session.
beforeEach(async () => {
  agnes = await createStaff(testApp, { firstName: 'Agnes' });
});

/** A report about somebody who has an account. */
async function reported(changes: Record<string, unknown> = {}, proof?: Buffer) {
  const owner = await createPerson(testApp);
  const report = await sendReport(testApp, { personEmail: owner.user.email, ...changes }, proof);
  return { ...report, owner };
}
const stateOf = async (report: { id: string }) => (await reportRow(testApp, report)).state;
const auditOf = ({ id }: { id: string }) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, id)).orderBy(auditLog.id);
const listOf = async (query: Record<string, string> = {}, staff = agnes) =>
  (
    await staff.request({ url: '/api/admin/death-reports', query: { limit: '100', ...query } })
  ).json<StaffDeathReportList>();

describe('GET /api/admin/death-reports', () => {
  test('200: what waits, the longest waiting first, a page at a time; drafts and what is decided are not in it', async () => {
    const [first, second] = [await reported(), await reported()];
    const rejected = await reported();
    await actOnReport(agnes, rejected, 'rejection', { note: 'Of somebody else' });
    const all = await listOf();
    const ids = all.reports.map(({ id }) => id);
    expect(ids.slice(-2)).toEqual([first.id, second.id]);
    const paged: string[] = [];
    for (let next: StaffDeathReportList['next'] | undefined; next !== null; ) {
      const page = await listOf({
        limit: '1',
        ...(next && {
          afterRank: String(next.afterRank),
          afterSubmitted: String(next.afterSubmitted),
          after: next.after,
        }),
      });
      paged.push(...page.reports.map(({ id }) => id));
      next = page.next;
    }
    expect(paged).toEqual(ids);
    expect((await listOf({ state: 'rejected' })).reports.map(({ id }) => id)).toContain(rejected.id);
    for (const query of [{ state: 'draft' }, { state: 'x' }, { limit: '0' }, { after: first.id }])
      expect((await agnes.request({ url: '/api/admin/death-reports', query })).statusCode).toBe(400);
  });

  test('200: found by any part of a name, an address or an id, in whatever state; and nothing else is', async () => {
    const ruth = await reported({ personName: 'Ruth Álvarez-Quill', reporterName: 'Zbigniew Maj' });
    const other = await reported();
    const { userId, reporterEmail } = await reportRow(testApp, ruth);
    const found = async (q: string, more = {}) => (await listOf({ q, ...more })).reports.map(({ id }) => id);
    for (const q of [
      'varez-qu',
      'BIGNIE',
      'zbigniew m',
      ruth.id.slice(9),
      userId ?? '',
      reporterEmail.slice(2),
    ])
      expect([q, (await found(q)).includes(ruth.id), (await found(q)).includes(other.id)]).toEqual([
        q,
        true,
        false,
      ]);
    for (const q of ['qu', '%%%', 'x', 'nobody of that name']) expect([q, await found(q)]).toEqual([q, []]);
    await actOnReport(agnes, ruth, 'rejection', { note: 'Of somebody else' });
    expect(await found('varez-qu')).toEqual([ruth.id]);
    expect(await found('varez-qu', { state: 'rejected' })).toEqual([ruth.id]);
    expect(await found('varez-qu', { state: 'in_review' })).toEqual([]);
    const draft = await beginReport(testApp, { personName: 'Ruth Álvarez-Quill' });
    expect(await found('varez-qu')).not.toContain(draft.id);
    for (const q of ['', ' ', 'x'.repeat(255)])
      expect((await agnes.request({ url: '/api/admin/death-reports', query: { q } })).statusCode).toBe(400);
  });

  test('200: late once the day has passed that the reporter was told, and counted so in the overview', async () => {
    const counted = async () => {
      const { queues } = (await agnes.request({ url: '/api/admin/overview' })).json<StaffOverview>();
      return queues.find(({ name }) => name === 'death-reports');
    };
    const before = await counted();
    const count = (before?.count ?? 0) + 1;
    const report = await reported();
    expect((await loadAsStaff(agnes, report)).isLate).toBe(false);
    expect(await counted()).toMatchObject({ count, late: 0 });
    clock.advance(5 * 24 * 3600);
    agnes = await createStaff(testApp);
    expect((await loadAsStaff(agnes, report)).isLate).toBe(true);
    expect(await counted()).toMatchObject({ count, late: count });
    await actOnReport(agnes, report, 'rejection', { note: 'Of somebody else' });
    expect(await counted()).toEqual(before && { ...before, late: before.count });
    clock.advance(-5 * 24 * 3600);
  });
});

describe('the proof', () => {
  const view = (staff: Person, report: { id: string }, proofId: string, payload: object = { reason }) =>
    staff.request({
      method: 'POST',
      url: `/api/admin/death-reports/${report.id}/proofs/${proofId}/view`,
      payload,
    });

  test('200: as it was sent, byte for byte, to be saved and not run; each view is in the audit log', async () => {
    const bytes = await pdf('Certificate of death');
    const report = await reported({}, bytes);
    const proofId = (await loadAsStaff(agnes, report)).proofs[0]?.id ?? '';
    for (const _ of [1, 2]) {
      const answer = await view(agnes, report, proofId);
      expect(answer.rawPayload.equals(bytes)).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
        'cache-control': expect.stringContaining('no-store'),
      });
    }
    const views = (await auditOf(report)).filter(({ action }) => action === 'death-report.proof-viewed');
    expect(views.map(({ actor, reason: why }) => [actor, why])).toEqual([
      [agnes.user.id, reason],
      [agnes.user.id, reason],
    ]);
  });

  test('400 without a reason, 404 for the proof of another report, 403 without a fresh sign-in', async () => {
    const [report, other] = [await reported(), await reported()];
    const proofId = (await loadAsStaff(agnes, report)).proofs[0]?.id ?? '';
    expect((await view(agnes, report, proofId, { reason: ' ' })).statusCode).toBe(400);
    expect((await view(agnes, other, proofId)).statusCode).toBe(404);
    clock.advance((freshSignInMinutes + 1) * 60);
    expect((await view(agnes, report, proofId)).json().code).toBe('fresh_sign_in_needed');
  });
});

describe('POST /api/admin/death-reports/:id/approvals', () => {
  test('200: the window begins; the reporter hears what comes next, and the proof is verified', async () => {
    const report = await reported();
    const answer = await actOnReport(agnes, report, 'approvals');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      state: 'objection_window',
      objectionEndsAt: new Date(clock.now().getTime() + 72 * 3_600_000).toISOString(),
      approvals: [{ by: agnes.user.id, note: reason }],
      proofs: [{ isVerified: true }],
    });
    await sendMailsAbout(services, report.id);
    expect((await mailTo(services, report.email))[0]?.subject).toBe('What happens next, about Ruth Alvarez');
    const [entry] = (await auditOf(report)).filter(({ action }) => action === 'death-report.approved');
    expect(entry).toMatchObject({
      reason,
      before: { state: 'in_review' },
      after: { state: 'objection_window' },
    });
  });

  test('security 60: nobody approves their own report, one about themselves, or one of their household', async () => {
    const address = '12 Harbour Road, Portland ME 04101';
    const liveAt = (person: Person, place: string) =>
      db.update(users).set({ address: place }).where(eq(users.id, person.user.id));
    const mine = await reported({ reporterEmail: agnes.user.email.toUpperCase() });
    const me = await sendReport(testApp, { personEmail: agnes.user.email });
    const reporter = await createPerson(testApp);
    await liveAt(reporter, `${address}.`);
    const household = await reported({ reporterEmail: reporter.user.email });
    await liveAt(agnes, '12 harbour road  portland, me 04101');
    const nobody = await sendReport(testApp);
    for (const [report, message] of [
      [mine, 'You reported this death yourself. Ask a colleague.'],
      [me, 'This is about you. Ask a colleague.'],
      [household, 'You live at the address of somebody whom this concerns. Ask a colleague.'],
      [nobody, 'This cannot be done with a report in this state: in_review'],
    ] as const) {
      const answer = await actOnReport(agnes, report, 'approvals');
      expect([answer.statusCode, answer.json().message]).toEqual([409, message]);
      expect(await stateOf(report)).toBe('in_review');
    }
    const colleague = await createStaff(testApp);
    expect((await actOnReport(colleague, household, 'approvals')).statusCode).toBe(200);
  });

  test('F32: the same file for another account waits for a second, different reviewer', async () => {
    const bytes = await pdf('One certificate for two');
    const [first, second] = [await reported({}, bytes), await reported({}, bytes)];
    for (const report of [first, second]) {
      const seen = await loadAsStaff(agnes, report);
      expect(seen).toMatchObject({ approvalsNeeded: 2, warnings: ['same_proof_elsewhere'] });
      expect(seen.proofs[0]?.sameFileIn).toHaveLength(1);
    }
    expect((await actOnReport(agnes, second, 'approvals')).json().state).toBe('in_review');
    expect((await actOnReport(agnes, second, 'approvals')).statusCode).toBe(409);
    expect(await stateOf(second)).toBe('in_review');
    const colleague = await createStaff(testApp);
    expect((await actOnReport(colleague, second, 'approvals')).json().state).toBe('objection_window');
  });

  test('409: it changed meanwhile, whatever did; nothing is written', async () => {
    const report = await reported();
    const seen = seenOf(await loadAsStaff(agnes, report));
    await addProof(testApp, report, await pdf('One more'));
    const url = `/api/admin/death-reports/${report.id}/approvals`;
    const answer = await agnes.request({ method: 'POST', url, payload: { reason, seen } });
    expect([answer.statusCode, answer.json().fields]).toEqual([
      409,
      { proofs: 'There were 1 proofs, and are 2 now' },
    ]);
    expect(await stateOf(report)).toBe('in_review');
    for (const bad of ['', ' ', 'x'.repeat(10_000)])
      expect((await agnes.request({ method: 'POST', url, payload: { reason: bad, seen } })).statusCode).toBe(
        400,
      );
    const unknown = url.replace(report.id, '0193a5f0-0000-7000-8000-000000000001');
    expect(
      (await agnes.request({ method: 'POST', url: unknown, payload: { reason, seen } })).statusCode,
    ).toBe(404);
  });

  test('409: a second report about an account that is verified already, and a death before the birth', async () => {
    const report = await reported();
    await actOnReport(agnes, report, 'approvals');
    const second = await sendReport(testApp, { personEmail: report.owner.user.email });
    expect((await actOnReport(agnes, second, 'approvals')).json().message).toBe(
      'Another report about this account was verified already.',
    );
    const unborn = await reported();
    await db.update(users).set({ dateOfBirth: '2024-03-04' }).where(eq(users.id, unborn.owner.user.id));
    expect((await loadAsStaff(agnes, unborn)).warnings).toEqual(['died_before_birth']);
    expect((await actOnReport(agnes, unborn, 'approvals')).json().message).toContain('before the birth');
  });

  test('two who approve at the same moment are counted once', async () => {
    const report = await reported();
    const seen = seenOf(await loadAsStaff(agnes, report));
    const colleague = await createStaff(testApp);
    for (const staff of [agnes, colleague]) await openProofs(staff, report);
    const url = `/api/admin/death-reports/${report.id}/approvals`;
    const answers = await Promise.all(
      [agnes, colleague].map((staff) => staff.request({ method: 'POST', url, payload: { reason, seen } })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const { approvals, state } = await loadAsStaff(agnes, report);
    expect([approvals.length, state]).toEqual([1, 'objection_window']);
    const acts = (await auditOf(report)).filter(({ action }) => action === 'death-report.approved');
    expect(acts.map(({ actor }) => actor)).toEqual(approvals.map(({ by }) => by));
    expect((await reportRow(testApp, report)).verifiedAt).toEqual(clock.now());
  });
});

describe('POST /api/admin/death-reports/:id/rejection', () => {
  test('200: the reporter is told kindly, with the note, on the day that was promised; 409 once it is over', async () => {
    const report = await reported();
    const note = 'The paper that you sent is an invoice.';
    expect((await actOnReport(agnes, report, 'rejection', { note })).json()).toMatchObject({
      state: 'rejected',
      rejectionNote: note,
    });
    expect((await actOnReport(agnes, report, 'rejection', { note })).statusCode).toBe(409);
    const newest = async () => {
      await sweepDeathReports(services);
      await sendMailsAbout(services, report.id);
      return (await mailTo(services, report.email))[0]?.text;
    };
    expect(await newest()).not.toContain(note);
    expect((await askReport(testApp, report)).json().state).toBe('in_review');
    const { reviewDueAt } = await reportRow(testApp, report);
    const ahead = ((reviewDueAt?.getTime() ?? 0) - clock.now().getTime()) / 1000;
    clock.advance(ahead);
    expect(await newest()).toContain(note);
    expect((await askReport(testApp, report)).json().state).toBe('rejected');
    clock.advance(-ahead);
  });

  test('200: without a note, and at once where no day was promised', async () => {
    const report = await sendReport(testApp, {}, null);
    expect((await actOnReport(await createStaff(testApp), report, 'rejection')).json()).toMatchObject({
      ...{ state: 'rejected', rejectionNote: null, answeredAt: clock.now().toISOString() },
    });
    expect((await askReport(testApp, report)).json().state).toBe('rejected');
  });
});

describe('PUT /api/admin/death-reports/:id/account', () => {
  test('200: where the reporter did not know the address; its owner is asked', async () => {
    const owner = await createPerson(testApp);
    const report = await sendReport(testApp);
    expect(await loadAsStaff(agnes, report)).toMatchObject({ account: null, warnings: ['no_account'] });
    const answer = await actOnReport(agnes, report, 'account', { userId: owner.user.id });
    expect(answer.json().account).toMatchObject({ id: owner.user.id, email: owner.user.email });
    await sendMailsAbout(services, report.id);
    expect((await mailTo(services, owner.user.email))[0]?.subject).toContain('Are you there?');
    await actOnReport(agnes, report, 'approvals');
    expect((await actOnReport(agnes, report, 'account', { userId: agnes.user.id })).statusCode).toBe(409);
  });
});

test('DEATH_VERIFICATION_APPROVERS: as many different people as it says', async () => {
  const strict = await startTestApp({ env: { DEATH_VERIFICATION_APPROVERS: '2' } });
  const [one, two] = [await createStaff(strict), await createStaff(strict)];
  const owner = await createPerson(strict);
  const report = await sendReport(strict, { personEmail: owner.user.email });
  expect((await actOnReport(one, report, 'approvals')).json()).toMatchObject({
    state: 'in_review',
    approvalsNeeded: 2,
  });
  expect((await actOnReport(one, report, 'approvals')).statusCode).toBe(409);
  expect((await actOnReport(two, report, 'approvals')).json().state).toBe('objection_window');
  const [row] = await strict.services.db.select().from(deathReports).where(eq(deathReports.id, report.id));
  expect(row?.nextAskAt).toEqual(row?.verifiedAt);
});
