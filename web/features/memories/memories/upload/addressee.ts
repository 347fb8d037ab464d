import { capitalized } from '../../../../../shared/letter-case.ts';
import { recipientGroups } from '../../../../../shared/memories/memory-limits.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import type { SelectGroup } from '../../../../ui/select.tsx';
import { type MemoryValues, someoneElse } from './memory-values.ts';

export type BookEntry = Pick<Recipient, 'id' | 'firstName' | 'lastName' | 'relationship' | 'email'>;

/** Undefined while the address book is loading or cannot be loaded. */
type Book = readonly BookEntry[] | undefined;

/** The chosen option. If the address book is empty, the fields for somebody new are shown at once. */
export function chosenOption({ recipient, recipientId }: MemoryValues, book: Book): string {
  if (recipientId === someoneElse || (recipient === '' && book?.length === 0)) return someoneElse;
  const person =
    book?.find(({ id }) => id === recipientId) ?? book?.find((each) => fullNameOf(each) === recipient);
  return person?.id ?? recipient;
}

/** The values that choosing an option changes. */
export function choose(
  option: string,
  values: MemoryValues,
  book: Book,
): Pick<MemoryValues, 'recipient' | 'recipientId'> {
  if (option === someoneElse) return { recipient: fullNameOf(values), recipientId: someoneElse };
  const person = book?.find(({ id }) => id === option);
  return person ? addressTo(person) : { recipient: option, recipientId: '' };
}

export function addressTo(person: BookEntry): Pick<MemoryValues, 'recipient' | 'recipientId'> {
  return { recipient: fullNameOf(person), recipientId: person.id };
}

/** A draft that names nobody yet is for `to`; one that does is unchanged. */
export function addressed(
  draft: MemoryValues | null,
  to: Pick<MemoryValues, 'recipient' | 'recipientId'> | null,
): MemoryValues | null {
  return draft && to && draft.recipient === '' && draft.recipientId === '' ? { ...draft, ...to } : draft;
}

type PersonField = 'firstName' | 'lastName' | 'relationship' | 'email';

/** The values that typing in a field about somebody new changes. */
export function describeNew(values: MemoryValues, changes: Partial<Pick<MemoryValues, PersonField>>) {
  return { ...changes, recipientId: someoneElse, recipient: fullNameOf({ ...values, ...changes }) };
}

/** Groups, the address book, a previously entered name that is in neither, and somebody new. */
export function offer(recipient: string, book: Book = []): SelectGroup[] {
  const people = book.map((person) => ({ value: person.id, label: nameIn(book, person) }));
  const isKnown =
    recipient === '' ||
    recipientGroups.some((group) => group === recipient) ||
    book.some((person) => fullNameOf(person) === recipient);
  return [
    {
      label: 'A group',
      options: recipientGroups.map((group) => ({ value: group, label: capitalized(group) })),
    },
    ...(people.length > 0 ? [{ label: 'From your address book', options: people }] : []),
    {
      label: 'Anybody',
      options: [
        ...(isKnown ? [] : [{ value: recipient, label: recipient }]),
        { value: someoneElse, label: 'Someone else' },
      ],
    },
  ];
}

/** Distinguishes two people with the same name. */
function nameIn(book: readonly BookEntry[], person: BookEntry): string {
  const name = fullNameOf(person);
  const isAlone = book.every((other) => other === person || fullNameOf(other) !== name);
  return isAlone ? name : `${name} (${person.email ?? person.relationship})`;
}
