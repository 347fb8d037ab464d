// F20, F21: a process's clock was years ahead and is put right. Waits that the queue started by it end no
// later, and none is so long that Node's timers overflow and fire every millisecond.
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventually } from '../app.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { allDelivered, expectEachSentOnce } from './support/deliveries.ts';
import { makeFakeTime } from './support/fake-time.ts';
import { mailThrough, makePlace } from './support/place.ts';
import { startProcess } from './support/processes.ts';
import { seedAtOnce } from './support/seed.ts';

test('after a jump back by 2,000 days the queue is watched over as before, and no timer overflows', async () => {
  const smtp = await startSmtpServer();
  const place = await makePlace(mailThrough(smtp.url));
  const { db } = place;
  const time = await makeFakeTime('+2000d');
  const worker = await startProcess({ ...place.env, ...time.env }, { role: 'worker' });
  const lookedAt = async () => {
    const { rows } = await db.execute<{ at: string | null }>(
      sql`select max(monitor_on)::text as at from pgboss.queue`,
    );
    return rows[0]?.at ?? undefined;
  };
  await eventually(lookedAt, 'the queues to be looked at', 60);
  await time.set('+0');
  await eventually(
    async () => worker.said().includes('agrees with the database again'),
    'the clocks to agree',
    60,
  );
  for (const look of ['a first', 'a second', 'a third']) {
    const before = await lookedAt();
    await eventually(async () => (await lookedAt()) !== before, `${look} look at the queues after it`, 60);
  }
  await seedAtOnce(db, { count: 1, dueAt: new Date() });
  await allDelivered(db, 1);
  expectEachSentOnce(smtp, 1);
  expect(worker.said().split('TimeoutOverflowWarning').length - 1).toBe(0);
});
