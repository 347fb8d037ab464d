import { beforeEach, describe, expect, test } from 'vitest';
import { createTestClock, eventually, startTestApp } from '../../../../test/app.ts';
import { listenToChanges } from '../../../../test/change-stream.ts';
import { createStaff } from '../../../../test/factories.ts';
import { claimFor, deliveriesOf, startDelivery } from '../../../../test/started-delivery.ts';
import { inTransaction } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { staffAudience } from '../../system/changes/changes.ts';
import { holdDeliveries, releaseDeliveries } from './holds/holds.ts';
import { deliverBatch } from './send/deliver-batch.ts';
import type { Outcome } from './send/outcome.ts';
import { recordOutcomes } from './send/record-outcomes.ts';

const testApp = await startTestApp({ clock: createTestClock('2030-05-04T12:00:00Z') });
const { services } = testApp;
const { db } = services;
const refused: Outcome = { kind: 'waiting', reason: 'bad_address', message: '550 5.1.1 no such person' };

let heard = 0;
services.events.subscribe(staffAudience, () => {
  heard += 1;
});

/** How often staff have been told something since the last call; announcements arrive in the order of their commits. */
async function countNews(): Promise<number> {
  const arrived = Promise.withResolvers<void>();
  const stop = services.events.subscribe('the test', () => arrived.resolve());
  await announce(db, 'the test', []);
  await arrived.promise;
  stop();
  const count = heard;
  heard = 0;
  return count;
}

// An announcement made before the process listens is lost.
let isListening = false;
services.events.subscribe('somebody', () => {
  isListening = true;
});
await eventually(async () => {
  await announce(db, 'somebody', []);
  return isListening;
}, 'the process to listen');

beforeEach(async () => {
  await countNews();
});

describe('staff are told', () => {
  test('when a delivery stops, and when it goes on', async () => {
    const started = await startDelivery(testApp, { people: [{}] });
    await recordOutcomes(services, [{ delivery: await claimFor(testApp, started), outcome: refused }]);
    expect(await countNews()).toBe(1);
    const [recipient] = started.recipients;
    const payload = { ...recipient, email: 'better@example.com' };
    await started.owner.request({ method: 'PUT', url: `/api/recipients/${recipient?.id}`, payload });
    expect(await countNews()).toBe(1);
  });

  test('when all deliveries are held and released, also by a clock that leapt', async () => {
    const hold = { reason: 'clock-jump', message: 'The clocks leapt' } as const;
    await inTransaction(db, (tx) => holdDeliveries(tx, services, hold));
    expect(await countNews()).toBe(1);
    await inTransaction(db, (tx) => holdDeliveries(tx, services, hold));
    expect(await countNews()).toBe(0);
    await inTransaction(db, (tx) => releaseDeliveries(tx, services, { by: 'system' }));
    expect(await countNews()).toBe(1);
  });

  test('nothing of a delivery that goes well', async () => {
    const started = await startDelivery(testApp, { people: [{}] });
    const ids = (await deliveriesOf(testApp, started)).map(({ id }) => id);
    await deliverBatch(services, ids);
    expect(await deliveriesOf(testApp, started)).toMatchObject([{ status: 'delivered' }]);
    expect(await countNews()).toBe(0);
  });
});

test('an open console of staff hears that a delivery stopped; its owner hears of their own schedules only', async () => {
  const address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  const started = await startDelivery(testApp, { people: [{}] });
  const claim = await claimFor(testApp, started);
  const console = await listenToChanges(address, (await createStaff(testApp)).token);
  const owner = await listenToChanges(address, started.owner.token);
  await recordOutcomes(services, [{ delivery: claim, outcome: refused }]);
  await eventually(async () => console.heard.text.includes('data:'), 'the news');
  expect(console.heard.text.match(/data: .*/g)).toEqual(['data: {"topics":["staff"]}']);
  expect(owner.heard.text).toContain('schedules');
  expect(owner.heard.text).not.toContain('staff');
});
