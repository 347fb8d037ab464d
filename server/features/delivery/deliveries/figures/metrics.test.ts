import { expect, test } from 'vitest';
import { startTestApp } from '../../../../../test/app.ts';
import { dueLetter } from '../../../../../test/due-letter.ts';
import { deliveriesOf, spendRetries, startDelivery } from '../../../../../test/started-delivery.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { holdDeliveries } from '../holds/holds.ts';
import { deliverBatch } from '../send/deliver-batch.ts';
import { deliveryMetrics } from './metrics.ts';

const testApp = await startTestApp();
const { services, clock } = testApp;

/** The metrics that are not 0, by name and labels. */
async function shown(): Promise<Record<string, number>> {
  const figures = await deliveryMetrics(services);
  const samples = figures.flatMap(({ name, samples }) =>
    samples.map(
      ({ labels = {}, value }) => [[name, ...Object.values(labels)].join(' ').trim(), value] as const,
    ),
  );
  return Object.fromEntries(samples.filter(([, value]) => value !== 0));
}

test('deliveries by state and reason, the oldest overdue one, and holds', async () => {
  expect(await shown()).toEqual({});

  const delivered = await dueLetter(services);
  expect((await delivered.attempt('accept')).status).toBe('delivered');
  expect(await shown()).toEqual({});

  const unreachable = await startDelivery(testApp, { people: [{ email: null, phone: null }] });
  const [row] = await deliveriesOf(testApp, unreachable);
  await deliverBatch(services, [row?.id ?? '']);
  expect(await shown()).toEqual({ 'long_after_deliveries waiting no_address': 1 });

  const failed = await dueLetter(services);
  await spendRetries(testApp, failed);
  expect((await failed.attempt({ code: 421 })).status).toBe('failed');
  const late = await dueLetter(services);
  clock.advance(600);
  await inTransaction(services.db, (tx) =>
    holdDeliveries(tx, services, { reason: 'by-hand', message: 'Wait.' }),
  );
  expect(await shown()).toEqual({
    'long_after_deliveries waiting no_address': 1,
    'long_after_deliveries failed': 1,
    'long_after_deliveries pending': 1,
    long_after_delivery_overdue_seconds: 600,
    long_after_delivery_holds: 1,
  });
  expect((await late.reload()).status).toBe('pending');
});
