import { and, desc, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SignedIn } from '../../../../../shared/accounts/sign-in.ts';
import type {
  StaffDeathReport,
  StaffDeathReportList,
} from '../../../../../shared/after-death/staff-death-reports.ts';
import { formatMoment } from '../../../../../shared/dates.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { actOnReport, loadAsStaff, reportRow, sendReport } from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, goodPassword } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { minutesAfter, wholeDaysAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import {
  holdAfterRestore,
  holdDeliveries,
  openHolds,
  releaseDeliveries,
} from '../../../delivery/deliveries/holds/holds.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { releases } from '../releases/releases.table.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { aliveToken } from './report-rows.ts';
import { recordSignOfLife } from './signs-of-life.ts';
import { countDeathReports } from './staff-queue.ts';
import { concurrentReleases } from './windows.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

/** A report that staff have verified a moment ago. */
async function verified() {
  const owner = await createPerson(testApp);
  const report = await sendReport(testApp, { personEmail: owner.user.email });
  await actOnReport(await createStaff(testApp), report, 'approvals');
  return { ...report, owner, ownerId: owner.user.id };
}
type Verified = Awaited<ReturnType<typeof verified>>;

/** Hours from one question to the next, up to the last one. */
const toTheLastHour = [24, 24, 12, 6, 3, 2];

/** Lets these hours pass, with a sweep after each step, and sends the mails. */
async function pass(report: Verified, ...hours: number[]) {
  await sweep(report);
  for (const each of hours) {
    clock.advance(each * 3600);
    await sweep(report);
  }
}
async function sweep(report: Verified) {
  await sweepDeathReports(services);
  await sendMailsAbout(services, report.id);
}
const stateOf = async (report: Verified) => (await reportRow(testApp, report)).state;
const releasesOf = ({ ownerId }: Verified) => db.$count(releases, eq(releases.userId, ownerId));
const asksOf = async ({ id, ownerId }: Verified) =>
  db.$count(
    outboxMails,
    and(
      eq(outboxMails.subjectId, id),
      eq(outboxMails.userId, ownerId),
      eq(outboxMails.kind, 'death-report-objection'),
    ),
  );
const login = ({ owner }: Verified) =>
  app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: owner.user.email, password: goodPassword },
  });

test('the owner is asked every day and closer at the end, then what they left is released, and nobody signs in any more', async () => {
  const report = await verified();
  await pass(report, ...toTheLastHour);
  expect([await stateOf(report), await asksOf(report), await releasesOf(report)]).toEqual([
    'objection_window',
    7,
    0,
  ]);
  const [mail] = await mailTo(services, report.owner.user.email);
  expect(mail?.subject).toBe('Please answer before Sunday, 9 March 2031 at 11:42 Eastern: are you alive?');
  await pass(report, 1);
  await sweep(report);
  expect([await stateOf(report), await releasesOf(report)]).toEqual(['released', 1]);
  expect((await login(report)).json().message).toBe('This account has been memorialised');
  await pass(report, 3);
  expect([await asksOf(report), await releasesOf(report)]).toEqual([7, 1]);
});

test('windows that end together are released in one sweep, each once, save the one whose owner signs in', async () => {
  const reports: Verified[] = [];
  for (let count = 0; count < concurrentReleases; count++) reports.push(await verified());
  const alive = requireFound(reports[1]);
  const all = async (hours: number) => {
    clock.advance(hours * 3600);
    await sweepDeathReports(services);
    for (const { id } of reports) await sendMailsAbout(services, id);
  };
  for (const hours of [0, ...toTheLastHour]) await all(hours);
  await login(alive);
  await all(1);
  await Promise.all([sweepDeathReports(services), sweepDeathReports(services)]);
  const outcomes = reports.map((report) => (report === alive ? 0 : 1));
  expect(await Promise.all(reports.map(releasesOf))).toEqual(outcomes);
  expect(await stateOf(alive)).toBe('stopped');
});

