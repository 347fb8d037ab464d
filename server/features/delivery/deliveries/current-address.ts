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

/** How somebody can be reached with deliveries that do not go by post. */
export interface Reached {
  /** In the order in which they are tried. */
  contacts: readonly Contact<LinkChannel>[];
  /** The channels that we can send by; addresses of other channels are skipped. */
  channels: readonly LinkChannel[];
  /** The address among these where somebody says that mail for this recipient is not theirs. */
  notTheirs: string | null;
}

type Sending = Pick<Services, 'config'>;

/** How recipients can be reached now, by their ids. Call it with the deliveries locked, so that corrections until then count. */
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

/** The same for one recipient; empty if they were removed from the address book. */
export async function reachedNow(
  tx: Tx,
  services: Sending,
  recipientId: string | null | undefined,
): Promise<Reached> {
  const found = recipientId ? await readReached(tx, services, [recipientId]) : undefined;
  return found?.get(recipientId ?? '') ?? { contacts: [], channels: [], notTheirs: null };
}

/** The first address that we can send to, and that neither failed nor belongs to somebody else. */
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

/** Where the next attempt goes. If all addresses have failed it is the first again, because somebody wants another try. */
export function contactToTry(
  reached: Reached,
  failedAddresses: readonly string[],
): Contact<LinkChannel> | null {
  return nextContact(reached, failedAddresses) ?? nextContact(reached, []) ?? sendable(reached)[0] ?? null;
}

/** Which of their addresses an attempt went to, counted from 1, for logs without addresses; empty for the first one. */
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

/** The address for the next attempt of this delivery. */
export async function addressToTry(
  tx: Tx,
  services: Sending,
  { recipientId, failedAddresses }: Pick<DeliveryRow, 'recipientId' | 'failedAddresses'>,
): Promise<string | null> {
  return contactToTry(await reachedNow(tx, services, recipientId), failedAddresses)?.address ?? null;
}

/** Who, other than the owner, last changed where they are reached; nothing is sent there before `waitsUntil`. */
export function changeOf({
  addressChangedBy: by,
  addressChangedAt: at,
  addressWaitsUntil: waitsUntil,
}: RecipientRow): z.output<typeof AddressChanged> | null {
  return by && at ? { by, at, waitsUntil } : null;
}
