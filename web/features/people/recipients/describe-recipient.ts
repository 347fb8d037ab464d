import { formatDay } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Recipient, TellMore } from '../../../../shared/people/recipients.ts';
import { type DayParts, dayOf } from '../../../ui/day-field.tsx';
import type { RecipientValues } from './recipient-values.ts';
import { relationshipLabels } from './relationship-labels.ts';

/** What their page says about what is still to come. */
export const tellMoreLabels: Readonly<Record<TellMore, string>> = {
  nothing: 'Says nothing of what is to come',
  more: 'Says that more will come',
  last: 'Says that more will come, and which is the last',
};

/** The labels of the fields for a person with this first name. */
export function recipientLabels(firstName = 'them') {
  return {
    firstName: 'First name',
    lastName: 'Last name',
    relationship: 'Relationship',
    ownerRelationship: `What are you to ${firstName}?`,
    email: 'Email',
    secondEmail: 'Second email',
    birthday: 'Date of birth',
    days: 'Days that matter',
    phone: 'Phone',
    mailingAddress: 'Mailing address',
    knownBy: 'A line only you could have written',
    guardianId: `Who has a say while ${firstName} is a child`,
    guardianUntilAge: `Until ${firstName} is`,
    tellMore: 'What their page says',
    substituteId: `If ${firstName} has died`,
    trustedContact: 'Trusted contact',
  } satisfies Record<keyof RecipientValues, string>;
}

/** An entry in words, for a person who has to choose between two. */
export function describeRecipient(
  values: RecipientValues,
  others: readonly Recipient[],
): Record<keyof RecipientValues, string> {
  const { relationship, birthday, days, substituteId, guardianId, trustedContact, tellMore, ...texts } =
    values;
  const guardian = others.find(({ id }) => id === guardianId);
  const substitute = others.find(({ id }) => id === substituteId);
  return {
    firstName: texts.firstName.trim(),
    lastName: texts.lastName.trim(),
    email: texts.email.trim(),
    secondEmail: texts.secondEmail.trim(),
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
    tellMore: tellMoreLabels[tellMore],
    substituteId: substitute ? fullNameOf(substitute) : 'Nobody gets it',
    trustedContact: trustedContact ? 'Yes' : 'No',
  };
}

function dayInWords(parts: DayParts): string {
  const day = dayOf(parts);
  return day ? formatDay(day) : '';
}
