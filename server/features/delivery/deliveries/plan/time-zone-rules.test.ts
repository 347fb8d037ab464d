import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
} from '../../../../../test/factories.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { schedules, timeZoneRules } from '../deliveries.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { applyRules, applyRulesToSoon } from './time-zone-rules.ts';

// F25: the rules of a time zone change between scheduling and delivery. Here it is the stored instant that other rules
// had made: the clocks of New York show the chosen time an hour before or after it.

const noon = '2031-05-04T16:00:00.000Z';
const hourLater = '2031-05-04T17:00:00.000Z';
const hourEarlier = '2031-05-04T15:00:00.000Z';

const clock = createTestClock('2031-05-01T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
let year = 2050;
/** Newer at each call. */
const newRules = () => `${++year}a`;

async function scheduled(deliveryDate: string, change: object = {}) {
  const owner = await createPerson(testApp);
  const { id: memoryId } = await createLetter(owner);
  await checkMemory(services, { memoryId, revision: 1 });
  const { id: recipientId } = await createRecipient(owner);
  const form = {
    memoryId,
    deliveryDate,
    timezone: 'America/New_York',
    recipientIds: [recipientId],
    ...change,
  };
  return (await createSchedule(owner, form)).id;
}

/** A letter for noon in New York, at the instant that other rules made of it. */
async function computedOtherwise(instant: string, change: object = {}) {
  const id = await scheduled(noon, change);
  const deliveryDate = new Date(instant);
  const dueAt = sql`case when due_at is not null then ${instant}::timestamptz end`;
  await db.update(schedules).set({ deliveryDate, dueAt }).where(eq(schedules.id, id));
  return id;
}

async function apply(version = newRules()): Promise<void> {
  await applyRulesToSoon(services, version);
  await applyRules(services, version);
}

const reload = async (id: string) => (await db.select().from(schedules).where(eq(schedules.id, id)))[0];
const auditOf = (id: string) =>
  db
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, id), eq(auditLog.action, 'schedule.moved-by-rules')));

test.each([hourLater, hourEarlier])('F25: an instant of %s is put right, with an audit line', async (was) => {
  clock.set('2031-05-01T12:00:00Z');
  const id = await computedOtherwise(was);
  const rules = newRules();
  await apply(rules);
  const right = { deliveryDate: new Date(noon), dueAt: new Date(noon) };
  expect(await reload(id)).toMatchObject({ ...right, localDate: '2031-05-04', localTime: '12:00' });
  expect(await auditOf(id)).toEqual([{ details: { from: was, to: noon, rules } }]);
});

test('the same rules, and older ones, are not applied again', async () => {
  const rules = newRules();
  await apply(rules);
  const id = await computedOtherwise(hourLater);
  await apply(rules);
  await apply('2020a');
  expect(await reload(id)).toMatchObject({ deliveryDate: new Date(hourLater) });
  expect(await db.$count(timeZoneRules, eq(timeZoneRules.version, '2020a'))).toBe(0);
});

test('nothing fires early: what is soon due by the old rules is put right before anything starts', async () => {
  clock.set('2031-05-04T14:00:00Z');
  const id = await computedOtherwise(hourEarlier);
  clock.set('2031-05-04T15:30:00Z');
  await applyRulesToSoon(services, newRules());
  await startDueSchedules(services);
  expect(await reload(id)).toMatchObject({ dueAt: new Date(noon), startedAt: null });
  clock.set(noon);
  await startDueSchedules(services);
  expect((await reload(id))?.startedAt).toEqual(new Date(noon));
});

test('nothing is moved into the past: it goes out when it was due by the old rules', async () => {
  clock.set('2031-05-04T14:00:00Z');
  const id = await computedOtherwise(hourLater);
  clock.set('2031-05-04T16:30:00Z');
  await apply();
  expect(await reload(id)).toMatchObject({ dueAt: new Date(hourLater) });
});

test('what has started stays as it is', async () => {
  clock.set('2031-05-04T14:00:00Z');
  const id = await computedOtherwise(hourEarlier);
  clock.set('2031-05-04T15:00:00Z');
  await startDueSchedules(services);
  await apply();
  expect(await reload(id)).toMatchObject({
    deliveryDate: new Date(hourEarlier),
    dueAt: new Date(hourEarlier),
  });
});

test('a day after which a death may be followed by a delivery moves too, and falls due no sooner', async () => {
  clock.set('2031-05-01T12:00:00Z');
  const id = await computedOtherwise(hourLater, { deliveryType: 'on_death' });
  await apply();
  expect(await reload(id)).toMatchObject({ deliveryDate: new Date(noon), dueAt: null });
});

test('the second of two equal times stays the second', async () => {
  clock.set('2031-05-01T12:00:00Z');
  const second = '2031-11-02T06:30:00.000Z';
  const id = await scheduled(second);
  expect(await reload(id)).toMatchObject({ localTime: '01:30' });
  await apply();
  expect(await reload(id)).toMatchObject({ dueAt: new Date(second) });
  expect(await auditOf(id)).toEqual([]);
});

test('thousands are put right in several transactions, each once', async () => {
  const day = new Date('2031-06-04T03:00:00Z');
  clock.set('2031-06-03T03:00:00Z');
  const { ownerIds } = await seedSchedules(db, { count: 2_500, dueAt: day });
  await db.execute(sql`
    update schedules set timezone = 'Asia/Tokyo', local_date = '2031-06-04', local_time = '13:00'
    where user_id = ${ownerIds[0]}`);
  await applyRulesToSoon(services, newRules());
  await apply();
  const right = new Date('2031-06-04T04:00:00Z');
  const ours = and(eq(schedules.dueAt, right), eq(schedules.deliveryDate, right));
  expect(await db.$count(schedules, ours)).toBe(2_500);
  expect(
    await db.$count(
      auditLog,
      and(eq(auditLog.action, 'schedule.moved-by-rules'), eq(auditLog.userId, ownerIds[0] ?? '')),
    ),
  ).toBe(2_500);
});
