import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { recipientGroups } from '../../../../../../shared/memories/memory-limits.ts';
import { fullNameOf } from '../../../../../../shared/names.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';

export type Addressed = Pick<Recipient, 'id' | 'firstName' | 'lastName'>;

/** The person a memory is for; undefined for a group, and for a name that nobody has, or two people do. */
export function findAddressee(
  { recipient: to, recipientId }: Pick<Memory, 'recipient' | 'recipientId'>,
  recipients: readonly Recipient[],
): Recipient | undefined {
  const chosen = recipients.find(({ id }) => id === recipientId);
  if (chosen) return chosen;
  const [found, ...others] = recipients.filter((person) => fullNameOf(person) === to.trim());
  return others.length === 0 ? found : undefined;
}

/** Whether everybody to whom a memory is addressed by name is among these people. For a group, anybody is. */
export function isAddressedTo(to: string, people: readonly Addressed[]): boolean {
  if (recipientGroups.some((group) => group === to)) return true;
  const names = people.map((person) => wordsOf(fullNameOf(person)));
  const wanted = to.split(/,|&|\band\b/i).map(wordsOf);
  const isOneOf = (name: string[], part: string[]) => part.every((word) => name.includes(word));
  return wanted.every((part) => names.some((name) => isOneOf(name, part)));
}

/** Whoever is ticked when the form opens stands first: further down the list they might be overlooked. */
export function tickedFirst<Person extends { id: string }>(
  people: readonly Person[],
  ticked: readonly string[],
): Person[] {
  return [true, false].flatMap((isTicked) => people.filter(({ id }) => ticked.includes(id) === isTicked));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
