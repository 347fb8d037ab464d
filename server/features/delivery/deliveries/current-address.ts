import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AddressChanged } from '../../../../shared/delivery/staff-deliveries.ts';
import type { Contact, LinkChannel } from '../../../../shared/outbox/channels.ts';
import type { Tx } from '../../../platform/database.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { type Addresses, contactsOf, isSameAddress } from '../../people/recipients/recipients.ts';
import type { DeliveryRow } from './deliveries.table.ts';

/** Where somebody is reached with what is not posted. */
export interface Reached {
  /** In the order in which they are tried. */
  contacts: readonly Contact<LinkChannel>[];
  /** One of these at which somebody says that it is not for them. */
  notTheirs: string | null;
}

/** How recipients are reached now, by their ids. Read it after the deliveries were locked, so that what was corrected until then counts. */
export async function readReached(tx: Tx, recipientIds: string[]): Promise<Map<string, Reached>> {
  const { id, email, secondEmail, phone, disownedAddress } = recipients;
  const found = await tx
    .select({ id, email, secondEmail, phone, disownedAddress })
    .from(recipients)
    .where(inArray(id, recipientIds));
  return new Map(found.map((recipient) => [recipient.id, reachedOf(recipient)]));
}

export function reachedOf(recipient: Addresses & Pick<RecipientRow, 'disownedAddress'>): Reached {
  return { contacts: contactsOf(recipient), notTheirs: recipient.disownedAddress };
}

/** The same of one; nowhere if they were removed from the address book. */
export async function reachedNow(tx: Tx, recipientId: string | null | undefined): Promise<Reached> {
  const found = recipientId ? await readReached(tx, [recipientId]) : undefined;
  return found?.get(recipientId ?? '') ?? { contacts: [], notTheirs: null };
}

/** The first address that neither failed nor is somebody else's. */
export function nextContact(
  { contacts, notTheirs }: Reached,
  failedAddresses: readonly string[],
): Contact<LinkChannel> | undefined {
  const passedOver = [...failedAddresses, notTheirs];
  return contacts.find(({ address }) => !passedOver.some((other) => isSameAddress(address, other)));
}

/** Where the next attempt goes. Where all have failed it is the first again: somebody wants another try. */
export function contactToTry(
  reached: Reached,
  failedAddresses: readonly string[],
): Contact<LinkChannel> | null {
  return nextContact(reached, failedAddresses) ?? nextContact(reached, []) ?? reached.contacts[0] ?? null;
}

/** Which of their addresses an attempt went to, from 1, for logs that name none; empty where it was the first. */
export function furtherAddress({
  recipient,
  contact,
}: {
  recipient: Addresses | null;
  contact: Contact | null;
}): {
  address?: number;
} {
  const place =
    recipient && contact ? contactsOf(recipient).findIndex(({ address }) => address === contact.address) : 0;
  return place > 0 ? { address: place + 1 } : {};
}

/** The address to which the next attempt of this delivery goes. */
export async function addressToTry(
  tx: Tx,
  { recipientId, failedAddresses }: Pick<DeliveryRow, 'recipientId' | 'failedAddresses'>,
): Promise<string | null> {
  return contactToTry(await reachedNow(tx, recipientId), failedAddresses)?.address ?? null;
}

/** Who else than the owner last changed where they are reached; nothing goes there before `waitsUntil`. */
export function changeOf({
  addressChangedBy: by,
  addressChangedAt: at,
  addressWaitsUntil: waitsUntil,
}: RecipientRow): z.output<typeof AddressChanged> | null {
  return by && at ? { by, at, waitsUntil } : null;
}
