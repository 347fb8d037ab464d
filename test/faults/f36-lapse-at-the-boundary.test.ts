// F36: a plan lapses, and something falls due at the very instants at which its months, grace period and reduced price begin and end.
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../server/features/accounts/profile/profile.table.ts';
import { updateUser } from '../../server/features/accounts/profile/profile.ts';
import {
  afterPaying,
  announcePaid,
  type PaidState,
  standingForDelivery,
} from '../../server/features/billing/subscriptions/standing/standing.ts';
import { deliveryQueue } from '../../server/features/delivery/deliveries/deliveries.table.ts';
import { findDifferences } from '../../server/features/delivery/deliveries/reconcile.ts';
import { deliverBatch } from '../../server/features/delivery/deliveries/send/deliver-batch.ts';
import {
  resumeAfterPayment,
  resumePaidAgain,
} from '../../server/features/delivery/deliveries/start/resume-after-payment.ts';
import { sweepDueDeliveries } from '../../server/features/delivery/deliveries/start/sweep.jobs.ts';
import { secondsAfter } from '../../server/platform/clock.ts';
import { inTransaction } from '../../server/platform/database.ts';
import { requireFound } from '../../server/platform/errors.ts';
import { createTestClock, eventually, startTestApp } from '../app.ts';
import { mailTo } from '../mailbox.ts';
import { seedSchedules } from '../seed.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-01-01T12:00:00Z') });
const { services, clock } = testApp;
const { db } = services;

const noon = (day: string, milliseconds = 0) => new Date(Date.parse(`${day}T12:00:00.000Z`) + milliseconds);

/** A plan that began on a 31st and is paid for until the end of January 2030. */
const monthly: Partial<PaidState> = {
  subscriptionPlan: 'basic',
  subscriptionStartDate: noon('2029-10-31'),
  paidThrough: noon('2030-01-31'),
  paidSince: noon('2029-10-31'),
};
const until = (paidThrough: Date): Partial<PaidState> => ({ ...monthly, paidThrough });
/** In its fourth year, and resumed on 15 February 2033 after a gap. */
const reduced: Partial<PaidState> = {
  subscriptionPlan: 'premium',
  subscriptionStartDate: noon('2029-01-15'),
  paidThrough: noon('2034-02-15'),
  paidSince: noon('2033-02-15'),
};
const free: Partial<PaidState> = { subscriptionPlan: 'free', subscriptionStartDate: null, paidThrough: null };

/** A letter that falls due at `dueAt`, of an owner with this account; the sweep has run at that instant. */
async function letterOf(account: Partial<PaidState>, dueAt: Date) {
  clock.set(dueAt);
  const { ownerIds } = await seedSchedules(db, { count: 1, dueAt });
  const ownerId = requireFound(ownerIds[0]);
  await db.update(users).set(account).where(eq(users.id, ownerId));
  const person = requireFound(await owner(ownerId)).email.replace('owner', 'person');
  await sweepDueDeliveries(services);
  await send(ownerId);
  return { ownerId, person };
}
type Letter = Awaited<ReturnType<typeof letterOf>>;

async function owner(id: string) {
  return (await db.select().from(users).where(eq(users.id, id)))[0];
}

/** Does what the job enqueued for it does. */
async function send(ownerId: string) {
  const rows = await db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, ownerId));
  await deliverBatch(
    services,
    rows.map(({ id }) => id),
  );
}

async function stateOf({ ownerId, person }: Letter) {
  const rows = await db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, ownerId));
  return [
    ...rows.map(({ status, waitingReason }) => waitingReason ?? status),
    (await mailTo(services, person)).length,
  ];
}

async function pay({ ownerId }: Letter) {
  await inTransaction(db, async (tx) => {
    const account = requireFound(await owner(ownerId));
    await updateUser(tx, services, ownerId, afterPaying(account, clock.now()));
    await announcePaid(tx, services, ownerId);
  });
}

/** Later, when everything has had time to move on. */
async function expectReconciled() {
  clock.advance(20 * 60);
  expect(await findDifferences(db, clock.now())).toEqual([]);
}

test.each([
  ['at the last paid instant', monthly, noon('2030-01-31')],
  ['a plan without an end', { ...monthly, paidThrough: null }, noon('2035-01-31')],
  ['a free plan', free, noon('2035-01-31')],
  ['the last of three months at the reduced price', reduced, noon('2033-05-15')],
] satisfies [string, Partial<PaidState>, Date][])('%s it goes out', async (_when, account, dueAt) => {
  expect(await stateOf(await letterOf(account, dueAt))).toEqual(['delivered', 1]);
  await expectReconciled();
});

