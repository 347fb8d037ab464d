// Mails promise what this service is configured for: no sentence hard-codes a default.
import { expect, test } from 'vitest';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { correctAddress } from '../../../../../test/address-changes.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  addProof,
  askReport,
  pdf,
  type Report,
  reportRow,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createRecipient, createStaff } from '../../../../../test/factories.ts';
import { sendMail } from '../../../../../test/outbox.ts';
import { approve, endWindow, tokenOf } from '../../../../../test/trusted-access.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { mailboxMessages } from '../../../../platform/mail/mailbox.table.ts';
import { isWaiting, outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { recordSignOfLife } from './signs-of-life.ts';

const env = {
  DEATH_REVIEW_HOURS: '120',
  DEATH_VERIFICATION_APPROVERS: '3',
  DEATH_OBJECTION_HOURS: '720',
  ADDRESS_CHANGE_HOURS: '96',
};
const testApp = await startTestApp({ env, clock: createTestClock('2031-03-03T15:00:00Z') });
const { services, clock } = testApp;

async function sendAll(): Promise<void> {
  await sweepDeathReports(services);
  const waiting = await services.db.select({ id: outboxMails.id }).from(outboxMails).where(isWaiting);
  for (const { id } of waiting) await sendMail(services, id);
}
async function verify(report: Report): Promise<void> {
  for (let member = 0; member < 3; member++) {
    expect((await reportRow(testApp, report)).state).toBe('in_review');
    await actOnReport(await createStaff(testApp), report, 'approvals');
  }
  expect((await reportRow(testApp, report)).state).toBe('objection_window');
}

test('a whole case, and one that is rejected, in which no message keeps a number of the defaults', async () => {
  const owner = await createPerson(testApp, { phone: '+1 212 555 0188' });
  const { id: noraId } = await createRecipient(owner, { firstName: 'Nora', phone: '+1 212 555 0187' });
  const tom = await createRecipient(owner, { trustedContact: true, firstName: 'Tom' });
  await createRecipient(owner, { trustedContact: true, email: null, phone: '+1 212 555 0189' });
  const report = await sendReport(testApp, { personEmail: owner.user.email }, null);
  const rejected = await sendReport(testApp);
  await sendAll();
  await addProof(testApp, report, await pdf('The certificate'));
  await sendAll();
  const { readBy, objectionHours, deliveredFrom } = (await askReport(testApp, report)).json<DeathReport>()
    .deadlines;
  expect([readBy, objectionHours, deliveredFrom]).toEqual([
    '2031-03-10T15:00:00.000Z',
    720,
    '2031-04-02T15:00:00.000Z',
  ]);
  await verify(report);
  await sendAll();
  await recordSignOfLife(services, owner.user.id, 'alive_link');
  await sendAll();
  clock.advance(24 * 3600);
  await approve(testApp, report.id);
  await sendAll();
  await actOnReport(await createStaff(testApp), rejected, 'rejection');
  clock.advance(7 * 24 * 3600);
  await sendAll();
  await endWindow(testApp, report.id);
  await sendAll();
  const token = tokenOf(testApp, report.id, tom);
  const corrected = await correctAddress(testApp, { token }, noraId, { email: 'nora.m@example.org' });
  expect(corrected.json().addressWaitsUntil).toBe(minutesAfter(clock.now(), 96 * 60).toISOString());
  await sendAll();

  const sent = await services.db.select().from(mailboxMessages);
  const kinds = await services.db.selectDistinct({ kind: outboxMails.kind }).from(outboxMails);
  const aboutDeath = kinds
    .map(({ kind }) => kind)
    .filter((kind) => /death|trusted-contact-|-address-corrected/.test(kind));
  expect(aboutDeath.toSorted()).toEqual(
    expect.arrayContaining([
      'death-report-asked',
      'death-report-objection',
      'death-report-received',
      'death-report-rejected',
      'death-report-released',
      'death-report-stopped',
      'death-report-verified',
      'recipient-address-corrected',
      'staff-death-report',
      'trusted-contact-invited',
      'trusted-contact-window',
    ]),
  );
  const defaults = /\b(48|72)\b|two (working )?days|three days|\b[23] days|two of (us|them)|working days/i;
  const ofCase = sent.filter(({ subject }) => !subject?.startsWith('Please confirm your'));
  for (const { subject, text } of ofCase) expect(`${subject}\n${text}`).not.toMatch(defaults);
  const receipts = sent.filter(({ text }) => text.includes('whatever the answer is'));
  expect(receipts.map(({ toAddress }) => toAddress)).toContain(report.email);
  for (const { text } of receipts) {
    expect(text).toContain(`By ${formatMoment('2031-03-10T15:00:00Z', 'America/New_York')}`);
    expect(text).toContain('at least 30 days');
    expect(text).toContain(`Not before ${formatMoment('2031-04-02T15:00:00Z', 'America/New_York')}`);
  }
});
