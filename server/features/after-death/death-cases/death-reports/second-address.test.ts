import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../../test/app.ts';
import { protectWithCode } from '../../../../../test/authenticator.ts';
import {
  actOnReport,
  addProof,
  askReport,
  beginReport,
  pdf,
  reportRow,
} from '../../../../../test/death-reports.ts';
import { atEndOfFile } from '../../../../../test/end-of-file.ts';
import { createPerson, createStaff } from '../../../../../test/factories.ts';
import { startSmtpServer } from '../../../../../test/fakes/smtp-server.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { codeOf } from './report-codes.ts';

const smtp = await startSmtpServer();
const testApp = await startTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'post@example.org' } });
// `close` drops the open connections first.
atEndOfFile(() => smtp.close());
const { app, clock, services } = testApp;

/** An owner with a second address who was reported dead; the report was verified a moment ago. */
async function verified() {
  const { user } = await createPerson(testApp);
  const second = `second.${user.email}`;
  const columns = { phone: '+1 212 555 0171', secondEmail: second, secondEmailVerifiedAt: clock.now() };
  await services.db.update(users).set(columns).where(eq(users.id, user.id));
  const report = await beginReport(testApp, { personEmail: user.email });
  const { codeId } = await reportRow(testApp, report);
  const payload = { code: codeOf(services, codeId ?? '') };
  await askReport(testApp, report, { method: 'POST', path: '/confirm', payload });
  await addProof(testApp, report, await pdf(report.id));
  await askReport(testApp, report, { method: 'POST', path: '/submit' });
  await sweepDeathReports(services);
  const staff = await createStaff(testApp);
  await protectWithCode(testApp, staff);
  await actOnReport(staff, report, 'approvals');
  return { report, first: user.email, second };
}

test('F31: the mail server refuses the first address; the second is asked in the same moment, and its answer stops the window', async () => {
  const { report, first, second } = await verified();
  smtp.behave(({ stage, to }) => (stage === 'recipient' && to === first ? { code: 550 } : 'accept'));
  await sweepDeathReports(services);
  await sendMailsAbout(services, report.id);
  const asks = smtp.messages.filter(({ parsed }) => parsed?.subject?.startsWith('Please answer before'));
  expect(asks.map(({ envelope }) => envelope.to)).toEqual([[second]]);
  expect(smtp.messages.flatMap(({ envelope }) => envelope.to)).not.toContain(first);
  const token = /\/alive\/([\w-]{43})/.exec(asks[0]?.parsed?.text ?? '')?.[1];
  expect((await app.inject({ method: 'POST', url: `/api/alive/${token}` })).json().state).toBe('stopped');
  expect(await reportRow(testApp, report)).toMatchObject({ state: 'stopped', stoppedBy: 'alive_link' });
});

test('where a mail server is set up and no provider of text messages, no phone is asked, and no text counts as sent', async () => {
  const { report, first, second } = await verified();
  const asked = await services.db.select().from(outboxMails).where(eq(outboxMails.subjectId, report.id));
  const ofOwner = asked.filter(({ kind }) => kind === 'death-report-asked').map(({ toAddress }) => toAddress);
  expect(ofOwner.toSorted()).toEqual([first, second].toSorted());
  const text = services.texter.send({ id: 'delivery.1', to: '+12125550171', body: 'Ruth left something' });
  await expect(text).rejects.toMatchObject({ kind: 'permanent' });
});