test.each(['sign-in', 'alive link'] as const)(
  'F31: one %s on a day of the window stops it; staff begin another, which is asked about anew',
  async (sign) => {
    const report = await verified();
    await pass(report, 24, 24, 2);
    const alive = () => app.inject({ method: 'POST', url: `/api/alive/${aliveToken(services, report.id)}` });
    expect((await (sign === 'sign-in' ? login(report) : alive())).statusCode).toBe(200);
    expect(await stateOf(report)).toBe('stopped');
    await pass(report, 50, 50);
    expect([await stateOf(report), await releasesOf(report)]).toEqual(['stopped', 0]);
    const staff = await createStaff(testApp);
    expect((await loadAsStaff(staff, report)).approvals).toEqual([]);
    expect((await actOnReport(staff, report, 'approvals')).statusCode).toBe(200);
    const asked = await asksOf(report);
    await pass(report, ...toTheLastHour);
    expect([await stateOf(report), await asksOf(report)]).toEqual(['objection_window', asked + 7]);
    await pass(report, 2);
    expect(await releasesOf(report)).toBe(1);
  },
);

test('F31: the link of an earlier report stops the window of a later one, and its release is told of', async () => {
  const first = await verified();
  const press = (method: 'GET' | 'POST') =>
    app.inject({ method, url: `/api/alive/${aliveToken(services, first.id)}` });
  expect((await press('POST')).json().state).toBe('stopped');
  const staff = await createStaff(testApp);
  const second = { ...first, ...(await sendReport(testApp, { personEmail: first.owner.user.email })) };
  await actOnReport(staff, second, 'approvals');
  expect([await stateOf(first), await stateOf(second)]).toEqual(['stopped', 'objection_window']);
  expect((await press('GET')).json().state).toBe('window');
  expect((await press('POST')).json().state).toBe('stopped');
  expect([await stateOf(first), await stateOf(second)]).toEqual(['stopped', 'stopped']);
  await actOnReport(staff, first, 'rejection', { note: 'Of somebody else' });
  await actOnReport(staff, second, 'approvals');
  await pass(second, ...toTheLastHour, 1);
  await sweep(second);
  expect([await stateOf(second), (await press('GET')).json().state]).toEqual(['released', 'released']);
  expect((await press('POST')).json().state).toBe('too_late');
});

test('F20: neither a wrong clock of this process nor one that has jumped opens anything', async () => {
  const report = await verified();
  await pass(report, ...toTheLastHour);
  clock.differ(10 * 24 * 3600);
  await sweep(report);
  clock.differ(0);
  expect(await stateOf(report)).toBe('objection_window');
  // All clocks jump: deliveries are held, and those hours do not count.
  const other = await verified();
  await sweep(other);
  const { objectionEndsAt } = await reportRow(testApp, other);
  await inTransaction(db, (tx) => holdDeliveries(tx, services, { reason: 'clock-jump', message: 'A test' }));
  clock.jump(30 * 24 * 3600);
  await sweep(other);
  expect([await stateOf(report), await stateOf(other)]).toEqual(['objection_window', 'objection_window']);
  await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
  await sweep(other);
  const later = await reportRow(testApp, other);
  expect([later.state, later.objectionEndsAt && later.objectionEndsAt > clock.now()]).toEqual([
    'objection_window',
    true,
  ]);
  expect(later.objectionEndsAt).toEqual(wholeDaysAfter(objectionEndsAt ?? clock.now(), 29));
});

test.each(['restored', 'behind-send-log'] as const)(
  'F41: %s: nobody knows what the owner has answered since the backup, so the window begins again and they are asked again',
  async (reason) => {
    const report = await verified();
    await pass(report, ...toTheLastHour);
    await inTransaction(db, (tx) => holdDeliveries(tx, services, { reason, message: 'A test' }));
    clock.advance(26 * 3600);
    await sweep(report);
    expect(await asksOf(report)).toBe(7);
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
    await pass(report, ...toTheLastHour);
    expect([await stateOf(report), await asksOf(report)]).toEqual(['objection_window', 14]);
    await pass(report, 1);
    await sweep(report);
    expect([await stateOf(report), await releasesOf(report)]).toEqual(['released', 1]);
    const acts = await db.select().from(auditLog).where(eq(auditLog.subjectId, report.id));
    expect(acts.filter(({ action }) => action === 'death-report.window-restarted')).toHaveLength(1);
  },
);

