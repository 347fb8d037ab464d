import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Schedule } from '../../../../shared/delivery/schedules.ts';
import type { Series } from '../../../../shared/delivery/series.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createRecipient,
  createSchedule,
  createSeries,
  type Person,
} from '../../../../test/factories.ts';
import { addItem } from '../../../../test/items.ts';
import { findHoldDifferences } from '../../after-death/trusted-access/people.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../delivery/deliveries/reconcile.ts';
import { deliverBatch } from '../../delivery/deliveries/send/deliver-batch.ts';
import { startDueSchedules } from '../../delivery/deliveries/start/start.ts';
import { auditLog } from '../../system/audit/audit.table.ts';

const begin = '2026-11-20T12:00:00Z';
const due = '2026-11-20T12:05:00Z';
const clock = createTestClock(begin);
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;
beforeEach(() => clock.set(begin));

/** A letter to Maya in five minutes, and the person who should get what is hers. */
async function prepared() {
  const person = await createPerson(testApp);
  const { id: memoryId } = await createLetter(person);
  const leo = await createRecipient(person, { firstName: 'Leo' });
  const maya = await createRecipient(person, { birthday: '2001-05-04', substituteId: leo.id });
  const schedule = await createSchedule(person, { memoryId, deliveryDate: due, recipientIds: [maya.id] });
  return { person, memoryId, maya, leo, schedule };
}

const died = (person: Person, { id }: Recipient, payload: object = {}) =>
  person.request({ method: 'POST', url: `/api/recipients/${id}/death`, payload });
const undo = (person: Person, { id }: Recipient) =>
  person.request({ method: 'DELETE', url: `/api/recipients/${id}/death` });
const load = async (person: Person, { id }: Schedule) =>
  (await person.request({ url: `/api/schedules/${id}` })).json<Schedule>();

async function deliver(): Promise<void> {
  if (clock.now() < new Date(due)) clock.set(due);
  await startDueSchedules(services);
  const rows = await db
    .select({ id: deliveryQueue.id })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.status, 'pending'));
  if (rows.length > 0)
    await deliverBatch(
      services,
      rows.map(({ id }) => id),
    );
}

const differences = async () => [
  ...(await findDifferences(db, clock.now())),
  ...(await findHoldDifferences(db)),
];