test.each([
  ['1 ms after the lapse', monthly, noon('2030-01-31', 1), 1],
  ['at the end of the first month, a short one', monthly, noon('2030-02-28'), 1],
  ['1 ms after it', monthly, noon('2030-02-28', 1), 2],
  ['at the end of the second, on the 31st again', monthly, noon('2030-03-31'), 2],
  ['at the end of the grace', monthly, noon('2030-04-30'), 3],
  ['1 ms after it', monthly, noon('2030-04-30', 1), 3],
  ['years later', monthly, noon('2033-04-30'), 3],
  ['on the leap day that ends the month', until(noon('2032-01-31')), noon('2032-02-29'), 1],
  ['1 ms after it', until(noon('2032-01-31')), noon('2032-02-29', 1), 2],
  ['1 ms after a plan that ended on a leap day', until(noon('2032-02-29')), noon('2032-02-29', 1), 1],
  ['1 ms before three months at the reduced price', reduced, noon('2033-05-15', -1), 1],
  ['in the first of them', reduced, noon('2033-02-15', 1), 3],
] satisfies [string, Partial<PaidState>, Date, number][])(
  '%s it is held, and goes out once it is paid, once',
  async (_when, account, dueAt, monthsDue) => {
    const letter = await letterOf(account, dueAt);
    expect(await stateOf(letter)).toEqual(['account_in_arrears', 0]);
    expect(standingForDelivery(requireFound(await owner(letter.ownerId)), clock.now())).toMatchObject({
      state: 'in_arrears',
      months: { length: monthsDue },
    });
    // Only a payment resumes it.
    await resumeAfterPayment(services, letter.ownerId);
    await resumePaidAgain(services);
    clock.advance(60);
    await sweepDueDeliveries(services);
    await send(letter.ownerId);
    expect(await stateOf(letter)).toEqual(['account_in_arrears', 0]);
    await pay(letter);
    for (let twice = 0; twice < 2; twice++) {
      await resumeAfterPayment(services, letter.ownerId);
      await send(letter.ownerId);
    }
    expect(await stateOf(letter)).toEqual(['delivered', 1]);
    await expectReconciled();
  },
);

test('what fell due while it was paid goes out, however late we are', async () => {
  const dueAt = noon('2030-01-31', -1);
  clock.set(dueAt);
  const { ownerIds } = await seedSchedules(db, { count: 1, dueAt });
  const ownerId = requireFound(ownerIds[0]);
  await db.update(users).set(monthly).where(eq(users.id, ownerId));
  clock.set(noon('2030-02-03'));
  await sweepDueDeliveries(services);
  await send(ownerId);
  const person = requireFound(await owner(ownerId)).email.replace('owner', 'person');
  expect(await stateOf({ ownerId, person })).toEqual(['delivered', 1]);
});

test('what was held because of a gap goes out by itself once three months are paid, and where its job was lost', async () => {
  const letter = await letterOf(reduced, noon('2033-05-15', -1));
  expect(await stateOf(letter)).toEqual(['account_in_arrears', 0]);
  clock.set(noon('2033-05-15'));
  // The check for missed payments, every minute.
  await resumePaidAgain(services);
  await send(letter.ownerId);
  expect(await stateOf(letter)).toEqual(['delivered', 1]);
  const lost = await letterOf(monthly, noon('2033-06-01'));
  await pay(lost);
  clock.advance(20 * 60);
  expect(await findDifferences(db, clock.now())).toEqual([
    {
      what: 'deliveries of an owner wait for a payment, and their plan is paid for',
      subjectId: lost.ownerId,
    },
  ]);
  await resumePaidAgain(services);
  await send(lost.ownerId);
  expect(await stateOf(lost)).toEqual(['delivered', 1]);
  await expectReconciled();
});

test('while a worker runs, a payment resumes it within a minute', async () => {
  clock.set(secondsAfter(noon('2033-07-01'), 0));
  const letter = await letterOf(monthly, noon('2033-07-01'));
  await testApp.work();
  expect(await stateOf(letter)).toEqual(['account_in_arrears', 0]);
  await pay(letter);
  await eventually(async () => (await stateOf(letter)).join() === 'delivered,1', 'the letter', 60);
  await expectReconciled();
});
