import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { AliveStanding, MistakenReportAnswer } from '../../../../../shared/after-death/alive.ts';
import type { BegunDeathReport, DeathReport } from '../../../../../shared/after-death/death-reports.ts';
import type { Attention } from '../../../../../shared/home/attention.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  addProof,
  askReport,
  beginReport,
  codeTo,
  confirmReport,
  loadAsStaff,
  pdf,
  reportForm,
  reportRow,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { earlierAddresses, users } from '../../../accounts/profile/profile.table.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { deathReports } from './death-reports.table.ts';
import { aliveToken } from './report-rows.ts';

// A Thursday.
const testApp = await startTestApp({ clock: createTestClock('2031-03-06T15:42:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

const post = (payload: object, headers = {}) =>
  app.inject({ method: 'POST', url: '/api/death-reports', payload, headers });
const confirm = (report: { token: string }, code: string) =>
  askReport(testApp, report, { method: 'POST', path: '/confirm', payload: { code } });
const submit = (report: { token: string }) => askReport(testApp, report, { method: 'POST', path: '/submit' });
const loaded = async (report: { token: string }) => (await askReport(testApp, report)).json<DeathReport>();
const told = async (owner: Person) =>
  (await owner.request({ url: '/api/user/mistaken-report' })).json<MistakenReportAnswer>().report;
const unknown = { token: 'x'.repeat(43) };

describe('POST /api/death-reports', () => {
  test('201: a draft, the days to expect, and a code by mail in which nothing stands that was typed', async () => {
    const payload = reportForm({ reporterEmail: 'daniel@example.com', timezone: 'America/New_York' });
    const answer = await post(payload);
    expect(answer.statusCode).toBe(201);
    const { token, report } = answer.json<BegunDeathReport>();
    expect(report).toMatchObject({
      state: 'draft',
      emailConfirmed: false,
      personName: 'Ruth Alvarez',
      proofs: [],
    });
    // 48 working-day hours to read it, and what could follow if it were read at once.
    expect(report.deadlines).toEqual({
      readBy: '2031-03-10T15:42:00.000Z',
      objectionHours: 72,
      deliveredFrom: '2031-03-09T15:42:00.000Z',
    });
    const [row] = await db
      .select()
      .from(deathReports)
      .where(eq(deathReports.reporterEmail, payload.reporterEmail));
    await sendMailsAbout(services, row?.id ?? '');
    const [mail] = await mailTo(services, payload.reporterEmail);
    expect(mail?.text).toMatch(/^\d{6}$/m);
    expect(mail?.text).toContain(`/report-a-death/${token}`);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/Ruth|Daniel|deceased|passed away/);
  });

  test.each([
    [{ dateOfDeath: '2099-03-09' }, 'dateOfDeath', 'This day is still to come. Please check it.'],
    [{ dateOfDeath: '1931-03-06' }, 'dateOfDeath', 'Please check the year'],
    [{ reporterEmail: 'daniel' }, 'reporterEmail', 'Please enter a valid email'],
    [
      { personName: 'See https://evil.example' },
      'personName',
      'A name cannot contain a web or email address',
    ],
    [{ relationship: 'landlord' }, 'relationship', 'Please say how you knew them'],
  ])('400: %j', async (change, field, message) => {
    const answer = await post(reportForm(change));
    expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: message }]);
  });

  test('201: somebody who is signed in reports too, and a session that has ended keeps nobody from it', async () => {
    const person = await createPerson(testApp);
    const payload = reportForm();
    await person.request({ method: 'POST', url: '/api/death-reports', payload });
    const [row] = await db
      .select()
      .from(deathReports)
      .where(eq(deathReports.reporterEmail, payload.reporterEmail));
    expect(row?.reporterUserId).toBe(person.user.id);
    expect((await post(reportForm(), { authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(201);
  });
});

test('429: codes to one address, from wherever they are asked for; changing answers goes on', async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const payload = reportForm();
  const ask = (remoteAddress: string) =>
    limited.app.inject({ method: 'POST', url: '/api/death-reports', payload, remoteAddress });
  const answers = [];
  for (let n = 1; n <= 7; n++) answers.push(await ask(`203.0.113.${n}`));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201, 201, 429]);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  const { token } = answers[0]?.json<BegunDeathReport>() ?? unknown;
  const changed = await askReport(limited, { token }, { method: 'PATCH', payload });
  expect(changed.statusCode).toBe(200);
});

