import { eq } from 'drizzle-orm';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import {
  deathCertificates,
  deathReports,
  proofViews,
} from '../../server/features/after-death/death-cases/death-reports/death-reports.table.ts';
import { aliveToken } from '../../server/features/after-death/death-cases/death-reports/report-rows.ts';
import type { DeathReport } from '../../shared/after-death/death-reports.ts';
import {
  addProof,
  askReport,
  beginReport,
  codeTo,
  confirmReport,
  pdf,
  type Report,
  reportForm,
  reportRow,
  sendReport,
} from '../death-reports.ts';
import { createPerson } from '../factories.ts';
import { multipart } from '../multipart.ts';
import { beginWindow } from '../trusted-access.ts';
import { type Question, type RouteRows, row, type Scene } from './row.ts';
import { freshStaffRow, staffRow } from './staff-row.ts';

type Prepare = (scene: Scene, report: Report) => Promise<Question>;

/** An unfinished report, and a request about it. */
const ofReport =
  (prepare: Prepare = async () => ({})) =>
  async (scene: Scene): Promise<Question> => {
    const report = await beginReport(scene.testApp);
    return { params: { token: report.token }, ...(await prepare(scene, report)) };
  };

const confirmed =
  (question: Omit<Question, 'params'> = {}): Prepare =>
  async ({ testApp }, report) => {
    await confirmReport(testApp, report);
    return question;
  };

async function aProof({ testApp }: Scene, report: Report) {
  await confirmReport(testApp, report);
  const bytes = await pdf('A certificate');
  return multipart({ kind: 'certificate' }, { name: 'proof.pdf', contentType: 'application/pdf', bytes });
}

async function aProofToTakeBack({ testApp }: Scene, report: Report) {
  await confirmReport(testApp, report);
  const answer = await addProof(testApp, report, await pdf('A certificate'));
  return { params: { token: report.token, id: answer.json<DeathReport>().proofs[0]?.id ?? '' } };
}

/** The link of somebody who was reported dead. */
async function alive({ testApp }: Scene): Promise<Question> {
  const { user } = await createPerson(testApp);
  const { id } = await sendReport(testApp, { personEmail: user.email });
  return { params: { token: aliveToken(testApp.services, id) } };
}

/** Anyone with the link may continue the report. */
const reporterRows: RouteRows = {
  'GET /api/death-reports/deadlines': row(200, 200, 200),
  'POST /api/death-reports': row(201, 201, 201, () => ({ payload: reportForm() })),
  'GET /api/death-reports/:token': row(200, 200, 200, ofReport()),
  'PATCH /api/death-reports/:token': row(
    200,
    200,
    200,
    ofReport(async () => ({ payload: { personName: 'Ruth Okonjo', dateOfDeath: '2024-03-04' } })),
  ),
  'POST /api/death-reports/:token/code': row(200, 200, 200, ofReport()),
  'POST /api/death-reports/:token/confirm': row(
    200,
    200,
    200,
    ofReport(async ({ testApp }, report) => ({ payload: { code: await codeTo(testApp, report) } })),
  ),
  'POST /api/death-reports/:token/proofs': row(201, 201, 201, ofReport(aProof)),
  'DELETE /api/death-reports/:token/proofs/:id': row(200, 200, 200, ofReport(aProofToTakeBack)),
  'PUT /api/death-reports/:token/other-evidence': row(
    200,
    200,
    200,
    ofReport(confirmed({ payload: { text: 'Her physician has signed a statement' } })),
  ),
  'POST /api/death-reports/:token/submit': row(200, 200, 200, ofReport(confirmed())),
  'GET /api/alive/:token': row(200, 200, 200, alive),
  'POST /api/alive/:token': row(200, 200, 200, alive),
  'POST /api/user/alive': row(401, 204, 204),
  'GET /api/user/mistaken-report': row(401, 200, 200),
  'DELETE /api/user/mistaken-report': row(401, 204, 204),
  'GET /api/user/revoked-release': row(401, 200, 200),
};

type Payload = (facts: { seen: object; ownerId: string }) => object;

/** A report waiting for staff, about somebody who has an account. */
const ofCase =
  (payload?: Payload) =>
  async ({ testApp }: Scene): Promise<Question> => {
    const { user } = await createPerson(testApp);
    const { id } = await sendReport(testApp, { personEmail: user.email });
    const { user: another } = await createPerson(testApp);
    const seen = { state: 'in_review', round: 1, approvals: 0, proofs: 1 };
    return { params: { id }, ...(payload && { payload: payload({ seen, ownerId: another.id }) }) };
  };

