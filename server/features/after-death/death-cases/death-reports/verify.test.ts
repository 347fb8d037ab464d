import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { missingFor, missingWords } from '../../../../../shared/after-death/missing-for-approval.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  addProof,
  askReport,
  beginReport,
  confirmReport,
  loadAsStaff,
  openProofs,
  pdf,
  reportRow,
  seenOf,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { seenOf as seenPerson } from '../../../../../test/seen-person.ts';
import { sealBytes } from '../../../../platform/sealed.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { deathCertificates, deathReportApprovals, proofViews } from './death-reports.table.ts';
import { recordSignOfLife } from './death-reports.ts';
import { proofSeal, putSealed } from './proof-files.ts';

const testApp = await startTestApp({
  clock: createTestClock('2031-03-06T15:42:00Z'),
  env: { DEATH_VERIFICATION_APPROVERS: '2' },
});
const { services, clock } = testApp;
const { db } = services;
const reason = 'I have read the certificate';
let [agnes, tomasz] = [await createStaff(testApp), await createStaff(testApp)];
beforeEach(async () => {
  [agnes, tomasz] = [
    await createStaff(testApp, { firstName: 'Agnes' }),
    await createStaff(testApp, { firstName: 'Tomasz' }),
  ];
});

/** An image whose halves are equally large as files. */
const noise = () =>
  sharp({
    create: {
      width: 400,
      height: 600,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer();

async function reported() {
  const owner = await createPerson(testApp);
  const report = await sendReport(testApp, { personEmail: owner.user.email });
  return { ...report, owner };
}

/** Approves without opening or answering anything first. */
async function verify(staff: Person, report: { id: string }, warnings: object = {}) {
  const seen = seenOf(await loadAsStaff(staff, report));
  const url = `/api/admin/death-reports/${report.id}/approvals`;
  return staff.request({ method: 'POST', url, payload: { reason, seen, warnings } });
}
const view = (staff: Person, report: { id: string }, proofId: string) =>
  staff.request({
    method: 'POST',
    url: `/api/admin/death-reports/${report.id}/proofs/${proofId}/view`,
    payload: { reason },
  });
const missing = async (staff: Person, report: { id: string }, warnings: object = {}) => {
  const answer = await verify(staff, report, warnings);
  return [answer.statusCode, Object.keys(answer.json().fields ?? {})];
};
const stateOf = async (report: { id: string }) => (await reportRow(testApp, report)).state;
const signIn = (report: { owner: Person }) =>
  db.update(users).set({ lastSignInAt: clock.now() }).where(eq(users.id, report.owner.user.id));

describe('security 69: a death takes people who have opened every proof and answered every warning', () => {
  test('409: what is not opened is named; each of the two has to open each for themselves', async () => {
    const report = await reported();
    await addProof(testApp, report, await pdf('A second paper'));
    expect(await missing(agnes, report)).toEqual([409, ['proofs.1', 'proofs.2']]);
    const [first, second] = (await loadAsStaff(agnes, report)).proofs;
    await view(agnes, report, first?.id ?? '');
    expect(await missing(agnes, report)).toEqual([409, ['proofs.2']]);
    await view(agnes, report, second?.id ?? '');
    expect((await verify(agnes, report)).json().state).toBe('in_review');
    expect(await missing(tomasz, report)).toEqual([409, ['proofs.1', 'proofs.2']]);
    await openProofs(tomasz, report);
    expect((await verify(tomasz, report)).json().state).toBe('objection_window');
  });

  test('a proof that comes later has to be opened too, also by somebody who was ready', async () => {
    const report = await reported();
    await openProofs(agnes, report);
    await addProof(testApp, report, await pdf('It came later'));
    expect(await missing(agnes, report)).toEqual([409, ['proofs.2']]);
  });

  test('what was opened in an earlier round does not count in the next, nor do its approvals', async () => {
    const report = await reported();
    await openProofs(agnes, report);
    await openProofs(tomasz, report);
    await verify(agnes, report);
    await verify(tomasz, report);
    await recordSignOfLife(services, report.owner.user.id, 'alive_link');
    expect(await stateOf(report)).toBe('stopped');
    const again = await loadAsStaff(agnes, report);
    expect(again).toMatchObject({ opened: [], approvals: [], warnings: ['sign_of_life'] });
    expect(again.earlierApprovals.map(({ by }) => by)).toEqual([agnes.user.id, tomasz.user.id]);
    expect(await missing(agnes, report)).toEqual([409, ['proofs.1', 'warnings.sign_of_life']]);
    expect((await actOnReport(agnes, report, 'approvals')).json().state).toBe('stopped');
    expect((await actOnReport(tomasz, report, 'approvals')).json().state).toBe('objection_window');
  });

  test('what was opened about another account does not count once the account is another', async () => {
    const [report, other] = [await reported(), await createPerson(testApp)];
    await openProofs(agnes, report);
    await actOnReport(tomasz, report, 'account', { userId: other.user.id });
    expect(await missing(agnes, report)).toEqual([409, ['proofs.1']]);
  });

  test('approvals count anew once the account is another', async () => {
    const [report, other] = [await reported(), await createPerson(testApp)];
    expect((await actOnReport(agnes, report, 'approvals')).json().approvals).toHaveLength(1);
    const tied = await actOnReport(tomasz, report, 'account', { userId: other.user.id });
    expect(tied.json()).toMatchObject({ state: 'in_review', approvals: [], account: { id: other.user.id } });
    expect((await actOnReport(tomasz, report, 'approvals')).json()).toMatchObject({
      state: 'in_review',
      approvals: [{ by: tomasz.user.id }],
    });
    expect((await actOnReport(agnes, report, 'approvals')).json().state).toBe('objection_window');
  });

  test('the words of the reporter are a proof too', async () => {
    const owner = await createPerson(testApp);
    const report = await beginReport(testApp, { personEmail: owner.user.email });
    await confirmReport(testApp, report);
    const payload = { text: 'Her physician has signed a statement' };
    await askReport(testApp, report, { method: 'PUT', path: '/other-evidence', payload });
    await askReport(testApp, report, { method: 'POST', path: '/submit' });
    await actOnReport(agnes, report, 'account', { userId: owner.user.id });
    expect(await missing(agnes, report)).toEqual([409, ['proofs.1']]);
    expect((await actOnReport(agnes, report, 'approvals')).statusCode).toBe(200);
  });

  test('409: each warning that there is at that moment takes an answer; blank is none; others are not kept', async () => {
    const report = await reported();
    await openProofs(agnes, report);
    await signIn(report);
    expect(await missing(agnes, report)).toEqual([409, ['warnings.signed_in_since']]);
    expect(await missing(agnes, report, { reporter_not_named: 'No' })).toEqual([
      409,
      ['warnings.signed_in_since'],
    ]);
    expect((await verify(agnes, report, { signed_in_since: ' ' })).statusCode).toBe(400);
    expect((await verify(agnes, report, { nothing: 'x' })).statusCode).toBe(400);
    const answers = { signed_in_since: 'It was her daughter', reporter_not_named: 'Not there' };
    expect((await verify(agnes, report, answers)).statusCode).toBe(200);
    const [row] = await db
      .select()
      .from(deathReportApprovals)
      .where(eq(deathReportApprovals.reportId, report.id));
    expect(row?.answers).toEqual({ signed_in_since: 'It was her daughter' });
  });

  test('what the first found is hidden from the second until they have written theirs; then both are there', async () => {
    const report = await reported();
    await signIn(report);
    const mine = { signed_in_since: 'It was her daughter' };
    await openProofs(agnes, report);
    expect((await verify(agnes, report, mine)).json().approvals).toMatchObject([
      { answers: mine, note: reason },
    ]);
    expect((await loadAsStaff(tomasz, report)).approvals).toMatchObject([
      { by: agnes.user.id, answers: null, note: null },
    ]);
    await openProofs(tomasz, report);
    const theirs = { signed_in_since: 'Her tablet was in use' };
    expect((await verify(tomasz, report, theirs)).json().approvals).toMatchObject([
      { answers: mine },
      { answers: theirs },
    ]);
  });

  test('a proof that nobody can open is no view but a warning, and alone it proves nothing', async () => {
    const report = await reported();
    const [proof] = (await loadAsStaff(agnes, report)).proofs;
    const [row] = await db
      .select()
      .from(deathCertificates)
      .where(eq(deathCertificates.id, proof?.id ?? ''));
    await services.storage.remove(row?.storageKey ?? '');
    expect((await view(agnes, report, proof?.id ?? '')).statusCode).toBe(409);
    expect(await db.$count(proofViews, eq(proofViews.reportId, report.id))).toBe(0);
    const actions = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, report.id), eq(auditLog.actor, agnes.user.id)));
    expect(actions).toEqual([{ action: 'death-report.proof-not-opened' }]);
    expect((await loadAsStaff(agnes, report)).warnings).toEqual(['unopenable_proof']);
    const answers = { unopenable_proof: 'Our copy is gone; I have asked for another' };
    expect(await missing(agnes, report, answers)).toEqual([409, ['proofs']]);
    await addProof(testApp, report, await pdf('The paper once more'));
    expect(await missing(agnes, report, answers)).toEqual([409, ['proofs.2']]);
    await openProofs(agnes, report);
    expect(await missing(agnes, report)).toEqual([409, ['warnings.unopenable_proof']]);
    expect((await verify(agnes, report, answers)).statusCode).toBe(200);
  });

  test('half a picture from before files were checked is handed out, counts as opened, and takes an answer of each', async () => {
    const report = await reported();
    const [proof] = (await loadAsStaff(agnes, report)).proofs;
    const id = proof?.id ?? '';
    const jpeg = await noise();
    const half = jpeg.subarray(0, jpeg.length / 2);
    const key = `death-certificates/${id}-half`;
    const stored = await putSealed(services, key, sealBytes(services.appSecret, proofSeal(id), half));
    const columns = { storageKey: key, storedSha256: stored.sha256, mediaType: 'image/jpeg' } as const;
    await db.update(deathCertificates).set(columns).where(eq(deathCertificates.id, id));
    const shown = await view(agnes, report, id);
    expect([shown.statusCode, shown.rawPayload.equals(half)]).toEqual([200, true]);
    expect((await loadAsStaff(agnes, report)).warnings).toEqual(['damaged_proof']);
    expect(await missing(agnes, report)).toEqual([409, ['warnings.damaged_proof']]);
    const answers = { damaged_proof: 'The lower half is grey; name and seal are above it' };
    expect((await verify(agnes, report, answers)).json().state).toBe('in_review');
    await view(tomasz, report, id);
    expect(await missing(tomasz, report)).toEqual([409, ['warnings.damaged_proof']]);
    expect((await verify(tomasz, report, answers)).json().state).toBe('objection_window');
  });

  test('the case says who opened what and when, and who decides', async () => {
    const report = await reported();
    await openProofs(agnes, report);
    const { proofs, deciders } = await loadAsStaff(tomasz, report);
    expect(proofs[0]?.views).toMatchObject([{ by: agnes.user.id, at: clock.now().toISOString() }]);
    const relative = await createStaff(testApp);
    await report.owner.request({
      method: 'POST',
      url: '/api/recipients',
      payload: { firstName: 'Jo', lastName: 'Haddad', email: relative.user.email, relationship: 'friend' },
    });
    const after = (await loadAsStaff(tomasz, report)).deciders;
    expect(deciders?.find(({ id }) => id === tomasz.user.id)).toMatchObject({ obstacle: null });
    expect(after?.find(({ id }) => id === relative.user.id)).toMatchObject({
      obstacle: 'in the address book',
    });
  });

  test('of two who verify at the same moment one counts, and the other sees that it changed', async () => {
    const report = await reported();
    for (const staff of [agnes, tomasz]) await openProofs(staff, report);
    const answers = await Promise.all([agnes, tomasz].map((staff) => verify(staff, report)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes).toContain(200);
    const counted = codes.filter((code) => code === 200).length;
    expect((await loadAsStaff(agnes, report)).approvals).toHaveLength(counted);
    expect(await stateOf(report)).toBe(counted === 2 ? 'objection_window' : 'in_review');
  });

  test('somebody whom a colleague has made staff counts only after a week', async () => {
    const report = await reported();
    const second = await createPerson(testApp);
    const url = `/api/admin/people/${second.user.id}/staff`;
    const seen = await seenPerson(testApp, second.user.id);
    const proposed = await agnes.request({ method: 'POST', url, payload: { reason: 'Helps us', seen } });
    const confirm = `/api/admin/staff-role-changes/${proposed.json().id}/confirm`;
    await tomasz.request({ method: 'POST', url: confirm, payload: { reason: 'Helps us', seen } });
    const { token } = (
      await testApp.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: second.user.email, password: 'Quiet-Harbour-1994' },
      })
    ).json<{ token: string }>();
    second.token = token;
    await openProofs(second, report);
    const answer = await verify(second, report);
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('Ask a colleague'),
    ]);
    expect((await loadAsStaff(second, report)).approvalObstacle).toContain('13 March 2031');
    await db
      .update(users)
      .set({ staffSince: new Date(clock.now().getTime() - 7 * 24 * 3_600_000) })
      .where(eq(users.id, second.user.id));
    expect((await verify(second, report)).statusCode).toBe(200);
  });
});

test('what is missing reads as a sentence', () => {
  const report = {
    proofs: [{ id: 'a' }, { id: 'b' }],
    hasOtherEvidence: true,
    opened: ['a'],
    unopenable: [],
    warnings: ['one', 'two', 'three'],
  };
  expect(missingWords(missingFor(report, { one: 'x' }))).toBe(
    'Open proofs 2 and 3; answer warnings 2 and 3.',
  );
  const done = { ...report, opened: ['a', 'b', 'statement'], warnings: [] };
  expect(missingWords(missingFor(done, {}))).toBeUndefined();
  const nothing = { ...report, proofs: [], hasOtherEvidence: false, opened: [], warnings: [] };
  expect(missingWords(missingFor(nothing, {}))).toBe('Ask the reporter for a proof that can be opened.');
});
