import { afterAll, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  addProof,
  askReport,
  beginReport,
  confirmReport,
  loadAsStaff,
  pdf,
  type Report,
} from '../../../../../test/death-reports.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { eicar, startClamd } from '../../../../../test/fakes/clamd-server.ts';
import { storedKeys } from '../../../../../test/stored-keys.ts';

const clamd = await startClamd();
afterAll(() => clamd.close());
const testApp = await startTestApp({
  clock: createTestClock('2031-03-06T15:42:00Z'),
  env: { CLAMD_URL: clamd.url },
});
const staff = await createStaff(testApp);

async function confirmed(): Promise<Report> {
  const report = await beginReport(testApp);
  await confirmReport(testApp, report);
  return report;
}
/** A PDF that the scanner finds harmful. */
const infected = async () => Buffer.concat([await pdf('A certificate'), Buffer.from(`\n%${eicar}\n`)]);
const seen = (report: Report) => loadAsStaff(staff, report);
async function open(report: Report) {
  const [proof] = (await seen(report)).proofs;
  const url = `/api/admin/death-reports/${report.id}/proofs/${proof?.id}/view`;
  return staff.request({ method: 'POST', url, payload: { reason: 'To read it' } });
}

test('security 47: an infected proof is refused in plain words and not kept; a clean one is taken', async () => {
  const report = await confirmed();
  const before = await storedKeys(testApp, 'death-certificates/');
  const refused = await addProof(testApp, report, await infected());
  expect(refused.statusCode).toBe(400);
  expect(refused.json().fields.file).toContain('A photo of the paper is enough');
  expect(await storedKeys(testApp, 'death-certificates/')).toEqual(before);
  expect((await addProof(testApp, report, await pdf('A certificate'))).statusCode).toBe(201);
  await askReport(testApp, report, { method: 'POST', path: '/submit' });
  const { warnings, proofs } = await seen(report);
  expect([warnings.includes('unscanned_proof'), proofs[0]?.isUnscanned]).toEqual([false, false]);
});

test('security 47: while the scanner is down a proof is taken with a warning, and asked about again when it is opened', async () => {
  clamd.behave('hang-up');
  const [clean, harmful] = [await confirmed(), await confirmed()];
  expect((await addProof(testApp, clean, await pdf('A certificate'))).statusCode).toBe(201);
  expect((await addProof(testApp, harmful, await infected())).statusCode).toBe(201);
  for (const report of [clean, harmful]) {
    await askReport(testApp, report, { method: 'POST', path: '/submit' });
    expect((await seen(report)).warnings).toContain('unscanned_proof');
  }
  expect((await open(clean)).statusCode).toBe(200);
  clamd.behave('scan');
  expect([(await open(clean)).statusCode, (await open(harmful)).statusCode]).toEqual([200, 409]);
  expect((await seen(clean)).warnings).not.toContain('unscanned_proof');
  expect((await seen(harmful)).warnings).toContain('unscanned_proof');
});