describe('POST /api/recipients/{id}/death', () => {
  test('201: what is for them waits in front of the owner; it goes on once that was a mistake', async () => {
    const { person, maya, schedule } = await prepared();
    const answer = await died(person, maya);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { diedAt: clock.now().toISOString(), birthday: '2001-05-04', version: maya.version + 1 },
    ]);
    expect((await load(person, schedule)).recipients).toMatchObject([{ hasDied: true, state: null }]);
    await deliver();
    const [waiting] = (await load(person, schedule)).recipients;
    expect(waiting).toMatchObject({
      state: 'waiting',
      waitingReason: 'You told us that Maya has died. It waits until you say who is to have it.',
    });
    expect(await differences()).toEqual([]);
    expect((await undo(person, maya)).json()).toMatchObject({ diedAt: null });
    await deliver();
    expect((await load(person, schedule)).isDelivered).toBe(true);
    expect(await differences()).toEqual([]);
    const entries = await db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(and(eq(auditLog.subjectId, maya.id), eq(auditLog.actor, person.user.id)));
    expect(entries.map(({ action }) => action)).toEqual(['recipient.died', 'recipient.death-undone']);
  });

  test('201: it goes to the substitute only if the owner says so, now or once it waits', async () => {
    const { person, maya, leo, schedule } = await prepared();
    await died(person, maya);
    await deliver();
    expect((await load(person, schedule)).recipients.map(({ id }) => id)).toEqual([maya.id]);
    await died(person, maya, { passOn: true });
    await deliver();
    expect(await load(person, schedule)).toMatchObject({ isDelivered: true, recipients: [{ id: leo.id }] });
    expect(await differences()).toEqual([]);
  });

  test('201: what is kept for them goes to the substitute too, only if the owner says so', async () => {
    const person = await createPerson(testApp, { plan: 'premium' });
    const leo = await createRecipient(person, { firstName: 'Leo' });
    const maya = await createRecipient(person, { substituteId: leo.id });
    const item = await addItem(person, { recipientId: maya.id });
    const meantFor = async () => {
      const items = (await person.request({ url: '/api/physical-items' })).json<PhysicalItem[]>();
      return items.find(({ id }) => id === item.id)?.recipientId;
    };
    await died(person, maya);
    expect(await meantFor()).toBe(maya.id);
    await died(person, maya, { passOn: true });
    expect(await meantFor()).toBe(leo.id);
    const entries = await db
      .select({ action: auditLog.action, actor: auditLog.actor })
      .from(auditLog)
      .where(eq(auditLog.subjectId, item.id));
    expect(entries).toContainEqual({ action: 'physical-item.passed-on', actor: person.user.id });
  });

  test('409: nobody is named in their place, or somebody who has died too; nothing is written', async () => {
    const { person, maya, leo, schedule } = await prepared();
    expect((await died(person, leo, { passOn: true })).statusCode).toBe(409);
    await died(person, leo);
    const answer = await died(person, maya, { passOn: true });
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'You told us that Leo has died too']);
    expect((await load(person, schedule)).recipients).toMatchObject([{ id: maya.id, hasDied: false }]);
  });

  test('201: said twice it is the same, and undone twice too', async () => {
    const { person, maya } = await prepared();
    const first = (await died(person, maya)).json<Recipient>();
    clock.advance(60);
    expect((await died(person, maya)).json()).toEqual(first);
    const back = (await undo(person, maya)).json();
    expect((await undo(person, maya)).json()).toEqual(back);
    expect(await differences()).toEqual([]);
  });

  test('404: somebody of another account', async () => {
    const [mine, theirs] = [await prepared(), await prepared()];
    expect((await died(mine.person, theirs.maya)).statusCode).toBe(404);
    expect((await undo(mine.person, theirs.maya)).statusCode).toBe(404);
    expect((await load(theirs.person, theirs.schedule)).recipients).toMatchObject([{ hasDied: false }]);
  });
});

describe('a series for somebody who has died', () => {
  test('says so, and no age; nothing is added; its years wait, and a corrected birthday asks nothing', async () => {
    const { person, memoryId, maya } = await prepared();
    const form = { recipientIds: [maya.id], memoryId, memories: { 2029: null } };
    const { id } = await createSeries(person, form);
    const days = { month: 5, day: 4, localTime: '12:00', fromYear: 2027, untilYear: 2031 };
    await died(person, maya);
    const { firstName, lastName, relationship } = maya;
    const payload = { firstName, lastName, relationship, birthday: '2001-05-05' };
    await person.request({ method: 'PUT', url: `/api/recipients/${maya.id}`, payload });
    const series = (await person.request({ url: `/api/series/${id}` })).json<Series>();
    expect(series).toMatchObject({ birthdayMoved: null, recipients: [{ hasDied: true }] });
    expect(series.years.map(({ age }) => age)).toEqual(Array(5).fill(null));
    const filled = {
      method: 'PATCH',
      url: `/api/series/${id}`,
      payload: { memories: { 2029: memoryId } },
    } as const;
    expect((await person.request(filled)).statusCode).toBe(409);
    const another = { method: 'POST', url: '/api/series', payload: { ...days, ...form } } as const;
    expect((await person.request(another)).statusCode).toBe(409);
    clock.set('2027-05-04T16:00:00Z');
    await deliver();
    const theirs = await db.select().from(deliveryQueue).where(eq(deliveryQueue.recipientId, maya.id));
    expect(theirs.map(({ status }) => status)).toEqual(['waiting', 'waiting']);
  });
});
