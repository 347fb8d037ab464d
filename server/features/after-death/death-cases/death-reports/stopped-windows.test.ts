import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { actOnReport, loadAsStaff, reportRow } from '../../../../../test/death-reports.ts';
import { createStaff } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { approve, type Reported, reportedOwner } from '../../../../../test/trusted-access.ts';
import { isWaiting, outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { releaseHeldMails } from '../../../outbox/messages/mails/quota/quota.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { aliveToken } from './report-rows.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

async function sendAll({ owner }: Reported) {
  await releaseHeldMails(services);
  const ofOwner = and(eq(outboxMails.userId, owner.user.id), isWaiting);
  for (const { id } of await db.select().from(outboxMails).where(ofOwner)) await sendMail(services, id);
}
const toContact = async ({ contact }: Reported) =>
  (await mailTo(services, contact.email ?? ''))
    .map(({ subject }) => subject)
    .filter((subject) => !subject?.includes('named you'))
    .toReversed();
const stop = async (reported: Reported) =>
  actOnReport(await createStaff(testApp), { id: reported.reportId }, 'stop', { reason: 'The clinic called' });
const reject = async (reported: Reported) =>
  actOnReport(await createStaff(testApp), { id: reported.reportId }, 'rejection', { note: 'It is not hers' });
const isAlive = ({ reportId }: Reported) =>
  app.inject({ method: 'POST', url: `/api/alive/${aliveToken(services, reportId)}` });
const subjects = ({ owner: { user } }: Reported) => {
  const name = `${user.firstName} ${user.lastName}`;
  return {
    window: `We were told that ${name} has died`,
    /** A second window is no news to them. */
    again: `What happens next, about ${name}`,
    stopped: `About ${name}: we are looking into it again`,
    ended: `About ${name}: the report is closed`,
  };
};

test('one member of staff stops a window, with a reason: it is before staff again, and contacts hear of it', async () => {
  const reported = await reportedOwner(testApp);
  await sendAll(reported);
  const answer = await stop(reported);
  expect([answer.statusCode, answer.json().state, answer.json().stoppedBy]).toEqual([
    200,
    'stopped',
    'staff',
  ]);
  const row = await reportRow(testApp, { id: reported.reportId });
  expect(row).toMatchObject({ round: 2, objectionEndsAt: null, nextAskAt: null });
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, row.id), eq(auditLog.action, 'death-report.stopped-by-staff')));
  expect(entry).toMatchObject({
    reason: 'The clinic called',
    before: { state: 'objection_window', round: 1 },
    after: { state: 'stopped', round: 2 },
  });
  await sendAll(reported);
  const { window, stopped } = subjects(reported);
  expect(await toContact(reported)).toEqual([window, stopped]);
});

test('409: a window that is stopped already, with what has changed; 400: without a reason', async () => {
  const reported = await reportedOwner(testApp);
  const staff = await createStaff(testApp);
  const seen = { state: 'objection_window', round: 1, approvals: 0, proofs: 0 };
  const url = `/api/admin/death-reports/${reported.reportId}/stop`;
  const send = (reason: string) => staff.request({ method: 'POST', url, payload: { reason, seen } });
  expect((await send(' ')).statusCode).toBe(400);
  expect((await stop(reported)).statusCode).toBe(200);
  const again = await send('Once more');
  expect([again.statusCode, Object.keys(again.json().fields)]).toEqual([409, ['state', 'round']]);
  expect((await stop(reported)).statusCode).toBe(409);
});

test('who was told of a death hears what became of it: each window, each stop, and the end', async () => {
  const reported = await reportedOwner(testApp);
  await sendAll(reported);
  await stop(reported);
  await sendAll(reported);
  await approve(testApp, reported.reportId);
  await sendAll(reported);
  expect((await isAlive(reported)).statusCode).toBe(200);
  await sendAll(reported);
  await reject(reported);
  await sendAll(reported);
  const { window, again, stopped, ended } = subjects(reported);
  expect(await toContact(reported)).toEqual([window, stopped, again, stopped, ended]);
  const [last] = await mailTo(services, reported.contact.email ?? '');
  expect(last?.text.replaceAll(/\s+/g, ' ')).toContain(
    'We have had an answer in their name that this was a mistake, and have closed the report. Nothing that',
  );
});

test('the owner’s own word counts after staff have stopped it', async () => {
  const reported = await reportedOwner(testApp);
  await stop(reported);
  await isAlive(reported);
  const seen = await loadAsStaff(await createStaff(testApp), { id: reported.reportId });
  expect([seen.state, seen.stoppedBy]).toEqual(['stopped', 'alive_link']);
});

test('who was never told hears nothing: the first message had not left', async () => {
  const reported = await reportedOwner(testApp);
  await stop(reported);
  clock.advance(61);
  await sendAll(reported);
  await reject(reported);
  clock.advance(61);
  await sendAll(reported);
  expect(await toContact(reported)).toEqual([]);
});

test('a contact who made the report, or who stopped it, hears that once', async () => {
  const reported = await reportedOwner(testApp);
  await sendAll(reported);
  const url = `/api/trusted/${reported.token}/answer`;
  await app.inject({ method: 'POST', url, payload: { answer: 'alive' } });
  await sendAll(reported);
  const { window, ended } = subjects(reported);
  expect(await toContact(reported)).toEqual([window]);
  await reject(reported);
  await sendAll(reported);
  expect(await toContact(reported)).toEqual([window, ended]);
});
