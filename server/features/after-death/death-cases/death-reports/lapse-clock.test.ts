import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
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
import { createPerson, createStaff, type Person } from '../../../../../test/factories.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { standingOf } from '../../../billing/subscriptions/standing/standing.ts';
import { sweepDeathReports } from './death-reports.jobs.ts';
import { deathReports } from './death-reports.table.ts';
import { recordSignOfLife } from './signs-of-life.ts';
import { markRevoked } from './transitions.ts';

const testApp = await startTestApp({ clock: createTestClock('2024-03-01T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;
const daySeconds = 24 * 3600;
let person: Person;

/** An owner whose Golden Thread is paid until the end of January. */
beforeEach(async () => {
  clock.set('2024-03-01T12:00:00Z');
  person = await createPerson(testApp);
  const columns = { subscriptionPlan: 'basic', paidThrough: new Date('2024-01-31T12:00:00Z') } as const;
  await db.update(users).set(columns).where(eq(users.id, person.user.id));
});

async function owner(): Promise<UserRow> {
  const [row] = await db.select().from(users).where(eq(users.id, person.user.id));
  if (!row) throw new Error('The owner is gone');
  return row;
}

async function monthsDue(): Promise<number> {
  const standing = standingOf(await owner(), clock.now());
  return standing.state === 'current' ? 0 : standing.monthsStarted;
}

const report = (fields: Record<string, unknown> = {}, proof?: null) =>
  sendReport(testApp, { personEmail: person.user.email, dateOfDeath: '2024-02-25', ...fields }, proof);
/** The member of staff has to have signed in recently. */
const reject = async (of: Report) =>
  actOnReport(await createStaff(testApp), of, 'rejection', { note: 'It was somebody else.' });

test('no month becomes due while a report is before staff; when the last of them has ended, time goes on where it stood', async () => {
  expect(await monthsDue()).toBe(2);
  const first = await report();
  expect(await owner()).toMatchObject({ lapseStoppedAt: clock.now() });
  clock.advance(40 * daySeconds);
  const second = await report();
  expect((await reject(first)).statusCode).toBe(200);
  clock.advance(40 * daySeconds);
  expect(await monthsDue()).toBe(2);
  await reject(second);
  expect(await owner()).toMatchObject({ lapseStoppedAt: null, lapsePausedSeconds: 80 * daySeconds });
  expect(await monthsDue()).toBe(2);
  clock.advance(31 * daySeconds);
  expect(await monthsDue()).toBe(3);
});

test('two reports that end at the same moment leave the clock going', async () => {
  const [first, second] = [await report(), await report()];
  clock.advance(daySeconds);
  await Promise.all([reject(first), reject(second)]);
  expect(await owner()).toMatchObject({ lapseStoppedAt: null, lapsePausedSeconds: daySeconds });
});

test('a report without a proof stops nothing', async () => {
  await report({}, null);
  expect((await owner()).lapseStoppedAt).toBeNull();
});

test.each([
  ['a proof', async (of: Report) => addProof(testApp, of, await pdf('The certificate'))],
  [
    'other evidence',
    (of: Report) =>
      askReport(testApp, of, { method: 'PUT', path: '/other-evidence', payload: { text: 'I was there.' } }),
  ],
])(
  'security 74: %s that comes later does not wait for the account, which a worker sees to',
  async (_, add) => {
    const late = await report({}, null);
    await inTransaction(db, async (tx) => {
      await lockOwner(tx, person.user.id);
      expect((await add(late)).statusCode).toBeLessThan(300);
    });
    expect((await owner()).lapseStoppedAt).toBeNull();
    await sweepDeathReports(services);
    expect((await owner()).lapseStoppedAt).toEqual(clock.now());
  },
);

test('a sign of life before staff have decided lets it go on', async () => {
  await report();
  clock.advance(daySeconds);
  await recordSignOfLife(services, person.user.id, 'alive_link');
  expect(await owner()).toMatchObject({ lapseStoppedAt: null, lapsePausedSeconds: daySeconds });
});

test('a report that turns out to be about another account stops that one instead', async () => {
  const wrong = await report();
  const other = await createPerson(testApp);
  clock.advance(daySeconds);
  await actOnReport(await createStaff(testApp), wrong, 'account', { userId: other.user.id });
  expect(await owner()).toMatchObject({ lapseStoppedAt: null, lapsePausedSeconds: daySeconds });
  const [row] = await db.select().from(users).where(eq(users.id, other.user.id));
  expect(row?.lapseStoppedAt).toEqual(clock.now());
});

test.each([
  ['on the day of the lapse is current for good', '2024-01-31', 0],
  ['before it is, too', '2023-12-24', 0],
  ['on the day after owes what was due then', '2024-02-01', 1],
])('who has died %s', async (_, dateOfDeath, months) => {
  const verified = await report({ dateOfDeath });
  expect(await monthsDue()).toBe(2);
  await actOnReport(await createStaff(testApp), verified, 'approvals');
  expect((await reportRow(testApp, verified)).state).toBe('objection_window');
  expect((await owner()).lapseStoppedAt).toEqual(new Date(`${dateOfDeath}T00:00:00Z`));
  clock.advance(3000 * daySeconds);
  expect(await monthsDue()).toBe(months);
});

test('a release that is revoked lets the clock go on', async () => {
  const verified = await report();
  await actOnReport(await createStaff(testApp), verified, 'approvals');
  await db.update(deathReports).set({ state: 'released' }).where(eq(deathReports.id, verified.id));
  clock.set('2024-04-25T00:00:00Z');
  expect((await owner()).lapseStoppedAt).toEqual(new Date('2024-02-25T00:00:00Z'));
  await inTransaction(db, (tx) => markRevoked(tx, services, verified.id, person.user.id));
  expect(await owner()).toMatchObject({ lapseStoppedAt: null, lapsePausedSeconds: 60 * daySeconds });
});