test('F41: the window begins again after a second restore, too, of a backup that was made before the first was released', async () => {
  const restore = () => inTransaction(db, (tx) => holdAfterRestore(tx, services, 'A test'));
  await restore();
  clock.advance(3600);
  const report = await verified();
  clock.advance(3600);
  await restore();
  const { objectionEndsAt: before } = await reportRow(testApp, report);
  await sweep(report);
  const { objectionEndsAt: after } = await reportRow(testApp, report);
  expect(after).toEqual(minutesAfter(before ?? clock.now(), 60));
  expect(await openHolds(db)).toHaveLength(1);
  await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
});

test('hours in which no message went out are added to the window, and no message names a time that is over', async () => {
  const report = await verified();
  for (const hours of [0, ...toTheLastHour, 4]) {
    clock.advance(hours * 3600);
    await sweepDeathReports(services);
  }
  expect([await stateOf(report), await asksOf(report)]).toEqual(['objection_window', 7]);
  await sweep(report);
  await sweep(report);
  const endsAt = minutesAfter(clock.now(), 72 * 60);
  expect(await reportRow(testApp, report)).toMatchObject({
    state: 'objection_window',
    objectionEndsAt: endsAt,
    nextAskAt: wholeDaysAfter(clock.now(), 1),
  });
  const asks = (await mailTo(services, report.owner.user.email)).filter(({ subject }) =>
    subject?.startsWith('Please answer'),
  );
  const until = formatMoment(endsAt, report.owner.user.timezone);
  expect(asks.map(({ subject }) => subject)).toEqual(
    Array(7).fill(`Please answer before ${until}: are you alive?`),
  );
  await pass(report, 24, ...toTheLastHour.slice(1));
  expect(await stateOf(report)).toBe('objection_window');
  await pass(report, 1);
  await sweep(report);
  expect(await stateOf(report)).toBe('released');
});

test('a window waits two days for a full mailbox, for a mail server as long as it is away, and staff see it', async () => {
  const report = await verified();
  await pass(report, ...toTheLastHour);
  const [last] = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.subjectId, report.id), eq(outboxMails.kind, 'death-report-objection')))
    .orderBy(desc(outboxMails.id));
  /** What becomes of the report after an attempt that failed with this fault. */
  const after = async (lastFault: 'mailbox' | 'service', lastAttemptAt = clock.now()) => {
    const attempt = { sentAt: null, attempts: 5, lastFault, lastAttemptAt };
    await db
      .update(outboxMails)
      .set(attempt)
      .where(eq(outboxMails.id, last?.id ?? ''));
    await sweepDeathReports(services);
    return stateOf(report);
  };
  const warnings = async () => (await loadAsStaff(await createStaff(testApp), report)).warnings;
  expect(await warnings()).not.toContain('waits_for_mail');
  clock.advance(3600);
  expect(await after('mailbox')).toBe('objection_window');
  expect(await warnings()).toContain('waits_for_mail');
  clock.advance(48 * 3600);
  expect(await after('service')).toBe('objection_window');
  expect(await after('mailbox', minutesAfter(clock.now(), -60))).toBe('objection_window');
  expect(await after('mailbox')).toBe('released');
});

test('a report whose account cannot be looked for keeps no other waiting', async () => {
  await db.execute(
    sql`alter table death_reports add constraint broken check (deceased_name <> 'Broken' or matched_at is null)`,
  );
  const broken = await sendReport(testApp, { personName: 'Broken' });
  const report = await verified();
  await sweep(report);
  expect([(await reportRow(testApp, broken)).matchedAt, await asksOf(report)]).toEqual([null, 1]);
});

