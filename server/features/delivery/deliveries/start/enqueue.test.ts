import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../../../test/app.ts';
import { minutesAfter, secondsAfter } from '../../../../platform/clock.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { enqueueDeliveries } from './enqueue.ts';

const { services } = await startTestApp();
const { db } = services;

const nine = new Date('2026-12-25T09:00:00Z');
const due = (count: number, dueAt: Date) =>
  Array.from({ length: count }, () => ({ id: newId(), dueAt, recipientId: newId() }));

interface Batch extends Record<string, unknown> {
  ids: string[];
  priority: number;
}

/** The jobs for these deliveries, in the order in which they are taken. */
async function batchesOf(ready: ReturnType<typeof due>): Promise<Batch[]> {
  await db.execute('delete from pgboss.job');
  await inTransaction(db, (tx) => enqueueDeliveries(tx, services, ready));
  const { rows } = await db.execute<Batch>(
    sql`select data->'deliveryIds' as ids, priority from pgboss.job where name = 'deliver' order by priority desc`,
  );
  return rows;
}

const sizesOf = async (ready: ReturnType<typeof due>) =>
  (await batchesOf(ready)).map(({ ids }) => ids.length).toSorted((one, other) => other - one);

test.each([
  [0, []],
  [1, [1]],
  [100, [100]],
  [401, [101, 101, 101, 98]],
  [1_000, [250, 250, 250, 250]],
  [1_020, [250, 250, 250, 250, 20]],
])('%i that are due at one instant are shared among four handlers, 100 to 250 each', async (count, sizes) => {
  expect(await sizesOf(due(count, nine))).toEqual(sizes);
});

test('what is due at different instants goes in batches of 100, so that it keeps its order', async () => {
  const spread = Array.from({ length: 1_000 }, (_, seconds) => due(1, secondsAfter(nine, seconds))).flat();
  expect(await sizesOf(spread)).toEqual(Array.from({ length: 10 }, () => 100));
});

test('a large batch takes nothing of another instant; a small one is filled up', async () => {
  const crowd = due(890, nine);
  expect(await sizesOf([...crowd, ...due(210, secondsAfter(nine, 1))])).toEqual([250, 250, 250, 210, 140]);
  expect(await sizesOf([...due(40, nine), ...due(30, secondsAfter(nine, 1))])).toEqual([70]);
});

test('what has been due longest is taken first, whichever was enqueued first', async () => {
  const [early, late] = [due(100, nine), due(100, minutesAfter(nine, 1))];
  const [first, second] = await batchesOf([...late, ...early]);
  expect([first?.ids, second?.ids]).toEqual([early, late].map((some) => some.map(({ id }) => id)));
  expect(first?.priority).toBe((second?.priority ?? 0) + 1);
});

test('what goes to one person at one instant stands in one batch, if it fits', async () => {
  const perPerson = (count: number, people: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: newId(),
      dueAt: nine,
      recipientId: `person-${n % people}`,
    }));
  for (const ready of [perPerson(990, 33), perPerson(60, 2)]) {
    const batches = await batchesOf(ready);
    for (const { ids } of batches) expect(ids.length).toBeLessThanOrEqual(250);
    for (const alike of Map.groupBy(ready, ({ recipientId }) => recipientId).values())
      expect(batches.filter(({ ids }) => alike.some(({ id }) => ids.includes(id)))).toHaveLength(1);
  }
  expect(await sizesOf(perPerson(600, 1))).toEqual([250, 250, 100]);
});
