import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AddressChanged } from '../../../../shared/delivery/staff-deliveries.ts';
import type { Contact } from '../../../../shared/outbox/channels.ts';
import type { Tx } from '../../../platform/database.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { contactOf } from '../../people/recipients/recipients.ts';

/** Where a recipient is reached now. Read it after the delivery was locked, so that an address corrected until then counts. */
export async function currentAddress(tx: Tx, recipientId: string | null | undefined): Promise<string | null> {
  if (!recipientId) return null;
  return (await currentContacts(tx, [recipientId])).get(recipientId)?.address ?? null;
}

/** How several are reached now, by their ids. */
export async function currentContacts(tx: Tx, recipientIds: string[]): Promise<Map<string, Contact | null>> {
  const found = await tx
    .select({ id: recipients.id, email: recipients.email, phone: recipients.phone })
    .from(recipients)
    .where(inArray(recipients.id, recipientIds));
  return new Map(found.map((recipient) => [recipient.id, contactOf(recipient)]));
}

/** Who else than the owner last changed where they are reached; nothing goes there before `waitsUntil`. */
export function changeOf({
  addressChangedBy: by,
  addressChangedAt: at,
  addressWaitsUntil: waitsUntil,
}: RecipientRow): z.output<typeof AddressChanged> | null {
  return by && at ? { by, at, waitsUntil } : null;
}