test('a sign of life after the release changes nothing by itself, and staff are told', async () => {
  const report = await verified();
  const staff = await createStaff(testApp);
  await sweep(report);
  await login(report);
  await actOnReport(await createStaff(testApp), report, 'approvals');
  await pass(report, ...toTheLastHour, 1);
  const answer = await app.inject({ method: 'POST', url: `/api/alive/${aliveToken(services, report.id)}` });
  expect(answer.json()).toMatchObject({ state: 'too_late', gone: { memories: 0, people: 0 }, changed: true });
  await sendMailsAbout(services, report.id);
  expect((await mailTo(services, staff.user.email))[0]?.text).toContain('the release can be revoked');
  const [owner] = await db.select().from(users).where(eq(users.id, report.ownerId));
  expect(owner?.memorialisedAt).not.toBeNull();
  const seen = await loadAsStaff(await createStaff(testApp), report);
  expect([seen.state, seen.warnings]).toEqual(['released', ['signed_in_since', 'alive_after_release']]);
});

test('a sign of life after the release stands first in the queue of staff, until they find that it was not the owner', async () => {
  const earlier = await sendReport(testApp);
  const report = await verified();
  await pass(report, ...toTheLastHour, 1);
  const agnes = await createStaff(testApp);
  const ask = async (query: Record<string, string>) =>
    (await agnes.request({ url: '/api/admin/death-reports', query })).json<StaffDeathReportList>();
  const queue = async () => {
    const paged: string[] = [];
    for (let next: StaffDeathReportList['next'] | undefined; next !== null; ) {
      const page: StaffDeathReportList = await ask({
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
    return paged;
  };
  expect(await queue()).not.toContain(report.id);
  const before = await countDeathReports(services, { timezone: 'UTC' });
  const alive = () => app.inject({ method: 'POST', url: `/api/alive/${aliveToken(services, report.id)}` });
  await alive();
  const ids = await queue();
  expect(ids.slice(ids.indexOf(report.id))).toContain(earlier.id);
  expect(new Set(ids).size).toBe(ids.length);
  const counted = await countDeathReports(services, { timezone: 'UTC' });
  expect(counted.count).toBe(before.count + 1);
  expect(counted.detail).toContain('alive after the release');

  const { stoppedAt } = await loadAsStaff(agnes, report);
  clock.advance(60);
  await recordSignOfLife(services, report.ownerId, 'printed_code');
  const stale = await actOnReport(agnes, report, 'sign-set-aside', { stoppedAt });
  expect([stale.statusCode, stale.json().fields]).toEqual([409, { stoppedAt: expect.any(String) }]);
  const seen = await loadAsStaff(agnes, report);
  const done = await actOnReport(agnes, report, 'sign-set-aside', { stoppedAt: seen.stoppedAt });
  expect(done.json<StaffDeathReport>()).toMatchObject({ state: 'released', acts: [] });
  expect(await queue()).not.toContain(report.id);
  expect((await actOnReport(agnes, report, 'sign-set-aside', { stoppedAt: seen.stoppedAt })).statusCode).toBe(
    409,
  );
  const [entry] = await db
    .select()
    .from(auditLog)
    .where(
      and(eq(auditLog.subjectId, report.id), eq(auditLog.action, 'death-report.sign-set-aside-by-staff')),
    );
  expect(entry).toMatchObject({ actor: agnes.user.id, reason: 'I have read the certificate' });
});

test('F33: a release that is revoked leaves the report revoked, and another report may lead to another release', async () => {
  const report = await verified();
  await pass(report, ...toTheLastHour, 1);
  await sweep(report);
  const [release] = await db.select().from(releases).where(eq(releases.userId, report.ownerId));
  const payload = { reason: 'She called us' };
  const url = `/api/admin/releases/${release?.id}/revoke`;
  expect((await (await createStaff(testApp)).request({ method: 'POST', url, payload })).statusCode).toBe(200);
  expect(await stateOf(report)).toBe('revoked');
  const { token } = (await login(report)).json<SignedIn>();
  const headers = { authorization: `Bearer ${token}` };
  const told = await app.inject({ url: '/api/user/mistaken-report', headers });
  expect(told.json()).toMatchObject({ report: { ended: 'revoked', hasGone: false } });
  const another = await sendReport(testApp, { personEmail: report.owner.user.email });
  await actOnReport(await createStaff(testApp), another, 'approvals');
  const second = { ...report, ...another };
  await pass(second, ...toTheLastHour, 1);
  await sweep(second);
  expect([await stateOf(second), await releasesOf(report)]).toEqual(['released', 2]);
});
