import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/**
 * Takes the transaction-level advisory lock named `what`; false while another transaction holds it. It is released
 * when `tx` ends, and locks no rows.
 */
export async function tryAdvisoryLock(tx: Tx, what: string): Promise<boolean> {
  const answer = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${what}, 0)) as mine`,
  );
  return answer.rows[0]?.mine === true;
}
