import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { sweepDeathReports } from '../server/features/after-death/death-cases/death-reports/death-reports.jobs.ts';
import {
  type DeathReportRow,
  deathReports,
} from '../server/features/after-death/death-cases/death-reports/death-reports.table.ts';
import type { BegunDeathReport, DeathReport } from '../shared/after-death/death-reports.ts';
import { statement } from '../shared/after-death/missing-for-approval.ts';
import type { SeenReport } from '../shared/after-death/staff-case-decisions.ts';
import type { StaffDeathReport } from '../shared/after-death/staff-death-reports.ts';
import { eventually, type TestApp } from './app.ts';
import type { Person } from './factories.ts';
import { mailTo } from './mailbox.ts';
import { multipart } from './multipart.ts';
import { sendMailsAbout } from './outbox.ts';

let made = 0;
/** A different reporter each time, so that no test comes across another test's report. */
export const reportForm = (changes: Record<string, unknown> = {}) => ({
  reporterName: 'Daniel Alvarez',
  reporterEmail: `daniel.${Date.now()}.${made++}@example.com`,
  relationship: 'child',
  personName: 'Ruth Alvarez',
  personEmail: null,
  dateOfDeath: '2024-03-03',
  ...changes,
});

/** A one-page PDF with these words on it, and whatever `add` adds to it. */
export function pdf(
  words: string,
  options: PDFKit.PDFDocumentOptions = {},
  add: (document: PDFKit.PDFDocument) => void = () => undefined,
): Promise<Buffer> {
  const document = new PDFDocument(options);
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.text(words);
  add(document);
  document.end();
  return new Promise((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An unfinished report; its token is what the reporter has. */
export interface Report {
  token: string;
  id: string;
  email: string;
}

export async function beginReport(testApp: TestApp, changes: Record<string, unknown> = {}): Promise<Report> {
  const payload = reportForm(changes);
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/death-reports', payload });
  if (answer.statusCode !== 201) throw new Error(`Reporting answered ${answer.statusCode}: ${answer.body}`);
  const { token } = answer.json<BegunDeathReport>();
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const [row] = await testApp.services.db
    .select({ id: deathReports.id })
    .from(deathReports)
    .where(eq(deathReports.tokenHash, tokenHash));
  if (!row) throw new Error('The report is not stored');
  return { token, id: row.id, email: payload.reporterEmail };
}

/** Sends a request about a report as its reporter, who has nothing but the link. */
export const askReport = (
  { app }: TestApp,
  { token }: Pick<Report, 'token'>,
  what: {
    method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
    path?: string;
    payload?: object | Buffer;
    headers?: Record<string, string>;
  } = {},
) => {
  const { method = 'GET', path = '', ...rest } = what;
  return app.inject({ method, url: `/api/death-reports/${token}${path}`, ...rest });
};

/** The code in the newest mail to the reporter. */
export async function codeTo({ services }: TestApp, { id, email }: Report): Promise<string> {
  await sendMailsAbout(services, id);
  // If a worker runs, it may be the one that sends the mail.
  return eventually(async () => {
    const codes = (await mailTo(services, email)).map(({ text }) => /^(\d{6})$/m.exec(text)?.[1]);
    return codes.find(Boolean);
  }, `a code to ${email}`);
}

export async function confirmReport(testApp: TestApp, report: Report): Promise<void> {
  const payload = { code: await codeTo(testApp, report) };
  await askReport(testApp, report, { method: 'POST', path: '/confirm', payload });
}

export async function addProof(
  testApp: TestApp,
  report: Pick<Report, 'token'>,
  bytes: Buffer,
  { kind = 'certificate', contentType = 'application/pdf' } = {},
) {
  const form = multipart({ kind }, { name: 'certificate.pdf', contentType, bytes });
  return askReport(testApp, report, { method: 'POST', path: '/proofs', ...form });
}

/** A report that was sent with its proof and matched with an account; with `proof: null` the proof comes later. */
export async function sendReport(
  testApp: TestApp,
  changes: Record<string, unknown> = {},
  proof?: Buffer | null,
): Promise<Report> {
  const report = await beginReport(testApp, changes);
  await confirmReport(testApp, report);
  if (proof !== null)
    await addProof(testApp, report, proof ?? (await pdf(`The certificate of report ${report.id}`)));
  const answer = await askReport(testApp, report, { method: 'POST', path: '/submit' });
  if (!answer.json<DeathReport>().submittedAt) throw new Error(`Not sent: ${answer.body}`);
  await sweepDeathReports(testApp.services);
  return report;
}

export async function reportRow({ services }: TestApp, { id }: Pick<Report, 'id'>): Promise<DeathReportRow> {
  const [row] = await services.db.select().from(deathReports).where(eq(deathReports.id, id));
  if (!row) throw new Error('The report is gone');
  return row;
}

export async function loadAsStaff(staff: Person, { id }: Pick<Report, 'id'>): Promise<StaffDeathReport> {
  return (await staff.request({ url: `/api/admin/death-reports/${id}` })).json<StaffDeathReport>();
}

export const seenOf = ({ state, round, approvals, proofs }: StaffDeathReport): SeenReport => ({
  state,
  round,
  approvals: approvals.length,
  proofs: proofs.length,
});

/** Opens every proof of a report, which is required of anybody who wants to verify it. */
export async function openProofs(staff: Person, report: Pick<Report, 'id'>): Promise<void> {
  const { proofs, hasOtherEvidence, opened } = await loadAsStaff(staff, report);
  const url = `/api/admin/death-reports/${report.id}`;
  const views = [
    ...proofs.map(({ id }) => [id, `/proofs/${id}/view`] as const),
    ...(hasOtherEvidence ? [[statement, '/other-evidence/view'] as const] : []),
  ];
  for (const [item, path] of views)
    if (!opened.includes(item))
      await staff.request({ method: 'POST', url: `${url}${path}`, payload: { reason: 'To read it' } });
}

/** Carries out a staff action on a report in the state just seen, as the page does; verifying opens all and answers all. */
export async function actOnReport(
  staff: Person,
  report: Pick<Report, 'id'>,
  act: 'approvals' | 'rejection' | 'stop' | 'sign-set-aside' | 'account',
  more: object = {},
) {
  if (act === 'approvals') await openProofs(staff, report);
  const present = await loadAsStaff(staff, report);
  const warnings = Object.fromEntries(present.warnings.map((warning) => [warning, 'I have asked about it']));
  return staff.request({
    method: act === 'account' ? 'PUT' : 'POST',
    url: `/api/admin/death-reports/${report.id}/${act}`,
    payload: {
      reason: 'I have read the certificate',
      seen: seenOf(present),
      ...(act === 'approvals' && { warnings }),
      ...more,
    },
  });
}
