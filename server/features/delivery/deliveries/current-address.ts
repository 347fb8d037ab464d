import { inArray } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { addressOf } from '../../people/recipients/recipients.ts';

/** Where a recipient is reached now. Read it after the delivery was locked, so that an address corrected until then counts. */
export async function currentAddress(tx: Tx, recipientId: string | null | undefined): Promise<string | null> {
  if (!recipientId) return null;
  return (await currentAddresses(tx, [recipientId])).get(recipientId) ?? null;
}

/** The same for several, by their ids. */
export async function currentAddresses(tx: Tx, recipientIds: string[]): Promise<Map<string, string | null>> {
  const found = await tx
    .select({ id: recipients.id, email: recipients.email, phone: recipients.phone })
    .from(recipients)
    .where(inArray(recipients.id, recipientIds));
  return new Map(found.map((recipient) => [recipient.id, addressOf(recipient)]));
}
