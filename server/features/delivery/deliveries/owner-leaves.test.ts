import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { SignedIn } from '../../../../shared/accounts/sign-in.ts';
import { deletionGraceDays } from '../../../../shared/accounts/time-limits.ts';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { goodPassword } from '../../../../test/factories.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { sendMailsTo } from '../../../../test/outbox.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { eraseAccount } from '../../data-rights/account-data/account-deletion/erase-account.ts';
import { findDifferences } from './reconcile.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import { refreshClaims } from './send/leases.ts';
import type { Attempt } from './send/outcome.ts';
import { recordOutcomes } from './send/record-outcomes.ts';
import { sendDelivery } from './send/send-delivery.ts';
import { requeueDeliveries } from './start/sweep.jobs.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db } = services;

const requestDeletion = async ({ owner }: Started) => {
  const payload = { password: goodPassword, confirmation: 'DELETE' };
  const answer = await owner.request({ method: 'POST', url: '/api/user/deletion', payload });
  expect(answer.statusCode).toBe(200);
};

async function restoreAccount({ owner }: Started): Promise<void> {
  const payload = { email: owner.user.email, password: goodPassword };
  const login = await testApp.app.inject({ method: 'POST', url: '/api/auth/login', payload });
  const headers = { authorization: `Bearer ${login.json<SignedIn>().token}` };
  const answer = await testApp.app.inject({ method: 'POST', url: '/api/user/restore', headers });
  expect(answer.statusCode).toBe(200);
}

const mailsTo = ({ recipients }: Started) => mailTo(services, recipients[0]?.email ?? '');

/** The owner requests the deletion of their account while the delivery is claimed and its outcome not recorded yet. */
async function attemptAfterRequest(): Promise<{ started: Started; result: Attempt }> {
  const started = await startDelivery(testApp);
  const delivery = await claimFor(testApp, started);
  await requestDeletion(started);
  clock.advance(2);
  await refreshClaims(services, delivery);
  return { started, result: { delivery, outcome: await sendDelivery(services, delivery) } };
}

/** The same, with the outcome recorded. */
async function recordedAfterRequest(): Promise<Started> {
  const { started, result } = await attemptAfterRequest();
  await recordOutcomes(services, [result]);
  return started;
}

test('a batch claimed earlier sends nothing for an owner who was told that nothing is delivered', async () => {
  const started = await recordedAfterRequest();
  expect(await mailsTo(started)).toEqual([]);
  const [row] = await deliveriesOf(testApp, started);
  expect(row).toMatchObject({ status: 'pending', deliveredAt: null });
  clock.advance(24 * 60 * 60);
  await requeueDeliveries(services);
  await deliverBatch(services, [row?.id ?? '']);
  expect(await mailsTo(started)).toEqual([]);
  expect(await findDifferences(db, clock.now())).toEqual([]);

  await restoreAccount(started);
  await deliverBatch(services, [row?.id ?? '']);
  expect(await mailsTo(started)).toHaveLength(1);
  expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
});

test('an account restored before the attempt is recorded gets its delivery all the same', async () => {
  const { started, result } = await attemptAfterRequest();
  await restoreAccount(started);
  await recordOutcomes(services, [result]);
  clock.advance(5 * 60);
  expect(await requeueDeliveries(services)).toBe(1);
  await deliverBatch(services, [result.delivery.id]);
  expect(await mailsTo(started)).toHaveLength(1);
});

test('nothing of a delivery is left when the account is erased', async () => {
  const started = await recordedAfterRequest();
  await sendMailsTo(services, started.owner.user.email);
  clock.advance((deletionGraceDays + 1) * 24 * 60 * 60);
  await eraseAccount(services, started.owner.user.id);
  expect(await db.$count(users, eq(users.id, started.owner.user.id))).toBe(0);
  expect(await deliveriesOf(testApp, started)).toEqual([]);
  expect(await mailsTo(started)).toEqual([]);
});
