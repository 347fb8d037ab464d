import type { Channel, Contact, LinkChannel } from '../../../../../shared/outbox/channels.ts';

/**
 * What somebody is to an owner who was believed dead. `dated`: they received something with a date of its own, which they keep.
 */
export const toldRoles = ['contact', 'recipient', 'dated', 'reporter'] as const;
export type ToldRole = (typeof toldRoles)[number];

/** A message of ours that tells somebody of the death, if it turns out to have left us. */
type OnItsWay = { deliveryId: string } | { accessId: string };

export interface Telling {
  recipientId: string | null;
  firstName: string;
  email: string | null;
  phone: string | null;
  sentTo: Contact | null;
  role: ToldRole;
  onItsWay: OnItsWay | null;
}

export interface ToldPerson {
  /** By email, or else by text message; null where we know neither. */
  contact: Contact<LinkChannel> | null;
  firstNames: string[];
  roles: ToldRole[];
  /** Empty if they were certainly told. */
  onItsWay: OnItsWay[];
}

/**
 * Merges the entries for the same person: the same record, or the same address regardless of case. People who
 * share a mailbox get one message together.
 */
export function mergePeople(tellings: readonly Telling[]): ToldPerson[] {
  let groups: { keys: Set<string>; tellings: Telling[] }[] = [];
  for (const telling of tellings) {
    const keys = keysOf(telling);
    const same = groups.filter((group) => keys.some((key) => group.keys.has(key)));
    const merged = {
      keys: new Set([...same.flatMap((group) => [...group.keys]), ...keys]),
      tellings: [...same.flatMap((group) => group.tellings), telling],
    };
    groups = [...groups.filter((group) => !same.includes(group)), merged];
  }
  return groups.map((group) => toPerson(group.tellings));
}

function keysOf({ recipientId, email, phone, sentTo }: Telling): string[] {
  const contacts = [sentTo, by('email', email), by('text', phone)].flatMap((contact) => contact ?? []);
  return [...(recipientId ? [recipientId] : []), ...contacts.map(keyOf)];
}

/** Case is ignored in email addresses, and so is the grouping of digits in phone numbers. */
function keyOf({ channel, address }: Contact): string {
  return channel === 'text' ? address.replaceAll(/[^+\d]/g, '') : address.toLowerCase();
}

function toPerson(tellings: readonly Telling[]): ToldPerson {
  const certain = tellings.filter(({ onItsWay }) => onItsWay === null);
  const counted = certain.length > 0 ? certain : tellings;
  // A reporter gave us a full name; the owner, who knows them, entered a first name.
  const inBook = counted.filter(({ role }) => role !== 'reporter');
  const named = inBook.length > 0 ? inBook : counted;
  return {
    contact: contactOf(tellings),
    firstNames: [...new Set(named.map(({ firstName }) => firstName))],
    roles: [...new Set(counted.map(({ role }) => role))],
    onItsWay: certain.length > 0 ? [] : tellings.flatMap(({ onItsWay }) => onItsWay ?? []),
  };
}

/** Where they were told, or else where they can be reached; email comes before text messages. */
function contactOf(tellings: readonly Telling[]): ToldPerson['contact'] {
  const known = [
    ...tellings.map(({ sentTo }) => sentTo),
    ...tellings.flatMap(({ email, phone }) => [by('email', email), by('text', phone)]),
  ];
  const told = (channel: LinkChannel) =>
    known.find((contact): contact is Contact<typeof channel> => contact?.channel === channel);
  return told('email') ?? told('text') ?? null;
}

function by<C extends Channel>(channel: C, address: string | null): Contact<C> | null {
  return address === null ? null : { channel, address };
}