test('429: codes to ever other addresses of one report; changing answers goes on', async () => {
  const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
  const report = await beginReport(limited);
  const change = async (reporterEmail: string) => {
    const payload = { reporterEmail, personName: 'Ruth Okonjo' };
    return (await askReport(limited, report, { method: 'PATCH', payload })).statusCode;
  };
  for (let n = 2; n <= 20; n++) expect(await change(`${n}.${report.email}`)).toBe(200);
  expect(await change(report.email)).toBe(429);
  expect(await change(`20.${report.email}`.toUpperCase())).toBe(200);
});

describe('the code', () => {
  test('200: the right one confirms the address; it stands in no table', async () => {
    const report = await beginReport(testApp);
    const code = await codeTo(testApp, report);
    expect(JSON.stringify(await db.select().from(deathReports))).not.toContain(code);
    expect((await confirm(report, code)).json<DeathReport>().emailConfirmed).toBe(true);
  });

  test('400: a wrong one five times, after which the right one is refused too; another one works', async () => {
    const report = await beginReport(testApp);
    const code = await codeTo(testApp, report);
    const wrong = code === '111111' ? '222222' : '111111';
    for (let attempt = 0; attempt < 5; attempt++) expect((await confirm(report, wrong)).statusCode).toBe(400);
    expect((await confirm(report, code)).statusCode).toBe(400);
    await askReport(testApp, report, { method: 'POST', path: '/code' });
    expect(await codeTo(testApp, report)).toBe(code);
    clock.advance(61);
    await askReport(testApp, report, { method: 'POST', path: '/code' });
    const another = await codeTo(testApp, report);
    expect((await confirm(report, another)).statusCode).toBe(200);
  });

  test('one that was sent by a clock that was years ahead holds up no other, and is not open for years', async () => {
    clock.differ(3 * 365 * 86_400);
    const report = await beginReport(testApp);
    const early = await codeTo(testApp, report);
    clock.differ(0);
    expect((await confirm(report, early)).statusCode).toBe(400);
    await askReport(testApp, report, { method: 'POST', path: '/code' });
    const code = await codeTo(testApp, report);
    expect(code).not.toBe(early);
    expect((await confirm(report, code)).statusCode).toBe(200);
  });

  test('400: after ten minutes', async () => {
    const report = await beginReport(testApp);
    const code = await codeTo(testApp, report);
    clock.advance(10 * 60 + 1);
    expect((await confirm(report, code)).json().fields.code).toContain('wrong or too old');
  });

  test('another address of the reporter has to be confirmed again', async () => {
    const report = await beginReport(testApp);
    await confirmReport(testApp, report);
    const payload = { reporterEmail: `other.${report.email}`, personName: 'Ruth Okonjo' };
    const changed = await askReport(testApp, report, { method: 'PATCH', payload });
    expect(changed.json<DeathReport>()).toMatchObject({ emailConfirmed: false, personName: 'Ruth Okonjo' });
    expect((await submit(report)).statusCode).toBe(409);
  });

  test('404: a token that is not one, whatever is asked', async () => {
    expect((await askReport(testApp, unknown)).statusCode).toBe(404);
    expect((await confirm(unknown, '123456')).statusCode).toBe(404);
    expect((await submit(unknown)).statusCode).toBe(404);
    expect((await addProof(testApp, unknown, await pdf('x'))).statusCode).toBe(404);
  });
});

