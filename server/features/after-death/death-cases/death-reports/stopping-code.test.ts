import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { ReleaseWishes, StoppingCodeAnswer } from '../../../../../shared/after-death/release-wishes.ts';
import { startTestApp } from '../../../../../test/app.ts';
import { actOnReport, loadAsStaff, reportRow, sendReport } from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, goodPassword, type Person } from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../../test/outbox.ts';
import { addSecondEmail, askWishes, makeCode } from '../../../../../test/release-wishes.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { releaseWishes } from '../../release-wishes/release-wishes.table.ts';

const testApp = await startTestApp();
const { app, services } = testApp;
const { db } = services;

const enter = (code: unknown) => app.inject({ method: 'POST', url: '/api/alive', payload: { code } });
const stateAfter = async (code: string) => (await enter(code)).json<StoppingCodeAnswer>().state;
const sheetOf = async (person: Person) =>
  (await person.request({ url: '/api/release-wishes' })).json<ReleaseWishes>().stoppingCode;
async function subjectsTo(email: string): Promise<(string | null)[]> {
  await sendMailsTo(services, email);
  return (await mailTo(services, email)).map(({ subject }) => subject);
}
const report = (person: Person) => sendReport(testApp, { personEmail: person.user.email });

describe('POST /api/release-wishes/stopping-code', () => {
  test('201: eighty bits in groups of four, shown once and stored as a hash; both addresses are told', async () => {
    const person = await createPerson(testApp);
    const second = `second.${person.user.email}`;
    await addSecondEmail(testApp, person, second);
    const answer = await askWishes(person, 'stopping-code');
    const { code } = answer.json<{ code: string }>();
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([201, 'private, no-store']);
    expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await sheetOf(person)).toEqual({ madeAt: testApp.clock.now().toISOString(), usedAt: null });
    const [row] = await db.select().from(releaseWishes).where(eq(releaseWishes.userId, person.user.id));
    const entries = await db.select().from(auditLog).where(eq(auditLog.userId, person.user.id));
    const kept = JSON.stringify([row, entries]);
    expect(kept).toContain('release-wishes.code-made');
    for (const secret of [code, code.replaceAll('-', '')]) expect(kept).not.toContain(secret);
    for (const email of [person.user.email, second]) {
      expect(await subjectsTo(email)).toContain('A new code for your printed sheet');
      const [mail] = await mailTo(services, email);
      expect(mail?.text).not.toContain(code);
    }
  });

  test('a new code voids the one before, used or not', async () => {
    const person = await createPerson(testApp);
    const [first, second] = [await makeCode(person), await makeCode(person)];
    expect(first).not.toBe(second);
    expect((await enter(first)).statusCode).toBe(404);
    await report(person);
    expect(await stateAfter(second)).toBe('closed');
    const third = await makeCode(person);
    expect((await enter(second)).statusCode).toBe(404);
    expect(await stateAfter(third)).toBe('no_report');
  });
});

describe('POST /api/alive', () => {
  test('F31: the printed code stops a window, once; staff see by what, and the owner is told', async () => {
    const person = await createPerson(testApp);
    const code = await makeCode(person);
    const reported = await report(person);
    const staff = await createStaff(testApp);
    await actOnReport(staff, reported, 'approvals');
    const answer = await enter(code);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        ...{ firstName: 'Ruth', reportedAt: expect.any(String), state: 'stopped', endsAt: null, gone: null },
        ...{ answeredAt: expect.any(String), answeredBy: 'printed_code', changed: true },
      },
    ]);
    expect(await loadAsStaff(staff, reported)).toMatchObject({
      state: 'stopped',
      stoppedBy: 'printed_code',
      approvals: [],
    });
    expect((await sheetOf(person))?.usedAt).not.toBeNull();
    expect(await subjectsTo(person.user.email)).toContain('The code of your printed sheet was used');
    // It does not stop a second report.
    const again = await report(person);
    expect((await enter(code)).statusCode).toBe(404);
    expect((await reportRow(testApp, again)).state).toBe('in_review');
  });

  test('F31: it closes all reports that nobody has verified', async () => {
    const person = await createPerson(testApp);
    const code = await makeCode(person);
    const reports = [await report(person), await report(person)];
    expect(await stateAfter(code)).toBe('closed');
    for (const each of reports)
      expect(await reportRow(testApp, each)).toMatchObject({ state: 'closed', stoppedBy: 'printed_code' });
  });

  test('200: however it is typed', async () => {
    const person = await createPerson(testApp);
    const code = await makeCode(person);
    const alike = code.replaceAll('0', 'O').replaceAll('1', 'l').replaceAll('V', 'u');
    for (const typed of [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${alike} `])
      expect(await stateAfter(typed)).toBe('no_report');
  });

  test('200: where nothing waits to be stopped it stays good, and so where that was known before', async () => {
    const person = await createPerson(testApp);
    const code = await makeCode(person);
    expect((await enter(code)).json()).toEqual({ firstName: 'Ruth', state: 'no_report' });
    const reported = await report(person);
    await actOnReport(await createStaff(testApp), reported, 'approvals');
    const payload = { email: person.user.email, password: goodPassword };
    await app.inject({ method: 'POST', url: '/api/auth/login', payload });
    const known = (await enter(code)).json();
    expect(known).toMatchObject({ state: 'stopped', answeredBy: 'sign_in', changed: false });
    expect((await sheetOf(person))?.usedAt).toBeNull();
  });

  test('each code is of one owner', async () => {
    const [ruth, omar] = [await createPerson(testApp), await createPerson(testApp, { firstName: 'Omar' })];
    const [ofRuth, ofOmar] = [await makeCode(ruth), await makeCode(omar)];
    const [aboutRuth, aboutOmar] = [await report(ruth), await report(omar)];
    expect((await enter(ofOmar)).json()).toMatchObject({ firstName: 'Omar', state: 'closed' });
    const states = [await reportRow(testApp, aboutRuth), await reportRow(testApp, aboutOmar)];
    expect(states.map(({ state }) => state)).toEqual(['in_review', 'closed']);
    expect(await stateAfter(ofRuth)).toBe('closed');
  });

  test('of two at once one finds it', async () => {
    const person = await createPerson(testApp);
    const code = await makeCode(person);
    await report(person);
    const answers = await Promise.all([enter(code), enter(code), enter(code)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404, 404]);
  });

  test('404: one answer for a code that is none, of another length, and that was used or is erased', async () => {
    const [person, gone] = [await createPerson(testApp), await createPerson(testApp)];
    const [used, erased] = [await makeCode(person), await makeCode(gone)];
    await report(person);
    await enter(used);
    await db.delete(users).where(eq(users.id, gone.user.id));
    const tried = [used, erased, 'AAAA-AAAA-AAAA-AAAA', '0', '🎂', `${used}0`, 'x'.repeat(100), '----'];
    const answers = [];
    for (const code of tried) answers.push(await enter(code));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(tried.map(() => 404));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  });

  test.each(['', '  ', null, 7, {}, 'x'.repeat(101), 'a\u0000b'])('400: no code at all: %j', async (code) => {
    const answer = await enter(code);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['code']]);
  });

  test('429: nobody tries eleven codes in an hour', async () => {
    const limited = await startTestApp({ env: { RATE_LIMITS: 'on' } });
    const statuses = [];
    for (let at = 0; at < 11; at++) {
      const payload = { code: `K7M2-PX9D-QA03-00${10 + at}` };
      statuses.push((await limited.app.inject({ method: 'POST', url: '/api/alive', payload })).statusCode);
    }
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
  });
});
