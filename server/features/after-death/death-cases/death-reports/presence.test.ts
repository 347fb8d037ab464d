import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  addProof,
  askReport,
  beginReport,
  confirmReport,
  loadAsStaff,
  pdf,
  type Report,
  reportRow,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { eraseAccount } from '../../../data-rights/account-data/account-deletion/erase-account.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { recordSignOfLife } from './signs-of-life.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-03T15:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

/** A person who may be reported, and what happens to their account a moment later. */
interface Case {
  name: string;
  email: string | null;
  meanwhile: () => Promise<unknown>;
}

async function known(name: string, meanwhile: (id: string) => Promise<unknown>): Promise<Case> {
  const { user } = await createPerson(testApp);
  return { name, email: user.email, meanwhile: () => meanwhile(user.id) };
}
const change = (columns: Partial<typeof users.$inferInsert>) => (id: string) =>
  db.update(users).set(columns).where(eq(users.id, id));
const nothing = async () => undefined;

async function everybody(): Promise<Case[]> {
  const before = new Date(clock.now().getTime() - 20 * 24 * 3_600_000);
  return [
    { name: 'unknown', email: 'nobody@example.com', meanwhile: nothing },
    { name: 'no address given', email: null, meanwhile: nothing },
    await known('known', nothing),
    await known('signs in', (id) => recordSignOfLife(services, id, 'sign_in')),
    await known('is alive', (id) => recordSignOfLife(services, id, 'alive_link')),
    await known('is suspended', change({ suspendedAt: clock.now() })),
    await known('is released', change({ memorialisedAt: clock.now() })),
    await known('is erased', async (id) => {
      await change({ deletionRequestedAt: before, deletionReceived: 'withdraw' })(id);
      await eraseAccount(services, id);
    }),
  ];
}

/** Replaces whatever identifies one report, so that whole answers can be compared. */
function plain(text: string, report: Report, email: string | null): string {
  return text
    .replaceAll(email ?? 'no address', 'THEIRS')
    .replaceAll(report.email, 'REPORTER')
    .replaceAll(report.token, 'TOKEN')
    .replaceAll(/"personEmail":(null|"THEIRS")/g, '"personEmail":?')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\b\d{6}\b/g, 'CODE');
}

test('security 74: what a reporter is answered and mailed, and when, is the same whatever there is of an account', async () => {
  const cases = await everybody();
  const reports: Report[] = [];
  const seen = cases.map(() => [] as string[]);
  const each = async (act: (report: Report, index: number) => Promise<unknown>) => {
    for (const [index, report] of reports.entries()) await act(report, index);
  };
  const answered = async (ask: (report: Report) => ReturnType<typeof askReport>) =>
    each(async (report, index) => {
      const { statusCode, body, headers } = await ask(report);
      seen[index]?.push(`${statusCode} ${headers['cache-control']} ${body}`);
    });
  const look = async (hours: number) => {
    clock.advance(hours * 3600);
    await sweepDeathReports(services);
    await answered((report) => askReport(testApp, report));
    await each(async (report, index) => {
      await sendMailsAbout(services, report.id);
      const mails = await mailTo(services, report.email);
      seen[index]?.push(
        ...mails.map(({ subject, text, sentAt }) => `${sentAt.toISOString()} ${subject} ${text}`),
      );
    });
  };
  const certificate = await pdf('The certificate');

  for (const { email } of cases) {
    const report = await beginReport(testApp, { personEmail: email });
    await confirmReport(testApp, report);
    reports.push(report);
  }
  await answered((report) => askReport(testApp, report, { method: 'POST', path: '/submit' }));
  await sweepDeathReports(services);
  for (const { meanwhile } of cases) await meanwhile();
  await look(0);
  await look(1);
  await answered((report) => addProof(testApp, report, certificate));
  await look(0);
  await answered((report) => addProof(testApp, report, certificate));
  const words = { method: 'PUT', path: '/other-evidence', payload: { text: 'Ask Dr. Nnadi' } } as const;
  await answered((report) => askReport(testApp, report, words));
  await answered((report) => askReport(testApp, report, { method: 'PATCH', payload: { personName: 'Ada' } }));
  await look(20);
  const staff = await createStaff(testApp);
  // Staff act as usual: nobody can be verified here. What reporters hear waits for the promised day.
  for (const report of reports.toReversed())
    if ((await loadAsStaff(staff, report)).acts.includes('reject'))
      await actOnReport(staff, report, 'rejection');
  await look(1);
  await look(26);
  expect(seen[0]?.join(), 'nothing is answered before its day').not.toContain('cannot go on');
  await look(2);
  await answered((report) => addProof(testApp, report, certificate));
  await look(30);

  const texts = seen.map((lines, index) =>
    plain(lines.join('\n'), reports[index] as Report, cases[index]?.email ?? null),
  );
  for (const [index, { name }] of cases.entries()) expect(texts[index], name).toBe(texts[0]);
  const states = await Promise.all(reports.map((report) => reportRow(testApp, report)));
  expect(states.map(({ state }) => state)).toEqual(
    cases.map(({ name }) => (name === 'signs in' || name === 'is alive' ? 'closed' : 'rejected')),
  );
  expect(texts[0]).toContain('We cannot go on with this report');
  expect(texts[0]).toContain('409 private, no-store');
});

test('a report that a sign of life has closed is answered in its turn: not while one that was due before it waits', async () => {
  const { user } = await createPerson(testApp);
  const earlier = await sendReport(testApp);
  clock.advance(3600);
  const closed = await sendReport(testApp, { personEmail: user.email });
  await recordSignOfLife(services, user.id, 'sign_in');
  const { reviewDueAt } = await reportRow(testApp, closed);
  const stateOf = async () => (await askReport(testApp, closed)).json<DeathReport>().state;
  const until = async (seconds: number) => {
    clock.advance(((reviewDueAt?.getTime() ?? 0) - clock.now().getTime()) / 1000 + seconds);
    await sweepDeathReports(services);
    return stateOf();
  };
  expect(await until(-60)).toBe('in_review');
  expect(await until(3600)).toBe('in_review');
  await actOnReport(await createStaff(testApp), earlier, 'rejection');
  await sweepDeathReports(services);
  expect(await stateOf()).toBe('rejected');
  expect(await reportRow(testApp, closed)).toMatchObject({ state: 'closed', answeredAt: clock.now() });
});

test('a proof that follows a rejection of which the reporter does not know is read, and one that follows a sign of life is shown to staff', async () => {
  const staff = await createStaff(testApp);
  const rejected = await sendReport(testApp);
  await actOnReport(staff, rejected, 'rejection');
  clock.advance(3600);
  await addProof(testApp, rejected, await pdf('A better one'));
  expect(await reportRow(testApp, rejected)).toMatchObject({
    state: 'in_review',
    round: 2,
    rejectedAt: null,
  });

  const { user } = await createPerson(testApp);
  const closed = await sendReport(testApp, { personEmail: user.email }, null);
  await recordSignOfLife(services, user.id, 'sign_in');
  await addProof(testApp, closed, await pdf('The certificate'));
  await sendMailsAbout(services, closed.id);
  expect((await mailTo(services, staff.user.email))[0]?.text).toContain('a proof has come with the report');
  expect((await loadAsStaff(await createStaff(testApp), closed)).proofs).toHaveLength(1);
});
