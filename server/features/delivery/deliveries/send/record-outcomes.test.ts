import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createTestClock, startTestApp } from '../../../../../test/app.ts';
import { seedSchedules } from '../../../../../test/seed.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { startDueSchedules } from '../start/start.ts';
import { claimDeliveries } from './claim.ts';
import { recordOutcomes } from './record-outcomes.ts';

test('F42: an answer that the database cannot store fails neither its own delivery nor the others', async () => {
  const clock = createTestClock('2026-11-20T12:00:00Z');
  const { services } = await startTestApp({ clock });
  const { db } = services;
  await seedSchedules(db, { count: 2, dueAt: clock.now(), owners: 2 });
  await startDueSchedules(services);
  const ids = (await db.select({ id: deliveryQueue.id }).from(deliveryQueue)).map(({ id }) => id);
  const [odd, other] = await claimDeliveries(services, ids);
  if (!odd || !other) throw new Error('Nothing was claimed');
  await recordOutcomes(services, [
    { delivery: odd, outcome: { kind: 'later', unknown: false, message: '451 \0 later \ud800' } },
    {
      delivery: other,
      outcome: { kind: 'delivered', sentTo: { channel: 'email', address: 'maya@example.com' } },
    },
  ]);
  const rows = await db.execute<{ status: string; error: string | null }>(
    sql`select status, error_message as error from delivery_queue order by status`,
  );
  expect(rows.rows).toEqual([
    { status: 'delivered', error: null },
    { status: 'pending', error: '451  later \ufffd' },
  ]);
});
