import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import type { Services } from '../../../../platform/context.ts';
import { createLog } from '../../../../platform/log.ts';
import { clockSightings } from '../health.table.ts';
import { type ClockWatch, watchClock } from './clock-watch.ts';

const { services } = await startTestApp();
const { db } = services;
const start = '2026-12-25T09:00:00Z';
const [minute, hour, day] = [60, 60 * 60, 24 * 60 * 60];

let clock = createTestClock(start);
let said: string[] = [];
let jumps: string[] = [];
let paused = false;
beforeEach(async () => {
  await db.delete(clockSightings);
  clock = createTestClock(start);
  [said, jumps, paused] = [[], [], false];
});

/** A clock watch of a process that has just started. */
function watchFrom(watched: Services['clock'] = clock): ClockWatch {
  const log = createLog('info', { write: (line: string) => said.push(line) });
  const jobs = {
    ...services.jobs,
    pause: async () => {
      paused = true;
    },
    resume: async () => {
      paused = false;
    },
  };
  return watchClock({ db, log, jobs, clock: watched }, async (_tx, message) => jumps.push(message));
}

test.each([30, -30])(
  'F20: a clock that differs from the database by %i seconds is tolerated',
  async (seconds) => {
    clock.differ(seconds);
    expect(await watchFrom().agrees()).toBe(true);
    expect(said).toEqual([]);
  },
);

test.each([31, -31, 1_900 * day])(
  'F20: at %i seconds jobs pause, it is said once, and all goes on when they agree again',
  async (seconds) => {
    const watch = watchFrom();
    expect(await watch.agrees()).toBe(true);
    clock.differ(seconds);
    for (let times = 0; times < 3; times++) {
      clock.advance(minute);
      expect(await watch.agrees()).toBe(false);
    }
    expect(paused).toBe(true);
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(seconds > 0 ? 'ahead of' : 'behind');

    clock.differ(0);
    expect(await watch.agrees()).toBe(true);
    expect(paused).toBe(false);
    expect(said).toHaveLength(2);
    expect(jumps).toEqual([]);
  },
);

test('once a newer version has migrated the database, jobs pause, and it is said once', async () => {
  const watch = watchFrom();
  expect(await watch.agrees()).toBe(true);
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`);
  // Timers at the same moment share one check.
  expect(await watch.agrees()).toBe(true);
  clock.advance(1);
  for (let times = 0; times < 3; times++) expect(await watch.agrees()).toBe(false);
  expect(paused).toBe(true);
  expect(said).toEqual([expect.stringContaining('The database belongs to a newer version of Long After')]);
  await db.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`);
  expect(await watch.agrees()).toBe(true);
  expect(paused).toBe(false);
});

test.each([
  ['forward by 1,900 days', 1_900 * day, 'forward by 45,600 hours'],
  ['forward by an hour and a second', hour + 1, 'forward by 1 hour '],
  ['back by two hours', -2 * hour, 'back by 2 hours'],
])('F20, F21: all clocks went %s: that is a jump, once', async (_what, seconds, words) => {
  const watch = watchFrom();
  await watch.agrees();
  clock.advance(day);
  await watch.agrees();
  clock.jump(seconds);
  clock.advance(1);
  expect(await watch.agrees()).toBe(true);
  clock.advance(minute);
  await watch.agrees();
  expect(jumps).toEqual([expect.stringContaining(words)]);
  expect(jumps[0]).toContain('npm run deliveries -- release');
  expect(said).toHaveLength(1);
});

test('F20: time that has passed, and less than an hour either way, is no jump', async () => {
  const watch = watchFrom();
  for (const seconds of [hour, -hour, 10 * minute]) {
    clock.jump(seconds);
    clock.advance(1);
    await watch.agrees();
    clock.advance(15 * day);
    await watch.agrees();
  }
  expect(jumps).toEqual([]);
});

test('F20: a jump while no process ran is seen at the next start, and told from an outage (F09)', async () => {
  await watchFrom().agrees();
  clock.advance(15 * day);
  await watchFrom().agrees();
  expect(jumps).toEqual([]);
  clock.jump(15 * day);
  await watchFrom().agrees();
  expect(jumps).toHaveLength(1);
  await watchFrom().agrees();
  expect(jumps).toHaveLength(1);
});

test('F21: after the machine was started again only a clock that went back is a jump', async () => {
  const restarted = (bootId: string) => ({ ...clock, uptimeSeconds: () => 10, bootId });
  await watchFrom().agrees();
  clock.advance(15 * day);
  await watchFrom(restarted('second start')).agrees();
  expect(jumps).toEqual([]);
  clock.advance(-2 * hour);
  await watchFrom(restarted('third start')).agrees();
  expect(jumps).toEqual([expect.stringContaining('back by 2 hours')]);
  await watchFrom(restarted('fourth start')).agrees();
  expect(jumps).toHaveLength(1);
});
