import type { FieldErrors, Resolver } from 'react-hook-form';
import type { z } from 'zod';
import { fullNameOf } from '../../../../shared/full-name.ts';
import { listNames } from '../../../../shared/list-names.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { RecipientForm, recipientFieldsMissing } from '../../../../shared/people/recipients.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { type DayParts, dayOf, partsOf } from '../../../ui/day-field.tsx';
import type { FormErrorSummaryProps } from '../../../ui/form-error-summary.tsx';

/** Form values: texts are never null, and no relationship is preselected. */
export interface RecipientValues {
  firstName: string;
  lastName: string;
  relationship: Recipient['relationship'] | '';
  email: string;
  phone: string;
  mailingAddress: string;
  trustedContact: boolean;
  /** Another recipient, who gets what was for this one if they have died. */
  substituteId: string | null;
  /** What the owner is to them, "mother". */
  ownerRelationship: string;
  /** A line that only the owner could have written. */
  knownBy: string;
  birthday: DayParts;
  days: { name: string; date: DayParts }[];
}

/** In the order of the form. */
export const recipientFieldNames = [
  'firstName',
  'lastName',
  'relationship',
  'ownerRelationship',
  'email',
  'birthday',
  'days',
  'phone',
  'mailingAddress',
  'knownBy',
  'substituteId',
] as const;

/** Those that are asked for behind "More about". */
export const furtherFieldNames = [
  'birthday',
  'days',
  'phone',
  'mailingAddress',
  'knownBy',
  'substituteId',
] as const;

/** A field that somebody asked for; 'days' begins another day. */
export type AskedField = 'email' | 'ownerRelationship' | 'birthday' | 'mailingAddress' | 'days';

export function toValues(recipient: Recipient | null): RecipientValues {
  return {
    firstName: recipient?.firstName ?? '',
    lastName: recipient?.lastName ?? '',
    relationship: recipient?.relationship ?? '',
    email: recipient?.email ?? '',
    phone: recipient?.phone ?? '',
    mailingAddress: recipient?.mailingAddress ?? '',
    trustedContact: recipient?.trustedContact ?? false,
    substituteId: recipient?.substituteId ?? null,
    ownerRelationship: recipient?.ownerRelationship ?? '',
    knownBy: recipient?.knownBy ?? '',
    birthday: partsOf(recipient?.birthday ?? null),
    days: recipient?.days.map(({ name, date }) => ({ name, date: partsOf(date) })) ?? [],
  };
}

/** The request body. Throws a ZodError for values that were not validated. */
export function toForm(values: RecipientValues): z.input<typeof RecipientForm> {
  return RecipientForm.parse(written(values));
}

/** Days as one text. A row of which nothing was filled in is left out. */
function written({ birthday, days, ...values }: RecipientValues) {
  return {
    ...values,
    birthday: textOf(birthday),
    days: days
      .filter(({ name, date }) => name.trim() !== '' || textOf(date) !== '')
      .map(({ name, date }) => ({ name, date: textOf(date) })),
  };
}

const noSuchDay = 'no day';

/** Empty where nothing was filled in, and no day where something is missing. */
function textOf(parts: DayParts): string {
  const isEmpty = parts.day === '' && parts.month === '' && parts.year === '';
  return isEmpty ? '' : (dayOf(parts) ?? noSuchDay);
}

const missingAt: Readonly<Record<string, string>> = {
  firstName: 'First name is missing',
  lastName: 'Last name is missing',
  relationship: 'Relationship is missing',
};

/** At each required field that is empty a few words of its own; the specified sentence, about all of them, stands once above. */
export const checkRecipient: Resolver<RecipientValues> = (values) => {
  const messages = Object.entries(firstMessages(RecipientForm.safeParse(written(values))));
  if (messages.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(
    messages.map(([field, message]) => {
      const isMissing = message === recipientFieldsMissing.message;
      return [
        field,
        isMissing ? { type: missing, message: missingAt[field] } : { type: 'validation', message },
      ];
    }),
  );
  return { values: {}, errors };
};

const missing = 'missing';

/** For the summary: what is missing in one sentence, then whatever else is wrong. */
export function summaryOfRecipient(
  errors: FieldErrors<RecipientValues>,
): Pick<FormErrorSummaryProps, 'title' | 'errors'> {
  const found = recipientFieldNames.filter((field) => errors[field]);
  const [firstMissing] = found.filter((field) => errors[field]?.type === missing);
  const others = found
    .filter((field) => errors[field]?.type !== missing)
    .map((field) => ({ field, message: errors[field]?.message ?? '' }));
  if (!firstMissing) return { errors: others };
  const { title, message } = recipientFieldsMissing;
  return { title, errors: [{ field: firstMissing, message }, ...others] };
}

/** A hint, no refusal, where somebody else in the address book has the same email address; undefined where nobody has. */
export function describeSharedEmail(
  email: string,
  others: readonly Pick<Recipient, 'firstName' | 'lastName' | 'email'>[],
): string | undefined {
  const same = others.filter(
    (other) => other.email && other.email.toLowerCase() === email.trim().toLowerCase(),
  );
  if (same.length === 0) return undefined;
  const names = listNames(same.map(fullNameOf));
  return `${names} ${same.length === 1 ? 'has' : 'have'} this address too. What you leave them together goes there in one email.`;
}
