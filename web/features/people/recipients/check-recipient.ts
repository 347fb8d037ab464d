import type { FieldErrors, Resolver } from 'react-hook-form';
import { RecipientForm, recipientFieldsMissing } from '../../../../shared/people/recipients.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import type { FormErrorSummaryProps } from '../../../ui/form-error-summary.tsx';
import { type RecipientValues, recipientFieldNames, written } from './recipient-values.ts';

const missingAt: Readonly<Record<string, string>> = {
  firstName: 'First name is missing',
  lastName: 'Last name is missing',
  relationship: 'Relationship is missing',
};

/** Each empty required field gets a few words of its own; the specified sentence about all of them appears once, above. */
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

/** For the summary: what is missing, in one sentence, then whatever else is wrong. */
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
