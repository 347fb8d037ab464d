import type { z } from 'zod';
import { fullNameOf, listNames } from '../../../../shared/names.ts';
import { guardianAges, type Recipient, RecipientForm } from '../../../../shared/people/recipients.ts';
import { type DayParts, dayOf, partsOf } from '../../../ui/day-field.tsx';

/** Form values: texts are never null, and no relationship is preselected. */
export interface RecipientValues {
  firstName: string;
  lastName: string;
  relationship: Recipient['relationship'] | '';
  email: string;
  /** Tried if `email` does not work. */
  secondEmail: string;
  phone: string;
  mailingAddress: string;
  trustedContact: boolean;
  /** Another recipient, who gets what was for this one if they have died. */
  substituteId: string | null;
  /** What the owner is to them, such as "mother". */
  ownerRelationship: string;
  /** A line that only the owner could have written. */
  knownBy: string;
  /** What their page says about what is still to come. */
  tellMore: Recipient['tellMore'];
  birthday: DayParts;
  /** Another recipient, who has a say in what this one receives until that age. */
  guardianId: string | null;
  guardianUntilAge: number;
  days: { name: string; date: DayParts }[];
}

/** The fields behind "More about". */
export const furtherFieldNames = [
  'birthday',
  'days',
  'secondEmail',
  'phone',
  'mailingAddress',
  'knownBy',
  'tellMore',
  'substituteId',
  'guardianId',
  'guardianUntilAge',
] as const;

/** In the order of the form. */
export const recipientFieldNames = [
  'firstName',
  'lastName',
  'relationship',
  'ownerRelationship',
  'email',
  ...furtherFieldNames,
] as const;

/** A field that somebody asked for; 'days' adds another day. */
export type AskedField =
  | 'email'
  | 'ownerRelationship'
  | 'birthday'
  | 'mailingAddress'
  | 'guardianId'
  | 'days';

export function toValues(recipient: Recipient | null): RecipientValues {
  return {
    firstName: recipient?.firstName ?? '',
    lastName: recipient?.lastName ?? '',
    relationship: recipient?.relationship ?? '',
    email: recipient?.email ?? '',
    secondEmail: recipient?.secondEmail ?? '',
    phone: recipient?.phone ?? '',
    mailingAddress: recipient?.mailingAddress ?? '',
    trustedContact: recipient?.trustedContact ?? false,
    substituteId: recipient?.substituteId ?? null,
    ownerRelationship: recipient?.ownerRelationship ?? '',
    knownBy: recipient?.knownBy ?? '',
    tellMore: recipient?.tellMore ?? 'nothing',
    birthday: partsOf(recipient?.birthday ?? null),
    guardianId: recipient?.guardianId ?? null,
    guardianUntilAge: recipient?.guardianUntilAge ?? guardianAges.usual,
    days: recipient?.days.map(({ name, date }) => ({ name, date: partsOf(date) })) ?? [],
  };
}

/** The request body. Throws a ZodError for values that were not validated. */
export function toForm(values: RecipientValues): z.input<typeof RecipientForm> {
  return RecipientForm.parse(written(values));
}

/** Each day as one string. Empty rows are dropped. */
export function written({ birthday, days, ...values }: RecipientValues) {
  return {
    ...values,
    birthday: textOf(birthday),
    days: days
      .filter(({ name, date }) => name.trim() !== '' || textOf(date) !== '')
      .map(({ name, date }) => ({ name, date: textOf(date) })),
  };
}

const noSuchDay = 'no day';

/** Empty if nothing was filled in, `noSuchDay` if a part is missing. */
function textOf(parts: DayParts): string {
  const isEmpty = parts.day === '' && parts.month === '' && parts.year === '';
  return isEmpty ? '' : (dayOf(parts) ?? noSuchDay);
}

/** A hint, not a refusal, if somebody else in the address book has the same email address; undefined if nobody has. */
export function describeSharedEmail(
  email: string,
  others: readonly Pick<Recipient, 'firstName' | 'lastName' | 'email'>[],
): string | undefined {
  const same = others.filter((other) => other.email?.toLowerCase() === email.trim().toLowerCase());
  if (same.length === 0) return undefined;
  const names = listNames(same.map(fullNameOf));
  return `${names} ${same.length === 1 ? 'has' : 'have'} this address too. What you leave them together goes there in one email.`;
}
