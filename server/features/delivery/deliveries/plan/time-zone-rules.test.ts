import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { StaffHealth } from '../../../../../shared/staff/overview.ts';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { checkMemory } from '../../../../../test/check-memory.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  createStaff,
  type Person,
} from '../../../../../test/factories.ts';
import { mailTo } from '../../../../../test/mailbox.ts';
import { sendMailsAbout } from '../../../../../test/outbox.ts';
import { deliverDue } from '../../../../../test/released.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { timeZoneRulesVersion } from '../../../../platform/local-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { auditLog } from '../../../system/audit/audit.table.ts';
import { schedules, timeZoneRules } from '../deliveries.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { dueAfterRelease } from './plan.ts';
import { applyRules, applyRulesToSoon } from './time-zone-rules.ts';

// F25: the rules of a time zone change between scheduling and delivery. These tests change the stored instant, as
// if other rules had produced it: New York's clocks show the chosen time an hour before or after it.

const noon = '2031-05-04T16:00:00.000Z';
const hourLater = '2031-05-04T17:00:00.000Z';
const hourEarlier = '2031-05-04T15:00:00.000Z';

const clock = createTestClock('2031-05-01T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
let year = 2050;
/** A newer version at each call. */
const newRules = () => `${++year}a`;

async function scheduled(deliveryDate: string, change: object = {}, person?: Person) {
  const owner = person ?? (await createPerson(testApp));
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

/** A letter for noon in New York, stored with the instant that other rules gave. */
async function computedOtherwise(instant: string, change: object = {}) {
  const id = await scheduled(noon, change);
  await moveTo(id, instant);
  return id;
}

async function moveTo(id: string, instant: string) {
  const deliveryDate = new Date(instant);
  const dueAt = sql`case when due_at is not null then ${instant}::timestamptz end`;
  await db.update(schedules).set({ deliveryDate, dueAt }).where(eq(schedules.id, id));
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
  const id = await scheduled(noon);
  await apply(rules);
  await moveTo(id, hourLater);
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

describe('F49: two processes with different rules', () => {
  /** The state left by a process with newer rules; this process has the older ones. */
  const withNewerRules = async () => {
    clock.set('2031-05-01T12:00:00Z');
    const rules = newRules();
    await apply(rules);
    return rules;
  };
  const markOf = async (id: string) => (await reload(id))?.computedBy;

  test('what the older one saves is computed again by the newer one, which decides', async () => {
    const rules = await withNewerRules();
    const id = await computedOtherwise(hourEarlier);
    expect(await markOf(id)).toBe(timeZoneRulesVersion);
    await applyRules(services);
    expect(await reload(id)).toMatchObject({ dueAt: new Date(hourEarlier) });
    await applyRules(services, rules);
    expect(await reload(id)).toMatchObject({ dueAt: new Date(noon), computedBy: null });
    expect(await auditOf(id)).toHaveLength(1);
  });

  test('what was right stays as it is, and an edit is looked at too', async () => {
    const rules = await withNewerRules();
    const id = await scheduled(noon);
    await applyRules(services, rules);
    expect(await reload(id)).toMatchObject({ dueAt: new Date(noon), computedBy: null });
    expect(await auditOf(id)).toEqual([]);
  });

  test('staff see the difference', async () => {
    const rules = await withNewerRules();
    const staff = await createStaff(testApp);
    const shown = async () => {
      clock.advance(11);
      const answer = await staff.request({ url: '/api/admin/overview/health' });
      return answer.json<StaffHealth>().find(({ part }) => part === 'time-zone-rules');
    };
    expect(await shown()).toMatchObject({
      state: 'trouble',
      detail: `${rules} decides; this process has ${timeZoneRulesVersion}`,
    });
    await scheduled(noon);
    expect((await shown())?.detail).toBe(`${rules} decides; 1 schedule was computed by older ones`);
  });
});

describe('a time zone that is abolished', () => {
  const gone = 'Atlantic/Atlantis';

  test('its dates keep their instants, can be read, and are delivered', async () => {
    clock.set('2031-05-04T15:55:00Z');
    const owner = await createPerson(testApp);
    const id = await scheduled(noon, {}, owner);
    await db.update(schedules).set({ timezone: gone }).where(eq(schedules.id, id));
    await db.update(users).set({ timezone: gone }).where(eq(users.id, owner.user.id));
    await apply();
    expect(await reload(id)).toMatchObject({ dueAt: new Date(noon), localTime: '12:00' });
    clock.set(noon);
    await deliverDue(testApp);
    expect(await reload(id)).toMatchObject({ isDelivered: true });
    await sendMailsAbout(services, id);
    const confirmation = await mailTo(services, owner.user.email);
    expect(confirmation[0]?.text).toContain('Sunday, 4 May 2031 at 16:00 UTC');
    const pages = ['/api/schedules', '/api/user/stats', '/api/series', `/api/schedules/${id}`];
    const answers = await Promise.all(pages.map((url) => owner.request({ url })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  test('days after a release are counted in UTC', () => {
    const schedule = {
      deliveryType: 'on_death',
      releaseDays: 30,
      localTime: '12:00',
      timezone: gone,
    } as const;
    const release = { releasedAt: new Date('2031-05-01T15:00:00Z'), quietDays: 0 };
    const dueAt = dueAfterRelease({ ...schedule, deliveryDate: new Date(0) }, release);
    expect(dueAt).toEqual(new Date('2031-06-01T12:00:00Z'));
  });
});
