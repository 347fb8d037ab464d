import { formatDay } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { type DayParts, dayOf } from '../../../ui/day-field.tsx';
import type { RecipientValues } from './recipient-values.ts';
import { relationshipLabels } from './relationship-labels.ts';

/** As the form calls the fields of a person with this first name. */
export function recipientLabels(firstName = 'them') {
  return {
    firstName: 'First name',
    lastName: 'Last name',
    relationship: 'Relationship',
    ownerRelationship: `What are you to ${firstName}?`,
    email: 'Email',
    birthday: 'Date of birth',
    days: 'Days that matter',
    phone: 'Phone',
    mailingAddress: 'Mailing address',
    knownBy: 'A line only you could have written',
    guardianId: `Who has a say while ${firstName} is a child`,
    guardianUntilAge: `Until ${firstName} is`,
    substituteId: `If ${firstName} has died`,
    trustedContact: 'Trusted contact',
  } satisfies Record<keyof RecipientValues, string>;
}

/** An entry in words, for a person who has to choose between two. */
export function describeRecipient(
  values: RecipientValues,
  others: readonly Recipient[],
): Record<keyof RecipientValues, string> {
  const { relationship, birthday, days, substituteId, guardianId, trustedContact, ...texts } = values;
  const guardian = others.find(({ id }) => id === guardianId);
  const substitute = others.find(({ id }) => id === substituteId);
  return {
    firstName: texts.firstName.trim(),
    lastName: texts.lastName.trim(),
    email: texts.email.trim(),
    phone: texts.phone.trim(),
    mailingAddress: texts.mailingAddress.trim(),
    ownerRelationship: texts.ownerRelationship.trim(),
    knownBy: texts.knownBy.trim(),
    relationship: relationship && relationshipLabels[relationship],
    birthday: dayInWords(birthday),
    days: days
      .map(({ name, date }) => [name.trim(), dayInWords(date)].filter(Boolean).join(', '))
      .filter(Boolean)
      .join('\n'),
    guardianId: guardian ? fullNameOf(guardian) : 'Nobody',
    guardianUntilAge: String(texts.guardianUntilAge),
    substituteId: substitute ? fullNameOf(substitute) : 'Nobody gets it',
    trustedContact: trustedContact ? 'Yes' : 'No',
  };
}

function dayInWords(parts: DayParts): string {
  const day = dayOf(parts);
  return day ? formatDay(day) : '';
}
