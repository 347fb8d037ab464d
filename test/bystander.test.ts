// What time, payments and people without an account do to one owner must not change anything of another
// owner's. every-route.test.ts checks the same for routes.
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '../server/features/accounts/profile/profile.table.ts';
import { subscriptions } from '../server/features/billing/subscriptions/subscriptions.table.ts';
import {
  endAtProvider,
  syncSubscription,
} from '../server/features/billing/subscriptions/sync-subscriptions.ts';
import { eraseAccount } from '../server/features/data-rights/account-data/account-deletion/erase-account.ts';
import { recordBounce } from '../server/features/delivery/deliveries/bounces/bounces.ts';
import { deliveryQueue } from '../server/features/delivery/deliveries/deliveries.table.ts';
import { deliverBatch } from '../server/features/delivery/deliveries/send/deliver-batch.ts';
import { resumeAfterPayment } from '../server/features/delivery/deliveries/start/resume-after-payment.ts';
import { startDueSchedules } from '../server/features/delivery/deliveries/start/start.ts';
import { wholeDaysAfter } from '../server/platform/clock.ts';
import { requireFound } from '../server/platform/errors.ts';
import { declineSandboxRenewals } from '../server/platform/payments/sandbox-subscriptions.ts';
import { paymentEffects } from '../server/wiring.ts';
import { correctAddress } from './address-changes.ts';
import { startTestApp } from './app.ts';
import { openArrears, ownerInArrears } from './arrears.ts';
import { createBystanders, rowsOf, tablesWithout } from './bystander.ts';
import { choosePlan, press } from './checkout.ts';
import { createPerson, createStaff, type Person } from './factories.ts';
import { tell } from './life-changes.ts';
import { leave } from './released.ts';
import { deliveriesOf, startDelivery } from './started-delivery.ts';
import { endWindow, releasedOwner, reportedOwner } from './trusted-access.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;
const { db } = services;
let bystanders: Person[];
beforeAll(async () => {
  bystanders = await createBystanders(testApp);
});

/** Runs `act`, and checks that none of the bystanders' rows were written. */
async function expectUntouched<T>(act: () => Promise<T>): Promise<T> {
  const before = await rowsOf(testApp, bystanders);
  const done = await act();
  expect(await rowsOf(testApp, bystanders)).toEqual(before);
  return done;
}

/** Tables in which they need no row; any other table gets one in `createBystanders`. */
const neverOfTheirs = [
  'account_views',
  'arrears_notices',
  'closing_notices',
  'death_certificates',
  'memory_openings',
  'owner_questions',
  'schedule_hand_overs',
  'sign_in_challenges',
  'staff_role_changes',
];

test('the bystanders have one of everything', async () => {
  expect(await tablesWithout(testApp, bystanders)).toEqual(neverOfTheirs);
});

describe('nothing of theirs moves by', () => {
  test('a release, what it sends, and its end', async () => {
    const reported = await reportedOwner(testApp);
    await leave(testApp, reported);
    const releaseId = await expectUntouched(() => endWindow(testApp, reported.reportId));
    await expectUntouched(() => startDueSchedules(services));
    await expectUntouched(() => deliverAllOf(reported.owner));
    const staff = await createStaff(testApp);
    const url = `/api/admin/releases/${releaseId}/revoke`;
    const revoked = await expectUntouched(() =>
      staff.request({ method: 'POST', url, payload: { reason: 'She has called us' } }),
    );
    expect(revoked.statusCode).toBe(200);
  });

  test('what trusted contacts tell and correct', async () => {
    const released = await releasedOwner(testApp);
    const person = requireFound(released.recipients[1]);
    const corrected = await expectUntouched(() =>
      correctAddress(testApp, released, person.id, { email: 'elsewhere@example.org' }),
    );
    expect(corrected.statusCode).toBe(200);
    const held = await expectUntouched(() =>
      tell(testApp, released, person.id, { kind: 'pause', note: 'Ill' }),
    );
    expect(held.statusCode).toBe(201);
  });

  test('a letter that comes back, and one that is tried again', async () => {
    const started = await startDelivery(testApp);
    const id = (await deliveriesOf(testApp, started))[0]?.id ?? '';
    await expectUntouched(() => deliverBatch(services, [id]));
    const address = started.recipients[0]?.email ?? '';
    const bounce = { deliveryId: id, address, message: '550 5.1.1 no such person' };
    expect(await expectUntouched(() => recordBounce(services, bounce))).toBe(true);
    const payload = { ...started.recipients[0], email: 'new@example.org' };
    const url = `/api/recipients/${started.recipients[0]?.id}`;
    const corrected = await expectUntouched(() => started.owner.request({ method: 'PUT', url, payload }));
    expect(corrected.statusCode).toBe(200);
    await expectUntouched(() => deliverBatch(services, [id]));
  });

  test('a plan that begins, renews, is declined and ends', async () => {
    const owner = await createPerson(testApp);
    const page = await expectUntouched(() => choosePlan(testApp, owner, { subscriptionPlan: 'basic' }));
    await expectUntouched(() => press(testApp, page, 'pay'));
    const [row] = await db.select().from(subscriptions).where(eq(subscriptions.userId, owner.user.id));
    const { providerId, paidThrough } = requireFound(row);
    await declineSandboxRenewals(services, page.paymentId, true);
    clock.set(paidThrough ?? '');
    await expectUntouched(() => syncSubscription(services, paymentEffects, providerId));
    await db
      .update(subscriptions)
      .set({ endingSince: clock.now(), endCause: 'replaced' })
      .where(eq(subscriptions.userId, owner.user.id));
    await expectUntouched(() => endAtProvider(services, paymentEffects, requireFound(row).id));
  });

  test('what others pay for an owner in arrears, and the letters that go out then', async () => {
    const { owner, token } = await ownerInArrears(testApp);
    const page = await expectUntouched(() => openArrears(testApp, token));
    expect((await expectUntouched(() => press(testApp, page, 'pay'))).statusCode).toBe(200);
    await expectUntouched(() => resumeAfterPayment(services, owner.user.id));
  });

  test('an account that is erased', async () => {
    const { owner } = await startDelivery(testApp);
    const deletionRequestedAt = wholeDaysAfter(clock.now(), -31);
    await db.update(users).set({ deletionRequestedAt }).where(eq(users.id, owner.user.id));
    await expectUntouched(() => eraseAccount(services, owner.user.id));
    expect(await db.$count(users, eq(users.id, owner.user.id))).toBe(0);
  });
});

async function deliverAllOf({ user }: Person): Promise<void> {
  const rows = await db.select().from(deliveryQueue).where(eq(deliveryQueue.userId, user.id));
  await deliverBatch(
    services,
    rows.map(({ id }) => id),
  );
  expect(rows.length).toBeGreaterThan(0);
}

test('a row of theirs that is written is noticed', async () => {
  for (const { user } of bystanders) {
    const before = await rowsOf(testApp, bystanders);
    await db.update(users).set({ firstName: 'Ada' }).where(eq(users.id, user.id));
    expect(await rowsOf(testApp, bystanders)).not.toEqual(before);
  }
});