describe('POST /api/death-reports/:token/submit', () => {
  test('200: with its proof it goes to staff, and the reporter has the same days by mail; sent twice it stays one', async () => {
    const staff = await createStaff(testApp, { firstName: 'Agnes' });
    const report = await sendReport(testApp);
    expect((await submit(report)).json<DeathReport>().state).toBe('in_review');
    await sendMailsAbout(services, report.id);
    const receipts = (await mailTo(services, report.email)).filter(({ subject }) =>
      subject?.includes('We have your report'),
    );
    expect(receipts).toHaveLength(1);
    expect(receipts[0]?.text).not.toMatch(/deceased|passed away/);
    const [mail] = await mailTo(services, staff.user.email);
    expect(mail?.subject).toBe('A report of a death is waiting to be read');
    expect(mail?.text).not.toContain('Ruth');
  });

  test('200: the proof may follow; from then on it counts', async () => {
    const report = await sendReport(testApp, {}, null);
    expect((await loaded(report)).state).toBe('awaiting_proof');
    await addProof(testApp, report, await pdf('Late'));
    expect((await loaded(report)).state).toBe('in_review');
  });

  test('200: other evidence instead, sealed, and not taken back', async () => {
    const report = await beginReport(testApp);
    await confirmReport(testApp, report);
    const write = (text: string) =>
      askReport(testApp, report, { method: 'PUT', path: '/other-evidence', payload: { text } });
    await write('Her physician, Dr. Nnadi, was there');
    expect((await reportRow(testApp, report)).otherEvidence).not.toContain('Nnadi');
    await submit(report);
    expect(await loaded(report)).toMatchObject({
      state: 'in_review',
      otherEvidence: 'Her physician, Dr. Nnadi, was there',
    });
    expect((await write('')).statusCode).toBe(409);
    const answer = await askReport(testApp, report, {
      method: 'PATCH',
      payload: { personName: 'Somebody Else' },
    });
    expect(answer.statusCode).toBe(409);
  });

  test('200: evidence that follows goes to staff; sent again after a lost answer it stays one, another text is a 409', async () => {
    const report = await sendReport(testApp, {}, null);
    const write = (text: string) =>
      askReport(testApp, report, { method: 'PUT', path: '/other-evidence', payload: { text } });
    expect((await write('')).json<DeathReport>().state).toBe('awaiting_proof');
    expect((await write('Ask Dr. Nnadi')).json<DeathReport>().state).toBe('in_review');
    const before = await reportRow(testApp, report);
    expect((await write('Ask Dr. Nnadi')).statusCode).toBe(200);
    expect((await write('Ask somebody else')).statusCode).toBe(409);
    expect(await reportRow(testApp, report)).toEqual(before);
  });

  test('whether there is an account is in no answer, and is looked up when the answer is given', async () => {
    const { user } = await createPerson(testApp);
    const answers = [];
    for (const personEmail of [user.email.toUpperCase(), 'nobody@example.com']) {
      const report = await beginReport(testApp, { personEmail });
      await confirmReport(testApp, report);
      answers.push((await submit(report)).json<DeathReport>());
      const before = await reportRow(testApp, report);
      expect([before.userId, before.matchedAt]).toEqual([null, null]);
      await sweepDeathReports(services);
      const { userId } = await reportRow(testApp, report);
      expect(userId).toBe(personEmail === 'nobody@example.com' ? null : user.id);
      answers.push(await loaded(report));
    }
    const shapes = answers.map(({ state, deadlines }) => [state, Object.keys(deadlines)]);
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  });
});

