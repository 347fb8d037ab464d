import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SignedIn } from '../../../../shared/accounts/sign-in.ts';
import type { HandOver } from '../../../../shared/delivery/hand-over.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  goodPassword,
} from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendAllOf } from '../../../../test/sunset.ts';
import { readZip } from '../../../../test/zip.ts';
import { inTransaction } from '../../../platform/database.ts';
import { paymentEffects } from '../../../wiring.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { accountExports } from '../../data-rights/account-data/account-export/account-export.table.ts';
import { buildExport } from '../../data-rights/account-data/account-export/build-export.ts';
import { deliveryQueue, schedules } from '../../delivery/deliveries/deliveries.table.ts';
import { handOvers } from '../../delivery/deliveries/hand-over/hand-over.table.ts';
import { refreshDueAt } from '../../delivery/deliveries/plan/plan.ts';
import { applyRules } from '../../delivery/deliveries/plan/time-zone-rules.ts';
import { deliverBatch } from '../../delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../../delivery/deliveries/start/start.ts';
import { announce, proceedWithClosing, withdraw } from './sunset.ts';

const clock = createTestClock('2031-01-15T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
const lastDay = '2032-01-31';
const by = 'command:operator';
const owner = await createPerson(testApp, { timezone: 'America/New_York', plan: 'premium' });
const timezone = 'America/New_York';
const maya = await createRecipient(owner);
/** Schedules; the last belongs to an owner who has died. */
const plans = { dated: '', atDeath: '', before: '', left: '' };

async function plan(fields: Record<string, unknown>, person = owner, to = maya.id): Promise<string> {
  const { id: memoryId } = await createLetter(person, { title: 'The blue boat' });
  return (await createSchedule(person, { memoryId, timezone, recipientIds: [to], ...fields })).id;
}

async function signIn(): Promise<void> {
  const payload = { email: owner.user.email, password: goodPassword };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  owner.token = answer.json<SignedIn>().token;
}

const rowOf = async (id: string) => (await db.select().from(schedules).where(eq(schedules.id, id)))[0];
const ask = (method: 'GET' | 'POST' | 'DELETE', scheduleIds?: string[]) =>
  owner.request({ method, url: '/api/hand-over', ...(scheduleIds && { payload: { scheduleIds } }) });
const handedOver = async () =>
  (await ask('GET')).json<HandOver>().later.flatMap((one) => (one.isHandedOver ? one.scheduleId : []));

beforeAll(async () => {
  plans.dated = await plan({ deliveryDate: '2040-05-04T16:00:00.000Z' });
  plans.atDeath = await plan({
    deliveryType: 'on_death',
    deliveryDate: '2031-01-15T17:00:00.000Z',
    releaseDays: 30,
  });
  plans.before = await plan({ deliveryDate: '2031-05-04T16:00:00.000Z' });
  const dead = await createPerson(testApp, { plan: 'premium', timezone });
  const recipient = await createRecipient(dead);
  plans.left = await plan({ deliveryDate: '2040-05-04T16:00:00.000Z' }, dead, recipient.id);
  await db.update(users).set({ memorialisedAt: clock.now() }).where(eq(users.id, dead.user.id));
  mourned.userId = await quietOwner();
  await announce(services, { lastDay, by });
});

/** Somebody who wants nothing of theirs to arrive in the weeks after their death. */
const mourned = { userId: '', schedules: [] as string[] };

async function quietOwner(): Promise<string> {
  const person = await createPerson(testApp, { plan: 'premium', timezone });
  const to = await createRecipient(person);
  for (const deliveryDate of ['2032-01-20T17:00:00.000Z', '2040-05-04T16:00:00.000Z'])
    mourned.schedules.push(await plan({ deliveryDate }, person, to.id));
  return person.user.id;
}

describe('what would come after the last day', () => {
  test('is listed, and is told in the mail and on the dashboard', async () => {
    const { lastDay: day, later } = (await ask('GET')).json<HandOver>();
    expect(day).toBe(lastDay);
    expect(later.map(({ scheduleId, plannedFor }) => [scheduleId, plannedFor])).toEqual([
      [plans.atDeath, null],
      [plans.dated, '2040-05-04'],
    ]);
    await sendAllOf(testApp, 'closing-owner');
    const [mail] = await mailTo(services, owner.user.email);
    expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain(
      'One delivery would come on a later day, and one delivery would come after your death.',
    );
    const attention = await owner.request({ url: '/api/attention' });
    expect(attention.json().items[0]).toMatchObject({
      kind: 'closing',
      count: 2,
      href: '/rehearsal?as=later',
    });
  });

  test('is handed over by one act, and planned again as it was by another', async () => {
    const before = [await rowOf(plans.dated), await rowOf(plans.atDeath)];
    expect((await ask('POST', [plans.dated, plans.atDeath])).statusCode).toBe(200);
    expect((await ask('POST', [plans.dated])).statusCode, 'the same act again').toBe(200);
    const moved = { deliveryType: 'scheduled', localDate: lastDay, dueAt: new Date('2032-01-31T17:00:00Z') };
    expect(await rowOf(plans.dated)).toMatchObject(moved);
    expect(await rowOf(plans.atDeath)).toMatchObject(moved);
    expect(await handedOver()).toHaveLength(2);
    await ask('DELETE');
    const after = [await rowOf(plans.dated), await rowOf(plans.atDeath)];
    const planned = (row: (typeof before)[0]) => ({ ...row, version: 0, updatedAt: null });
    expect(after.map(planned)).toEqual(before.map(planned));
    expect(await handedOver()).toEqual([]);
  });

  test('409 for what comes before anyway, 404 for what is somebody else’s', async () => {
    expect((await ask('POST', [plans.before])).statusCode).toBe(409);
    const stranger = await createPerson(testApp, { plan: 'premium' });
    const recipient = await createRecipient(stranger);
    const theirs = await plan(
      { deliveryType: 'on_death', deliveryDate: '2031-01-15T17:00:00.000Z' },
      stranger,
      recipient.id,
    );
    expect((await ask('POST', [plans.dated, theirs])).statusCode).toBe(404);
    expect(await handedOver()).toEqual([]);
  });

  test('a withdrawal plans it again too', async () => {
    await ask('POST', [plans.dated]);
    await withdraw(services, by);
    expect(await rowOf(plans.dated)).toMatchObject({ localDate: '2040-05-04' });
    await announce(services, { lastDay, by });
  });
});

describe('changed rules of a time zone', () => {
  const earlier = (at: string) => ({ deliveryDate: new Date(at), dueAt: new Date(at) });

  test('do not make a withdrawal forget the day', async () => {
    await ask('POST', [plans.dated]);
    const byOlderRules = earlier('2032-01-31T16:00:00Z');
    await db.update(schedules).set(byOlderRules).where(eq(schedules.id, plans.dated));
    clock.advance(60);
    await applyRules(services, '2099a');
    await withdraw(services, by);
    expect(await rowOf(plans.dated)).toMatchObject({ localDate: '2040-05-04' });
    await announce(services, { lastDay, by });
  });

  test('count when it is planned again', async () => {
    await ask('POST', [plans.dated]);
    const { deliveryDate } = earlier('2040-05-04T15:00:00Z');
    await db.update(handOvers).set({ deliveryDate }).where(eq(handOvers.scheduleId, plans.dated));
    await ask('DELETE');
    expect((await rowOf(plans.dated))?.dueAt).toEqual(new Date('2040-05-04T16:00:00Z'));
  });
});

test('in the last weeks: a reminder and an export that stays until the end; what is due is delivered, what is not handed over is not', async () => {
  await ask('POST', [plans.dated]);
  const isQuiet = { memorialisedAt: new Date('2031-12-29T12:00:00Z'), quietDays: 90 };
  await db.update(users).set(isQuiet).where(eq(users.id, mourned.userId));
  await inTransaction(db, (tx) => refreshDueAt(tx, mourned.schedules));

  clock.set('2031-12-30T12:00:00Z');
  await proceedWithClosing(services, paymentEffects);
  expect(await db.$count(accountExports)).toBe(0);
  expect(await rowOf(plans.left)).toMatchObject({ localDate: '2040-05-04' });
  clock.set('2031-12-31T12:00:00Z');
  for (let times = 0; times < 2; times++) await proceedWithClosing(services, paymentEffects);
  const [built, ...more] = await db
    .select()
    .from(accountExports)
    .where(eq(accountExports.userId, owner.user.id));
  expect(more).toEqual([]);
  await buildExport(services, built?.id ?? '');
  const [ready] = await db
    .select()
    .from(accountExports)
    .where(eq(accountExports.id, built?.id ?? ''));
  expect(ready?.availableUntil).toEqual(new Date('2032-01-31T23:59:59.000Z'));
  const zip = readZip(await buffer(await services.storage.read(ready?.fileKey ?? '')));
  expect(zip.get('index.html')?.toString()).toContain('The blue boat');
  await sendAllOf(testApp, 'closing-reminded');
  const subjects = (await mailTo(services, owner.user.email)).map(({ subject }) => subject);
  expect(subjects).toContain('In a few weeks, on 31 January 2032, Long After closes');
  expect(await rowOf(plans.left), 'our terms promise it').toMatchObject({ localDate: lastDay });

  clock.set('2032-01-31T17:30:00Z');
  await startDueSchedules(services);
  const started = await db.select().from(deliveryQueue);
  await deliverBatch(
    services,
    started.map(({ id }) => id),
  );
  const delivered = await db.select().from(deliveryQueue).where(eq(deliveryQueue.status, 'delivered'));
  expect(new Set(delivered.map(({ scheduleId }) => scheduleId))).toEqual(
    new Set([plans.dated, plans.before, plans.left, ...mourned.schedules]),
  );
  expect(await rowOf(plans.atDeath)).toMatchObject({ deliveryType: 'on_death', startedAt: null });
  await signIn();
  expect((await ask('POST', [plans.atDeath])).json().message).toContain('The last day has come');
});
