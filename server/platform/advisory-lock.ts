import { sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/** Waits for the transaction-level advisory lock named `what`. It is released when `tx` ends, and locks no rows. */
export async function advisoryLock(tx: Tx, what: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`);
}

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