describe('the owner is asked', () => {
  /** A report about somebody who has an account, and the messages that they got. */
  async function reported() {
    const owner = await createPerson(testApp);
    const report = await sendReport(testApp, { personEmail: owner.user.email });
    await sendMailsAbout(services, report.id);
    const token = aliveToken(services, report.id);
    const alive = (method: 'GET' | 'POST') => app.inject({ method, url: `/api/alive/${token}` });
    return { owner, report, token, alive };
  }

  test('at once, at the present address and at the one before, with a link that changes nothing by itself', async () => {
    const owner = await createPerson(testApp);
    const before = {
      userId: owner.user.id,
      address: `before.${owner.user.email}`,
      replacedAt: clock.now(),
    };
    await db.insert(earlierAddresses).values({ ...before, kind: 'email' });
    const report = await sendReport(testApp, { personEmail: owner.user.email });
    await sendMailsAbout(services, report.id);
    for (const address of [owner.user.email, `before.${owner.user.email}`]) {
      const [mail] = await mailTo(services, address);
      expect(mail?.subject).toBe('Are you there? Somebody told us that you have died');
      expect(mail?.text).toContain(`/alive/${aliveToken(services, report.id)}`);
      expect(mail?.text).not.toContain('Daniel');
    }
    const look = await app.inject(`/api/alive/${aliveToken(services, report.id)}`);
    expect(look.json<AliveStanding>()).toMatchObject({ firstName: owner.user.firstName, state: 'waiting' });
    expect((await reportRow(testApp, report)).state).toBe('in_review');
  });

  test('by a text message too; a number that is refused for good is like an address that is', async () => {
    const owner = await createPerson(testApp, { phone: '+1 212 555 0134' });
    const report = await sendReport(testApp, { personEmail: owner.user.email });
    await sendMailsAbout(services, report.id);
    const [text] = await mailTo(services, '+12125550134');
    expect(text).toMatchObject({ channel: 'sms', subject: null });
    expect(text?.text).toContain(`/alive/${aliveToken(services, report.id)}`);
    expect(text?.text).not.toContain('Daniel');

    const refused = await createPerson(testApp);
    await db.update(users).set({ phone: '+12' }).where(eq(users.id, refused.user.id));
    const another = await sendReport(testApp, { personEmail: refused.user.email });
    await sendMailsAbout(services, another.id);
    expect(await mailTo(services, refused.user.email)).not.toEqual([]);
    const [failed] = await db
      .select()
      .from(outboxMails)
      .where(and(eq(outboxMails.subjectId, another.id), eq(outboxMails.toAddress, '+12')));
    expect(failed).toMatchObject({ attempts: 1, failedAt: expect.any(Date) });
  });

  test('F31: "I am alive" closes a report that nobody has verified; pressing again changes nothing', async () => {
    const staff = await createStaff(testApp);
    const { report, alive } = await reported();
    expect((await alive('POST')).json<AliveStanding>()).toMatchObject({ state: 'closed', changed: true });
    expect(await reportRow(testApp, report)).toMatchObject({ state: 'closed', stoppedBy: 'alive_link' });
    const before = await reportRow(testApp, report);
    clock.advance(60);
    const again = (await alive('POST')).json<AliveStanding>();
    expect(again).toMatchObject({ state: 'closed', answeredBy: 'alive_link', changed: false });
    expect(await reportRow(testApp, report)).toEqual(before);
    await sendMailsAbout(services, report.id);
    const toReporter = (await mailTo(services, report.email)).map(({ subject }) => subject);
    expect(toReporter).toEqual(['We have your report about Ruth Alvarez', 'Your code to report a death']);
    expect((await mailTo(services, staff.user.email))[0]?.subject).toContain('A sign of life');
    expect((await app.inject({ method: 'POST', url: `/api/alive/${unknown.token}` })).statusCode).toBe(404);
  });

  test('F31: a sign-in counts as an answer, a wrong password does not; staff see who was wrong before', async () => {
    const { owner, report } = await reported();
    const login = (password: string) =>
      app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: owner.user.email, password } });
    expect((await login('Not-The-Right-1')).statusCode).toBe(401);
    expect((await reportRow(testApp, report)).state).toBe('in_review');
    expect((await login(goodPassword)).statusCode).toBe(200);
    expect(await reportRow(testApp, report)).toMatchObject({ state: 'closed', stoppedBy: 'sign_in' });
    const again = await sendReport(testApp, { personEmail: owner.user.email, reporterEmail: report.email });
    expect(await told(owner)).toMatchObject({ ended: 'sign_in' });
    const seen = await loadAsStaff(await createStaff(testApp), again);
    expect(seen.reporter).toMatchObject({ otherReports: 1, endedBySignOfLife: 1 });
    expect(seen.warnings).toEqual(['reporter_was_wrong_before', 'signed_in_since']);
  });

  test('security 28: whoever was signed in when the report came ends it where they are; nobody else can', async () => {
    const { owner, report } = await reported();
    const say = (person: Person) => person.request({ method: 'POST', url: '/api/user/alive' });
    const attention = async () =>
      (await owner.request({ url: '/api/attention' }))
        .json<Attention>()
        .items.map(({ reason, href }) => [reason, href]);
    expect(await attention()).toEqual([['report_open', '/alive']]);
    expect((await say(await createPerson(testApp))).statusCode).toBe(204);
    expect((await reportRow(testApp, report)).stoppedAt).toBeNull();
    expect((await say(owner)).statusCode).toBe(204);
    expect(await reportRow(testApp, report)).toMatchObject({ state: 'closed', stoppedBy: 'sign_in' });
    expect(await told(owner)).toMatchObject({ ended: 'sign_in' });
    expect(await attention()).toEqual([['report_stopped', '/settings?tab=account']]);
  });

  test('security 16: 401: without a session, or with one that has been idle; the report stays open', async () => {
    const { owner, report } = await reported();
    const request = { method: 'POST', url: '/api/user/alive' } as const;
    expect((await testApp.app.inject(request)).statusCode).toBe(401);
    testApp.clock.advance(21 * 60);
    expect((await owner.request(request)).statusCode).toBe(401);
    expect((await reportRow(testApp, report)).stoppedAt).toBeNull();
  });

  test('their pages say so until they have read it, and again after another report', async () => {
    const { owner, report, alive } = await reported();
    const somebodyElse = await createPerson(testApp);
    expect(await told(owner)).toBeNull();
    const dismiss = (person: Person) =>
      person.request({ method: 'DELETE', url: '/api/user/mistaken-report' });
    await alive('POST');
    const { submittedAt } = await reportRow(testApp, report);
    expect(await told(owner)).toEqual({
      reportedAt: submittedAt?.toISOString(),
      ended: 'answered',
      hasGone: false,
    });
    expect(await told(somebodyElse)).toBeNull();
    await dismiss(somebodyElse);
    expect(await told(owner)).not.toBeNull();
    expect((await dismiss(owner)).statusCode).toBe(204);
    expect(await told(owner)).toBeNull();
    const again = await sendReport(testApp, { personEmail: owner.user.email });
    clock.advance(60);
    await app.inject({ method: 'POST', url: `/api/alive/${aliveToken(services, again.id)}` });
    expect(await told(owner)).toMatchObject({ ended: 'answered' });
  });
});
