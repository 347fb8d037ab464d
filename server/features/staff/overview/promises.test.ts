import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { StaffPromises } from '../../../../shared/staff/promises.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import {
  createLetter,
  createPerson,
  createPhoto,
  createRecipient,
  createSchedule,
  createStaff,
  type Person,
} from '../../../../test/factories.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { schedules } from '../../delivery/deliveries/deliveries.table.ts';

const start = '2031-03-06T15:42:00Z';
const testApp = await startTestApp({ clock: createTestClock(start) });
const { services, clock } = testApp;
const { db } = services;
let agnes: Person;

beforeEach(async () => {
  agnes = await createStaff(testApp);
});

const promises = async () =>
  (await agnes.request({ url: '/api/admin/overview/promises' })).json<StaffPromises>();
const change = ({ user }: Person, columns: Partial<typeof users.$inferInsert>) =>
  db.update(users).set(columns).where(eq(users.id, user.id));

async function plan(owner: Person, days: readonly string[], more: Record<string, unknown> = {}) {
  const recipientIds = [(await createRecipient(owner)).id, (await createRecipient(owner)).id];
  const made = [];
  for (const day of days) {
    const { id: memoryId } = await createLetter(owner);
    const deliveryDate = `${day}T12:00:00Z`;
    made.push(await createSchedule(owner, { memoryId, deliveryDate, recipientIds, ...more }));
  }
  return made;
}

test('200: what is owed by year, what of it the plans guarantee, until when they are paid, and what is kept', async () => {
  const free = await createPerson(testApp);
  await plan(free, ['2031-06-01', '2036-06-01']);
  const paid = await createPerson(testApp, { plan: 'premium' });
  await change(paid, { paidThrough: new Date('2033-01-01T00:00:00Z') });
  const [delivered] = await plan(paid, ['2031-07-01', '2036-06-01', '2060-06-01']);
  await db
    .update(schedules)
    .set({ isDelivered: true })
    .where(eq(schedules.id, delivered?.id ?? ''));
  await plan(paid, ['2031-03-07'], { deliveryType: 'on_death' });
  const lapsed = await createPerson(testApp, { plan: 'basic' });
  await plan(lapsed, ['2036-06-01']);
  await change(lapsed, { paidThrough: new Date('2031-01-01T00:00:00Z') });
  const given = await createPerson(testApp, { plan: 'premium' });
  const leaving = await createPerson(testApp);
  await plan(leaving, ['2031-06-01']);
  await change(leaving, { deletionRequestedAt: clock.now() });
  await createPhoto(given);
  const before = await promises();
  expect(before.owed).toEqual([
    { year: 2031, deliveries: 2, guaranteed: 2 },
    // Two of the free plan and two that nobody has paid for: guaranteed for a year. Two within the twenty years of the largest plan.
    { year: 2036, deliveries: 6, guaranteed: 2 },
    { year: 2060, deliveries: 2, guaranteed: 0 },
    { year: null, deliveries: 2, guaranteed: 2 },
  ]);
  expect(before.paidThrough).toEqual({
    ...{ years: [{ year: 2033, accounts: 1 }], withoutEnd: 1, inArrears: 1 },
    free: 2,
  });
  expect(before.files).toMatchObject({ files: 1, whole: 1, hasSecondStore: false });
  expect(before.files.bytes).toBeGreaterThan(0);
  // After a death the years count from it.
  await change(paid, { memorialisedAt: new Date('2015-01-01T00:00:00Z') });
  clock.advance(601);
  expect((await promises()).owed[1]).toEqual({ year: 2036, deliveries: 6, guaranteed: 0 });
});
