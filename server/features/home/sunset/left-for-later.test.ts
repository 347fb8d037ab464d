// What owners who have died left for a day after the last one.
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { createOwner, deliverDue, type Left, leave, releaseOwner } from '../../../../test/released.ts';
import { paymentEffects } from '../../../wiring.ts';
import { deliveryQueue, schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { closings } from '../../system/closing/closing.table.ts';
import { close } from './close.ts';
import { announce, previewClosing, proceedWithClosing } from './sunset.ts';

const clock = createTestClock('2031-01-15T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const lastDay = '2032-01-31';
const by = 'command:operator';
const wedding = { deliveryType: 'scheduled', deliveryDate: '2040-05-04T16:00:00.000Z' };

let left: Left;
let scheduleId: string;
beforeEach(async () => {
  await db.delete(closings);
  clock.set('2031-01-15T12:00:00Z');
  left = await createOwner(testApp);
  scheduleId = (await leave(testApp, left, wedding)).id;
});

const closeInto = async () =>
  close(services, { to: await mkdtemp(join(tmpdir(), 'long-after-kept-')), by, leaveOpen: false });
const statusOf = async () =>
  (await db.select().from(deliveryQueue).where(eq(deliveryQueue.scheduleId, scheduleId)))[0]?.status;

test('an owner whose report is decided after the last day: it goes out, and nothing closes before', async () => {
  await announce(services, { lastDay, by });
  clock.set('2032-02-02T09:00:00Z');
  await releaseOwner(testApp, left.owner);
  await expect(closeInto()).rejects.toThrow('Left for later by owners who have died, and not handed over: 1');
  await proceedWithClosing(services, paymentEffects);
  await expect(closeInto()).rejects.toThrow('Schedules up to the last day that have not begun: 1');
  await deliverDue(testApp);
  expect(await statusOf()).toBe('delivered');
});

test('a time zone that PostgreSQL does not know: the end can be announced, and it is handed over', async () => {
  const { id } = await leave(testApp, left, { ...wedding, timezone: 'US/Pacific-New' });
  expect((await previewClosing(services, lastDay)).outlook.after).toBeGreaterThanOrEqual(2);
  await announce(services, { lastDay, by });
  await releaseOwner(testApp, left.owner);
  clock.set('2032-01-02T09:00:00Z');
  await proceedWithClosing(services, paymentEffects);
  const [row] = await db.select().from(schedules).where(eq(schedules.id, id));
  expect(row).toMatchObject({ localDate: lastDay, dueAt: new Date('2032-01-31T20:00:00Z') });
});
