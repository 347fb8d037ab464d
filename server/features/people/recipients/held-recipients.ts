import { and, eq, isNull } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { recipients } from './recipients.table.ts';

/** Nothing goes to this recipient from `at` on. The caller has locked them, and sees to their deliveries. */
export async function holdRecipient(tx: Tx, id: string, at: Date): Promise<void> {
  await tx
    .update(recipients)
    .set({ heldSince: at })
    .where(and(eq(recipients.id, id), isNull(recipients.heldSince)));
}

/** Ends that. The caller has locked them, and resumes what waited for it. */
export async function endHold(tx: Tx, id: string): Promise<void> {
  await tx.update(recipients).set({ heldSince: null }).where(eq(recipients.id, id));
}
