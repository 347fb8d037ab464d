import { inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { AddressChanged } from '../../../../shared/delivery/staff-deliveries.ts';
import type { Contact, LinkChannel } from '../../../../shared/outbox/channels.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { type Addresses, contactsOf, isSameAddress } from '../../people/recipients/recipients.ts';
import type { DeliveryRow } from './deliveries.table.ts';

/** Where somebody is reached with what is not posted. */
export interface Reached {
  /** In the order in which they are tried. */
  contacts: readonly Contact<LinkChannel>[];
  /** Those by which something can be sent; addresses of others are passed over. */
  channels: readonly LinkChannel[];
  /** One of these at which somebody says that it is not for them. */
  notTheirs: string | null;
}

type Sending = Pick<Services, 'config'>;

/** How recipients are reached now, by their ids. Read it after the deliveries were locked, so that what was corrected until then counts. */
export async function readReached(
  tx: Tx,
  services: Sending,
  recipientIds: string[],
): Promise<Map<string, Reached>> {
  const { id, email, secondEmail, phone, disownedAddress } = recipients;
  const found = await tx
    .select({ id, email, secondEmail, phone, disownedAddress })
    .from(recipients)
    .where(inArray(id, recipientIds));
  return new Map(found.map((recipient) => [recipient.id, reachedOf(recipient, sendingChannels(services))]));
}

export function reachedOf(
  recipient: Addresses & Pick<RecipientRow, 'disownedAddress'>,
  channels: readonly LinkChannel[],
): Reached {
  return { contacts: contactsOf(recipient), channels, notTheirs: recipient.disownedAddress };
}

/** The same of one; nowhere if they were removed from the address book. */
export async function reachedNow(
  tx: Tx,
  services: Sending,
  recipientId: string | null | undefined,
): Promise<Reached> {
  const found = recipientId ? await readReached(tx, services, [recipientId]) : undefined;
  return found?.get(recipientId ?? '') ?? { contacts: [], channels: [], notTheirs: null };
}

/** The first address that something can be sent to, and that neither failed nor is somebody else's. */
export function nextContact(
  { notTheirs, ...reached }: Reached,
  failedAddresses: readonly string[],
): Contact<LinkChannel> | undefined {
  const passedOver = [...failedAddresses, notTheirs];
  return sendable(reached).find(({ address }) => !passedOver.some((other) => isSameAddress(address, other)));
}

function sendable({ contacts, channels }: Pick<Reached, 'contacts' | 'channels'>) {
  return contacts.filter(({ channel }) => channels.includes(channel));
}

/** Where the next attempt goes. Where all have failed it is the first again: somebody wants another try. */
export function contactToTry(
  reached: Reached,
  failedAddresses: readonly string[],
): Contact<LinkChannel> | null {
  return nextContact(reached, failedAddresses) ?? nextContact(reached, []) ?? sendable(reached)[0] ?? null;
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
  services: Sending,
  { recipientId, failedAddresses }: Pick<DeliveryRow, 'recipientId' | 'failedAddresses'>,
): Promise<string | null> {
  return contactToTry(await reachedNow(tx, services, recipientId), failedAddresses)?.address ?? null;
}

/** Who else than the owner last changed where they are reached; nothing goes there before `waitsUntil`. */
export function changeOf({
  addressChangedBy: by,
  addressChangedAt: at,
  addressWaitsUntil: waitsUntil,
}: RecipientRow): z.output<typeof AddressChanged> | null {
  return by && at ? { by, at, waitsUntil } : null;
}
