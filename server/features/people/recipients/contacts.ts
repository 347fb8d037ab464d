import type { Contact, LinkChannel } from '../../../../shared/outbox/channels.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { RecipientRow } from './recipients.table.ts';

/** How somebody can be reached with what does not go by post. */
export type Addresses = Pick<RecipientRow, 'email' | 'secondEmail' | 'phone'>;

/** How they are reached with what does not go by post, in the order in which it is tried: a text message only if no email arrives. */
export function contactsOf({ email, secondEmail, phone }: Addresses): Contact<LinkChannel>[] {
  return [
    ...given('email', email),
    ...(isSameAddress(email, secondEmail) ? [] : given('email', secondEmail)),
    ...given('text', phone),
  ];
}

const given = (channel: LinkChannel, address: string | null): Contact<LinkChannel>[] =>
  address ? [{ channel, address }] : [];

/** The first of these by a channel that we can send by. */
export function contactOf(
  recipient: Addresses,
  channels: readonly LinkChannel[],
): Contact<LinkChannel> | null {
  return contactsOf(recipient).find(({ channel }) => channels.includes(channel)) ?? null;
}

type Person = Addresses & Pick<RecipientRow, 'disownedAddress' | 'diedAt'>;

/** For what is meant for this person alone: not where somebody said that it is not theirs, and nowhere once they have died. */
export function ownContactsOf({ disownedAddress, diedAt, ...addresses }: Person): Contact<LinkChannel>[] {
  if (diedAt) return [];
  return contactsOf(addresses).filter(({ address }) => !isSameAddress(address, disownedAddress));
}

/** The first of these by a channel that we can send by. */
export function ownContactOf(person: Person, channels: readonly LinkChannel[]): Contact<LinkChannel> | null {
  return ownContactsOf(person).find(({ channel }) => channels.includes(channel)) ?? null;
}

export function addressOf(recipient: Addresses): string | null {
  return contactsOf(recipient)[0]?.address ?? null;
}

/** Whether it is one of these. */
export function isAmong(contacts: readonly Contact[], address: string | null): boolean {
  return contacts.some((contact) => isSameAddress(contact.address, address));
}

export function areSameContacts(one: Addresses, other: Addresses): boolean {
  return JSON.stringify(contactsOf(one)) === JSON.stringify(contactsOf(other));
}

/** Whether `after` still has the address at which somebody said that the message was not for them. */
export function isStillDisowned(before: Pick<RecipientRow, 'disownedAddress'>, after: Addresses): boolean {
  return isAmong(contactsOf(after), before.disownedAddress);
}

/** Mail systems and people use upper and lower case in addresses as they like. */
export function isSameAddress(one: string | null, other: string | null): boolean {
  return one !== null && one.toLowerCase() === other?.toLowerCase();
}

/** 400 if the second address equals the first, or there is no first. */
export function requireTwoAddresses({
  email,
  secondEmail,
}: Partial<Record<'email' | 'secondEmail', string | null | undefined>>): void {
  if (!secondEmail) return;
  if (!email) throw fieldError('secondEmail', 'Please enter the first email address before the second');
  if (isSameAddress(email, secondEmail))
    throw fieldError('secondEmail', 'This is the first address. Please enter another one');
}
