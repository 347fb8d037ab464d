import { sql } from 'drizzle-orm';
import { eventually, type TestApp } from './app.ts';

/**
 * Waits until `answer` has either come or waits for a database lock that somebody else holds: by then the request has passed
 * its checks before writing. The test has its own database, so nobody else waits there; `waiting` is how many do then.
 */
export async function untilItWaits(testApp: TestApp, answer: Promise<unknown>, waiting = 1): Promise<void> {
  let hasCome = false;
  const coming = answer.finally(() => {
    hasCome = true;
  });
  await eventually(
    async () => hasCome || (await countWaiting(testApp)) >= waiting,
    'the request to reach the lock',
  );
  if (hasCome) await coming;
}

async function countWaiting({ services }: TestApp): Promise<number> {
  const { rows } = await services.db.execute(
    sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
