/**
 * What somebody is to an owner who was believed dead. `dated`: they received what was for a day of its own, which stays theirs.
 */
export const toldRoles = ['contact', 'recipient', 'dated', 'reporter'] as const;
export type ToldRole = (typeof toldRoles)[number];

/** A message of ours by which somebody hears of the death, if it turns out to have left us. */
type OnItsWay = { deliveryId: string } | { accessId: string };

/** One occasion on which somebody was told. */
export interface Telling {
  /** In the owner's address book. */
  recipientId: string | null;
  firstName: string;
  email: string | null;
  phone: string | null;
  /** Where they were told, if that is known. */
  sentTo: string | null;
  role: ToldRole;
  /** Null where it has left. */
  onItsWay: OnItsWay | null;
}

/** One person, told once or many times. */
export interface ToldPerson {
  /** An email address, or else a phone number; null where we know neither. */
  address: string | null;
  firstNames: string[];
  roles: ToldRole[];
  /** Empty where they were certainly told. */
  onItsWay: OnItsWay[];
}

/**
 * Puts together what belongs to the same person: the same record, or the same address, in whatever letters it is written. Those who share
 * a mailbox get one message together.
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
  const addresses = [sentTo, email, phone].flatMap((address) => (address ? keyOf(address) : []));
  return recipientId ? [recipientId, ...addresses] : addresses;
}

/** People write an email address in any letters, and a number in any groups. */
function keyOf(address: string): string {
  return isEmail(address) ? address.toLowerCase() : address.replaceAll(/[^+\d]/g, '');
}

function toPerson(tellings: readonly Telling[]): ToldPerson {
  const certain = tellings.filter(({ onItsWay }) => onItsWay === null);
  const counted = certain.length > 0 ? certain : tellings;
  // A reporter gave us a full name; the owner, who knows them, wrote down a first name.
  const inBook = counted.filter(({ role }) => role !== 'reporter');
  const named = inBook.length > 0 ? inBook : counted;
  return {
    address: addressOf(tellings),
    firstNames: [...new Set(named.map(({ firstName }) => firstName))],
    roles: [...new Set(counted.map(({ role }) => role))],
    onItsWay: certain.length > 0 ? [] : tellings.flatMap(({ onItsWay }) => onItsWay ?? []),
  };
}

/** Where they were told, or else where they are reached; an email rather than a text message. */
function addressOf(tellings: readonly Telling[]): string | null {
  const sentTo = tellings.flatMap((telling) => telling.sentTo ?? []);
  const emails = tellings.flatMap(({ email }) => email ?? []);
  const phones = tellings.flatMap(({ phone }) => phone ?? []);
  return [...sentTo.filter(isEmail), ...emails, ...sentTo, ...phones][0] ?? null;
}

const isEmail = (address: string) => address.includes('@');
