import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { addressOf } from '../../people/recipients/recipients.ts';

/** Where a recipient is reached now. Read it after the delivery was locked, so that an address corrected until then counts. */
export async function currentAddress(tx: Tx, recipientId: string | null | undefined): Promise<string | null> {
  if (!recipientId) return null;
  const [recipient] = await tx
    .select({ email: recipients.email, phone: recipients.phone })
    .from(recipients)
    .where(eq(recipients.id, recipientId));
  return recipient ? addressOf(recipient) : null;
}
