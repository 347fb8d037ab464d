import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../test/app.ts';
import { mailTo } from '../../../../test/mailbox.ts';
import { claimFor, deliveriesOf, type Started, startDelivery } from '../../../../test/started-delivery.ts';
import { askForAddress } from '../../../job-list.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { askForgottenOwners } from './forgotten-questions.ts';
import { askOwnerForAddress } from './owner-messages.ts';
import { recordOutcomes } from './record-outcomes.ts';

const clock = createTestClock('2030-05-04T12:00:00Z');
const testApp = await startTestApp({ clock });
const { services } = testApp;
const { db, jobs } = services;

/** A delivery whose address was refused; the job that asks its owner is lost with the queue. */
async function refused(): Promise<{ started: Started; id: string }> {
  const started = await startDelivery(testApp);
  const delivery = await claimFor(testApp, started);
  await recordOutcomes(services, [{ delivery, outcome: { kind: 'waiting', reason: 'bad_address' } }]);
  await db.execute('delete from pgboss.job');
  return { started, id: delivery.id };
}

const questionsTo = async ({ owner }: Started) =>
  (await mailTo(services, owner.user.email)).filter(({ messageId }) =>
    messageId.startsWith('address-needed.'),
  );

test('a question that was lost with the queue is asked after an hour, once', async () => {
  const { started, id } = await refused();
  await askForgottenOwners(services);
  expect(await jobs.backlog(askForAddress)).toBe(0);
  clock.advance(61 * 60);
  await askForgottenOwners(services);
  await askForgottenOwners(services);
  expect(await jobs.backlog(askForAddress)).toBe(1);
  // The job's own work, and once more as the queue may do.
  await askOwnerForAddress(services, id);
  await askOwnerForAddress(services, id);
  expect(await questionsTo(started)).toHaveLength(1);
  expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'waiting', ownerToAskSince: null }]);

  await db.execute('delete from pgboss.job');
  await askForgottenOwners(services);
  expect(await jobs.backlog(askForAddress)).toBe(0);
});

test('nobody is asked any more once the address was corrected', async () => {
  const { started, id } = await refused();
  const [recipient] = started.recipients;
  const payload = { ...recipient, email: `new.${id}@example.com` };
  await started.owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
  clock.advance(61 * 60);
  await askForgottenOwners(services);
  expect(await jobs.backlog(askForAddress)).toBe(0);
  await askOwnerForAddress(services, id);
  expect(await questionsTo(started)).toEqual([]);
});

test('whom no mail reaches in a week is not asked for ever', async () => {
  await refused();
  clock.advance(8 * 24 * 60 * 60);
  await askForgottenOwners(services);
  expect(await jobs.backlog(askForAddress)).toBe(0);
});

test('an owner whose question was under way when this version was installed is asked', async () => {
  const { started, id } = await refused();
  const untried = await startDelivery(testApp);
  await db.update(deliveryQueue).set({ ownerToAskSince: null });
  const [row] = await deliveriesOf(testApp, started);
  const step = await readFile(
    new URL('../../../../migrations/0008_ask-for-address-again.sql', import.meta.url),
  );
  await db.execute(step.toString());
  expect(await deliveriesOf(testApp, started)).toMatchObject([{ ownerToAskSince: row?.lastAttempt }]);
  expect(await deliveriesOf(testApp, untried)).toMatchObject([{ ownerToAskSince: null }]);
  clock.advance(61 * 60);
  await askForgottenOwners(services);
  await askOwnerForAddress(services, id);
  expect(await questionsTo(started)).toHaveLength(1);
});
