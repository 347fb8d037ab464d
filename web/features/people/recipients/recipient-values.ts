import type { Resolver } from 'react-hook-form';
import type { z } from 'zod';
import type { Recipient } from '../../../../shared/people/recipients.ts';
import { RecipientForm } from '../../../../shared/people/recipients.ts';
import { firstMessages } from '../../../lib/first-messages.ts';

/** Form values: texts are never null, and no relationship is preselected. */
export interface RecipientValues {
  firstName: string;
  lastName: string;
  relationship: Recipient['relationship'] | '';
  email: string;
  phone: string;
  mailingAddress: string;
  trustedContact: boolean;
}

export const recipientFieldNames = [
  'firstName',
  'lastName',
  'relationship',
  'email',
  'phone',
  'mailingAddress',
] as const;

export function toValues(recipient: Recipient | null): RecipientValues {
  return {
    firstName: recipient?.firstName ?? '',
    lastName: recipient?.lastName ?? '',
    relationship: recipient?.relationship ?? '',
    email: recipient?.email ?? '',
    phone: recipient?.phone ?? '',
    mailingAddress: recipient?.mailingAddress ?? '',
    trustedContact: recipient?.trustedContact ?? false,
  };
}

/** The request body. Throws a ZodError for values that were not validated. */
export function toForm(values: RecipientValues): z.input<typeof RecipientForm> {
  return RecipientForm.parse(values);
}

export const checkRecipient: Resolver<RecipientValues> = (values) => {
  const messages = Object.entries(firstMessages(RecipientForm.safeParse(values)));
  if (messages.length === 0) return { values, errors: {} };
  const errors = Object.fromEntries(
    messages.map(([field, message]) => [field, { type: 'validation', message }]),
  );
  return { values: {}, errors };
};
