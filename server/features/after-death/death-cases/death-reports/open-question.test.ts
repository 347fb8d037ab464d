import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import {
  actOnReport,
  addProof,
  pdf,
  type Report,
  reportRow,
  sendReport,
} from '../../../../../test/death-reports.ts';
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import { outboxMails } from '../../../outbox/messages/mails/mails.table.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { deathReports, ownerQuestions } from './death-reports.table.ts';
import { type AskedBefore, dueAtOf } from './open-question.ts';
import { aliveToken } from './report-rows.ts';

const testApp = await startTestApp({ clock: createTestClock('2031-03-03T15:00:00Z') });
const { app, services, clock } = testApp;
const { db } = services;

let phones = 0;
const createOwner = () => createPerson(testApp, { phone: `+1 212 555 ${String(2000 + phones++)}` });
const report = ({ user }: Person, proof: null | undefined) =>
  sendReport(testApp, { personEmail: user.email }, proof);
const follow = async (to: Report) => {
  await addProof(testApp, to, await pdf(to.id));
  await sweepDeathReports(services);
};
const alive = ({ id }: Report) =>
  app.inject({ method: 'POST', url: `/api/alive/${aliveToken(services, id)}` });

/** How many mails and text messages have asked this owner, counted from rows that outlast the mails. */
async function asks({ user }: Person) {
  const rows = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.userId, user.id), eq(outboxMails.kind, 'death-report-asked')));
  const texts = rows.filter(({ toAddress }) => toAddress?.startsWith('+'));
  return { mails: rows.length - texts.length, texts: texts.length };
}

test('security 73: fifty reports from fifty addresses within an hour ask once, and once more with the first proof; one press closes all', async () => {
  const owner = await createOwner();
  const reports: Report[] = [];
  for (let count = 0; count < 40; count++) {
    reports.push(await report(owner, null));
    clock.advance(60);
    if (count === 0 || count === 20) expect(await asks(owner)).toEqual({ mails: 1, texts: 0 });
  }
  for (const late of reports.slice(0, 3)) {
    await follow(late);
    expect(await asks(owner)).toEqual({ mails: 2, texts: 1 });
  }
  for (let count = 0; count < 10; count++) {
    reports.push(await report(owner, undefined));
    clock.advance(60);
  }
  expect(await asks(owner)).toEqual({ mails: 2, texts: 1 });
  await alive(reports[30] as Report);
  const ids = reports.map(({ id }) => id);
  const rows = await db.select().from(deathReports).where(inArray(deathReports.id, ids));
  expect(rows.map(({ state }) => state)).toEqual(Array(50).fill('closed'));
});

test('security 73: an owner who answers each time is asked about reports without proof once a day, and four times in all', async () => {
  const owner = await createOwner();
  const byHour: number[] = [];
  for (let hour = 0; hour < 7 * 24; hour += 6) {
    const sent = await report(owner, null);
    await sweepDeathReports(services);
    byHour.push((await asks(owner)).mails);
    await alive(sent);
    clock.advance(6 * 3600);
  }
  // At 0, 24, 48 and 72 hours, and not in the middle of a day.
  expect(byHour.slice(0, 14)).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4]);
  expect(byHour.slice(14)).toEqual(Array(14).fill(4));
  expect(await asks(owner)).toEqual({ mails: 4, texts: 0 });
  // The mails are erased after some days, but what was asked still counts.
  await db.delete(outboxMails).where(eq(outboxMails.userId, owner.user.id));
  const more = await report(owner, null);
  expect(await asks(owner)).toEqual({ mails: 0, texts: 0 });
  await follow(more);
  expect(await asks(owner)).toEqual({ mails: 1, texts: 1 });
});

test('a question that could not be asked the same day is asked once the day is over, unless it was answered', async () => {
  const owner = await createOwner();
  await alive(await report(owner, null));
  clock.advance(12 * 3600);
  const waiting = await report(owner, null);
  await sweepDeathReports(services);
  expect(await asks(owner)).toEqual({ mails: 1, texts: 0 });
  clock.advance(12 * 3600);
  await sweepDeathReports(services);
  expect(await asks(owner)).toEqual({ mails: 2, texts: 0 });
  await alive(waiting);
  await alive(await report(owner, undefined));
  expect(await asks(owner)).toEqual({ mails: 3, texts: 1 });
  await alive(await report(owner, undefined));
  clock.advance(48 * 3600);
  await sweepDeathReports(services);
  expect(await asks(owner)).toEqual({ mails: 3, texts: 1 });
});

test('two workers that settle reports at once open one question', async () => {
  const owner = await createOwner();
  const first = await report(owner, null);
  await alive(first);
  clock.advance(25 * 3600);
  const both = await Promise.all([report(owner, null), report(owner, null), report(owner, null)]);
  await Promise.all([sweepDeathReports(services), sweepDeathReports(services)]);
  expect(await asks(owner)).toEqual({ mails: 2, texts: 0 });
  const rows = await Promise.all(both.map((each) => reportRow(testApp, each)));
  expect(new Set(rows.map(({ questionId }) => questionId)).size).toBe(1);
});

test('a question of which staff have ended every report is over; the next report is another', async () => {
  const owner = await createOwner();
  const rejected = await report(owner, null);
  await actOnReport(await createStaff(testApp), rejected, 'rejection', { note: null });
  clock.advance(25 * 3600);
  await report(owner, null);
  const questions = await db.select().from(ownerQuestions).where(eq(ownerQuestions.userId, owner.user.id));
  expect(questions.map(({ endedAt }) => endedAt === null).toSorted()).toEqual([false, true]);
  expect(await asks(owner)).toEqual({ mails: 2, texts: 0 });
});

describe('when an owner is asked', () => {
  const now = new Date('2031-03-03T12:00:00Z');
  const hours = (count: number) => minutesAfter(now, count * 60);
  const open = { proofAt: null, askedAt: null, askedWithProofAt: null };
  const never: AskedBefore = { timesWithoutProof: 0, lastWithProofAt: null, lastAt: null };

  test.each([
    ['at once', open, never, now],
    [
      'not again',
      { ...open, askedAt: hours(-1) },
      { ...never, timesWithoutProof: 1, lastAt: hours(-1) },
      null,
    ],
    ['a day after the last time', open, { ...never, timesWithoutProof: 1, lastAt: hours(-12) }, hours(12)],
    ['a day after a proof', open, { ...never, lastWithProofAt: hours(-5), lastAt: hours(-5) }, hours(19)],
    ['a fourth time', open, { ...never, timesWithoutProof: 3, lastAt: hours(-24) }, now],
    ['not a fifth time', open, { ...never, timesWithoutProof: 4, lastAt: hours(-99) }, null],
    [
      'at once about a proof, whatever was asked without',
      { ...open, askedAt: hours(-1), proofAt: now },
      { ...never, timesWithoutProof: 4, lastAt: hours(-1) },
      now,
    ],
    [
      'a day after the last proof',
      { ...open, proofAt: now },
      { ...never, lastWithProofAt: hours(-10), lastAt: hours(-1) },
      hours(14),
    ],
    ['not again about a proof', { ...open, proofAt: now, askedWithProofAt: now }, never, null],
  ])('%s', (_, question, before, due) => {
    expect(dueAtOf(question, before, now)).toEqual(due);
  });
});
