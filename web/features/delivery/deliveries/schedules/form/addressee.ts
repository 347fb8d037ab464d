import type { Memory } from '../../../../../../shared/memories/memories.ts';
import { recipientGroups } from '../../../../../../shared/memories/memory-limits.ts';
import { fullNameOf } from '../../../../../../shared/names.ts';
import type { Recipient } from '../../../../../../shared/people/recipients.ts';

export type Addressed = Pick<Recipient, 'id' | 'firstName' | 'lastName' | 'relationship'>;

type Group = (typeof recipientGroups)[number];

/** Who belongs to a group; 'other' may be anybody. */
const relationshipsIn: Record<Group, readonly Recipient['relationship'][]> = {
  children: ['child', 'other'],
  spouse: ['spouse', 'other'],
  family: ['spouse', 'child', 'parent', 'sibling', 'relative', 'other'],
  friends: ['friend', 'other'],
};

/** Whom a memory is for; undefined for a group, and for a mere name that nobody has, or two. */
export function findAddressee(
  { recipient: to, recipientId }: Pick<Memory, 'recipient' | 'recipientId'>,
  recipients: readonly Recipient[],
): Recipient | undefined {
  const chosen = recipients.find(({ id }) => id === recipientId);
  if (chosen) return chosen;
  const [found, ...others] = recipients.filter((person) => fullNameOf(person) === to.trim());
  return others.length === 0 ? found : undefined;
}

/** Whether these people are those to whom a memory is addressed: a group, one name, or several. */
export function isAddressedTo(to: string, people: readonly Addressed[]): boolean {
  const group = recipientGroups.find((each) => each === to);
  if (group) return people.every(({ relationship }) => relationshipsIn[group].includes(relationship));
  const names = people.map((person) => wordsOf(fullNameOf(person)));
  const wanted = to.split(/,|&|\band\b/i).map(wordsOf);
  const isOneOf = (name: string[], part: string[]) => part.every((word) => name.includes(word));
  return (
    names.every((name) => wanted.some((part) => isOneOf(name, part))) &&
    wanted.every((part) => names.some((name) => isOneOf(name, part)))
  );
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean);
}
