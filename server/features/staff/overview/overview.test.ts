import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  HealthPart,
  StaffDeliveryDays,
  StaffOverview,
  StaffQueueName,
} from '../../../../shared/staff/overview.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createStaff, type Person } from '../../../../test/factories.ts';
import { startClamd } from '../../../../test/fakes/clamd-server.ts';
import { seedSchedules } from '../../../../test/seed.ts';
import { inTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/ids.ts';
import { deliveryQueue, type WaitingReason } from '../../delivery/deliveries/deliveries.table.ts';
import { holdDeliveries } from '../../delivery/deliveries/holds/holds.ts';
import { deliverBatch } from '../../delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../../delivery/deliveries/start/start.ts';
import { recordBackup } from '../../system/health/backups/backups.ts';
import { watchClock } from '../../system/health/clock-watch/clock-watch.ts';
import { nameInstallation, noteKeptOrphans } from '../../system/installation/installation.ts';
import { fileChecks } from '../../system/stored-files/stored-files.table.ts';

// Noon in New York, where the staff of these tests live, on a winter day.
const noon = '2030-12-10T17:00:00Z';
const clock = createTestClock(noon);
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const [minute, hour, day] = [60, 3_600, 86_400];
let agnes: Person;

beforeEach(async () => {
  clock.set(noon);
  agnes = await createStaff(testApp, { timezone: 'America/New_York' });
});

afterEach(async () => {
  // The result is cached for ten seconds; setting the clock back to noon makes the next test read again.
  clock.advance(11);
  await overview();
  await db.execute(sql`delete from schedules`);
  await db.execute(sql`delete from delivery_holds`);
});

const overview = async (person = agnes) =>
  (await person.request({ url: '/api/admin/overview' })).json<StaffOverview>();
const queue = async (name: StaffQueueName) => (await overview()).queues.find((one) => one.name === name);
const days = async (person = agnes) =>
  (await person.request({ url: '/api/admin/overview/deliveries' })).json<StaffDeliveryDays>();

/** Schedules due this many seconds after noon; past ones have started, and wait for their attempt. */
async function due(seconds: number, count = 1): Promise<string[]> {
  clock.set(new Date(Date.parse(noon) + Math.min(seconds, 0) * 1000));
  await seedSchedules(db, { count, dueAt: new Date(Date.parse(noon) + seconds * 1000) });
  await startDueSchedules(services);
  const at = clock.now();
  clock.set(noon);
  const rows = await db.select({ id: deliveryQueue.id }).from(deliveryQueue).where(sql`created_at = ${at}`);
  return rows.map(({ id }) => id);
}

/** Stops deliveries `ago` seconds before noon. */
async function stop(ids: string[], reason: WaitingReason | null, ago: number): Promise<void> {
  await db
    .update(deliveryQueue)
    .set({
      status: reason ? 'waiting' : 'failed',
      waitingReason: reason,
      stoppedAt: new Date(Date.parse(noon) - ago * 1000),
    })
    .where(sql`id = any(${sql.param(ids)}::uuid[])`);
}

describe('GET /api/admin/overview', () => {
  test('200: what stopped is counted by its reason, late after a day, without what was taken back', async () => {
    expect(await queue('deliveries')).toEqual({
      name: 'deliveries',
      count: 0,
      oldest: null,
      late: 0,
      detail: null,
    });
    await stop(await due(-2 * day, 2), 'no_address', day);
    await stop(await due(-3 * day), null, day - 1);
    await stop(await due(-4 * day), 'memory_withdrawn', 4 * day);
    expect(await queue('deliveries')).toEqual({
      name: 'deliveries',
      count: 3,
      oldest: '2030-12-09T17:00:00.000Z',
      late: 2,
      detail: '2 no address, 1 given up',
    });
  });

  test('200: a memory in review is late after a day, and said to hold up what is to come', async () => {
    await due(day);
    await due(14 * day, 2);
    const inReview = sql`(select id from memories where held_as = 'in_review')`;
    const review = async (ago: number) => {
      const at = new Date(Date.parse(noon) - ago * 1000).toISOString();
      await db.execute(sql`
        update memories set is_approved = false, held_as = 'in_review', checked_at = ${at}
        where id in (select memory_id from schedules where memory_id not in ${inReview} order by due_at desc limit 1)`);
    };
    await review(day - 1);
    expect(await queue('memories')).toEqual({
      name: 'memories',
      count: 1,
      oldest: '2030-12-09T17:00:01.000Z',
      late: 0,
      detail: '1 holds up a delivery on 24 December 2030',
    });
    await review(day);
    expect(await queue('memories')).toMatchObject({
      count: 2,
      late: 1,
      detail: '2 hold up deliveries, the next on 11 December 2030',
    });
    await db.execute(sql`update schedules set is_delivered = true`);
    expect(await queue('memories')).toMatchObject({ count: 2, detail: null });
    await db.execute(sql`delete from memories where id in ${inReview}`);
  });

  test('200: a hold of all deliveries is late after an hour, and says why it is there', async () => {
    const by = { reason: 'by-hand' as const, message: 'The printer is on fire', by: agnes.user.id };
    await inTransaction(db, (tx) => holdDeliveries(tx, services, by));
    clock.advance(hour - 1);
    agnes = await createStaff(testApp);
    expect(await queue('holds')).toMatchObject({ count: 1, late: 0, detail: 'by hand' });
    clock.advance(1);
    expect(await queue('holds')).toMatchObject({ count: 1, late: 1, oldest: '2030-12-10T17:00:00.000Z' });
    expect(JSON.stringify(await overview())).not.toContain('printer');
  });

  test.each([
    ['under way for five minutes', -5 * minute, 'under way', 0],
    ['under way for longer', -5 * minute - 1, 'under way', 1],
    ['stopped', -hour, 'stopped', 1],
    ['taken back', -hour, 'taken back', 0],
    ['given up', -hour, 'failed', 1],
    ['delivered', -hour, 'delivered', 0],
    ['due since the first instant of the day', -12 * hour, 'under way', 1],
    ['due yesterday', -12 * hour - 1, 'under way', 0],
    ['due later today', hour, 'not started', 0],
  ])('200: of those due today, %s: missed or not', async (_what, seconds, becomes, missed) => {
    const ids = await due(seconds);
    if (becomes === 'stopped') await stop(ids, 'no_address', 0);
    if (becomes === 'taken back') await stop(ids, 'memory_withdrawn', 0);
    if (becomes === 'failed') await stop(ids, null, 0);
    if (becomes === 'delivered') await deliverBatch(services, ids);
    expect((await overview()).missedToday).toBe(missed);
  });

  test('200: what should have started and did not, because all is held, has been missed', async () => {
    await inTransaction(db, (tx) =>
      holdDeliveries(tx, services, { reason: 'restored', message: 'Look first' }),
    );
    await due(-hour, 2);
    expect((await overview()).missedToday).toBe(2);
  });

  test('200: what was missed is read once in ten seconds', async () => {
    expect((await overview()).missedToday).toBe(0);
    await stop(await due(-hour), 'no_address', 0);
    clock.advance(9);
    expect((await overview()).missedToday).toBe(0);
    clock.advance(1);
    expect((await overview()).missedToday).toBe(1);
  });

  test('200: today is the day of whoever asks', async () => {
    await stop(await due(-13 * hour), 'no_address', 0);
    const there = await createStaff(testApp, { timezone: 'America/Los_Angeles' });
    const inLondon = await createStaff(testApp, { timezone: 'Europe/London' });
    expect((await overview()).missedToday).toBe(0);
    expect((await overview(there)).missedToday).toBe(0);
    expect((await overview(inLondon)).missedToday).toBe(1);
  });
});

describe('GET /api/admin/overview/deliveries', () => {
  test('200: each day once, with what became of it and what is planned, by the days of whoever asks', async () => {
    await deliverBatch(services, await due(-20 * day, 3));
    await stop(await due(-19 * day, 2), 'no_address', 0);
    await stop(await due(-18 * day), null, 0);
    await stop(await due(-17 * day), 'memory_withdrawn', 0);
    await due(-31 * day);
    await due(7 * hour);
    await due(12 * hour, 2);
    await due(40 * day, 3);
    await due(59 * day, 5);
    await due(60 * day, 4);
    await due(62 * day, 9);

    const { days: all, busiest } = await days(await createStaff(testApp, { timezone: 'America/Chicago' }));
    expect(all.map((one) => one.day)).toEqual([...new Set(all.map((one) => one.day))].sort());
    expect([all.length, all[0]?.day, all.at(-1)?.day]).toEqual([61, '2030-11-10', '2031-01-09']);
    const none = { delivered: 0, waiting: 0, failed: 0, planned: 0 };
    expect(all.filter((one) => one.delivered + one.waiting + one.failed + one.planned > 0)).toEqual([
      { ...none, day: '2030-11-20', delivered: 3 },
      { ...none, day: '2030-11-21', waiting: 2 },
      { ...none, day: '2030-11-22', failed: 1 },
      // The last two fall in the last hour of this day in Chicago, and the first of the next one in New York.
      { ...none, day: '2030-12-10', planned: 3 },
    ]);
    expect(busiest).toEqual({ day: '2031-02-07', planned: 5 });

    const inNewYork = await days(await createStaff(testApp, { timezone: 'America/New_York' }));
    expect(inNewYork.days.filter(({ planned }) => planned > 0)).toEqual([
      { ...none, day: '2030-12-10', planned: 1 },
      { ...none, day: '2030-12-11', planned: 2 },
    ]);
  });

  test.each(['Canada/East-Saskatchewan', 'US/Pacific-New', 'SystemV/MST7'])(
    '200: by the days of %s, whether PostgreSQL knows that zone or not',
    async (timezone) => {
      await deliverBatch(services, await due(-20 * day, 3));
      await due(12 * hour, 2);
      const { days: all } = await days(await createStaff(testApp, { timezone }));
      expect(all.find((one) => one.day === '2030-11-20')).toMatchObject({ delivered: 3 });
      expect(all.filter(({ planned }) => planned > 0)).toMatchObject([{ day: '2030-12-10', planned: 2 }]);
    },
  );

  test('200: what is due and was not started waits', async () => {
    clock.advance(90);
    await inTransaction(db, (tx) =>
      holdDeliveries(tx, services, { reason: 'restored', message: 'Look first' }),
    );
    await due(-2 * day, 4);
    clock.advance(90);
    const { days: all } = await days();
    expect(all.find((one) => one.day === '2030-12-08')).toMatchObject({ waiting: 4, planned: 0 });
  });
});

describe('GET /api/admin/overview/health', () => {
  // Results are cached for a few seconds, so each test has an hour of its own.
  beforeEach(async () => {
    clock.set(new Date(Date.parse(noon) + ++hours * hour * 1000));
    agnes = await createStaff(testApp);
  });
  let hours = 0;
  const health = async (person = agnes) => {
    clock.advance(11);
    const parts = (await person.request({ url: '/api/admin/overview/health' })).json<HealthPart[]>();
    return Object.fromEntries(parts.map(({ part, ...rest }) => [part, rest]));
  };

  test('200: what is not there says so, and nothing pretends to work', async () => {
    expect(await health()).toMatchObject({
      database: { state: 'works', detail: expect.stringMatching(/^\d+ ms$/) },
      files: { detail: expect.stringMatching(/^[\d.]+ [GT]B free of [\d.]+ [GT]B$/) },
      worker: { state: 'not-set-up', detail: 'none has run yet' },
      mail: { state: 'not-set-up', detail: expect.stringMatching(/^kept on this machine, \d+ in 24 h$/) },
      sms: { state: 'not-set-up', detail: 'kept on this machine' },
      'malware-scan': { state: 'not-set-up', detail: 'not set up' },
      backup: { state: 'not-set-up', detail: 'never', at: null },
    });
  });

  test('200: a worker that fell silent, a backup that is old or not whole', async () => {
    const watch = watchClock(services, async () => undefined);
    const at = clock.now().toISOString();
    await watch.agrees();
    await recordBackup(services, { files: 1_204, faults: 0 });
    expect(await health()).toMatchObject({
      worker: { state: 'works', detail: 'last turn', at },
      backup: { state: 'works', detail: '1,204 files,', at },
    });
    clock.advance(49 * hour);
    agnes = await createStaff(testApp);
    expect(await health()).toMatchObject({
      worker: { state: 'trouble', at },
      backup: { state: 'trouble', at },
    });
    await watch.agrees();
    await recordBackup(services, { files: 1_204, faults: 2 });
    expect(await health()).toMatchObject({
      worker: { state: 'works' },
      backup: { state: 'trouble', detail: '2 files missing or damaged,' },
    });
  });

  test('200: stored files that are missing or damaged', async () => {
    await services.fileFaultFound({ key: 'memories/gone' }, 'missing');
    const at = clock.now().toISOString();
    expect(await health()).toMatchObject({
      files: { state: 'trouble', detail: '1 missing or damaged, found', at },
    });
    await services.db.delete(fileChecks);
  });

  test('200: files without a record, of which there are too many to be true', async () => {
    await nameInstallation(services.db, newId());
    await noteKeptOrphans(services.db, 1_204);
    expect(await health()).toMatchObject({
      files: { state: 'trouble', detail: '1,204 files without a record, kept since some may be needed' },
    });
    await noteKeptOrphans(services.db, 0);
  });

  test('200: a malware scanner that is set up is asked', async () => {
    const clamd = await startClamd();
    const scanned = await startTestApp({ clock, env: { CLAMD_URL: clamd.url } });
    const scanner = async () => (await health(await createStaff(scanned)))['malware-scan'];
    expect(await scanner()).toMatchObject({ state: 'works' });
    clamd.behave('hang-up');
    expect(await scanner()).toMatchObject({ state: 'trouble' });
    await clamd.close();
    expect(await scanner()).toMatchObject({ state: 'trouble' });
  });

  test('200: a worker is in trouble while something has been due for minutes', async () => {
    const now = clock.now();
    await due(-7 * minute);
    clock.set(now);
    await watchClock(services, async () => undefined).agrees();
    expect(await health()).toMatchObject({
      worker: {
        state: 'trouble',
        detail: expect.stringMatching(/^a delivery has been due for \d+ min; last turn$/),
      },
    });
  });
});