const reason = 'I have read the certificate';

/** A report whose proof all members of staff have opened. */
async function opened(scene: Scene): Promise<Question> {
  const question = await ofCase(({ seen }) => ({ reason, seen }))(scene);
  const { db, clock } = scene.testApp.services;
  const reportId = question.params?.['id'] ?? '';
  const proofs = await db
    .select({ id: deathCertificates.id })
    .from(deathCertificates)
    .where(eq(deathCertificates.reportId, reportId));
  const staff = await db.select({ id: users.id }).from(users).where(eq(users.isAdmin, true));
  const views = proofs.flatMap(({ id: proofId }) =>
    staff.map(({ id: staffId }) => ({ reportId, proofId, staffId, round: 1, viewedAt: clock.now() })),
  );
  if (views.length > 0) await db.insert(proofViews).values(views);
  return question;
}

/** A release after which its owner has responded. */
async function aliveAfterRelease(scene: Scene): Promise<Question> {
  const question = await ofCase()(scene);
  const releasedAt = scene.testApp.clock.now();
  await scene.testApp.services.db
    .update(deathReports)
    .set({ state: 'released', releasedAt, stoppedAt: releasedAt, stoppedBy: 'alive_link' })
    .where(eq(deathReports.id, question.params?.['id'] ?? ''));
  const seen = { state: 'released', round: 1, approvals: 0, proofs: 1 };
  return { ...question, payload: { reason, seen, stoppedAt: releasedAt } };
}

/** A report in its objection window. */
async function inWindow(scene: Scene): Promise<Question> {
  const id = await beginWindow(scene.testApp, await createPerson(scene.testApp));
  const seen = { state: 'objection_window', round: 1, approvals: 0, proofs: 0 };
  return { params: { id }, payload: { reason, seen } };
}

async function ofProof(scene: Scene): Promise<Question> {
  const { testApp } = scene;
  const report = await beginReport(testApp);
  await confirmReport(testApp, report);
  const answer = await addProof(testApp, report, await pdf(report.id));
  await askReport(testApp, report, { method: 'POST', path: '/submit' });
  const proofId = answer.json<{ proofs: { id: string }[] }>().proofs[0]?.id ?? '';
  return { params: { id: report.id, proofId }, payload: { reason } };
}

async function ofEvidence({ testApp }: Scene): Promise<Question> {
  const report = await beginReport(testApp);
  await confirmReport(testApp, report);
  const payload = { text: 'Her physician has signed a statement' };
  await askReport(testApp, report, { method: 'PUT', path: '/other-evidence', payload });
  await askReport(testApp, report, { method: 'POST', path: '/submit' });
  return { params: { id: (await reportRow(testApp, report)).id }, payload: { reason } };
}

const staffReportRows: RouteRows = {
  'GET /api/admin/death-reports': staffRow(200),
  'GET /api/admin/death-reports/:id': staffRow(200, ofCase()),
  'POST /api/admin/death-reports/:id/approvals': freshStaffRow(200, opened),
  'POST /api/admin/death-reports/:id/rejection': staffRow(
    200,
    ofCase(({ seen }) => ({ reason, seen, note: 'The paper is of somebody else' })),
  ),
  'GET /api/admin/death-reports/:id/window': staffRow(200, async (scene) => ({
    params: (await inWindow(scene)).params ?? {},
  })),
  'POST /api/admin/death-reports/:id/stop': staffRow(200, inWindow),
  'POST /api/admin/death-reports/:id/sign-set-aside': freshStaffRow(200, aliveAfterRelease),
  'PUT /api/admin/death-reports/:id/assignee': staffRow(200, async (scene) => ({
    ...(await ofCase()(scene)),
    payload: { reason, assigneeId: scene.owner.user.id, seen: { assigneeId: null } },
  })),
  'PUT /api/admin/death-reports/:id/account': freshStaffRow(
    200,
    ofCase(({ seen, ownerId: userId }) => ({ reason, seen, userId })),
  ),
  'POST /api/admin/death-reports/:id/proofs/:proofId/view': freshStaffRow(200, ofProof),
  'POST /api/admin/death-reports/:id/other-evidence/view': freshStaffRow(200, ofEvidence),
};

export const reportRows: RouteRows = { ...reporterRows, ...staffReportRows };
