import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/**
 * False while another transaction has the turn at `what`, which is any name. Holds until `tx` ends. It is no row's lock:
 * whoever changes the row meanwhile need not wait.
 */
export async function tryAdvisoryLock(tx: Tx, what: string): Promise<boolean> {
  const answer = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${what}, 0)) as mine`,
  );
  return answer.rows[0]?.mine === true;
}
