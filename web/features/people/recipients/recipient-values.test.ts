import { expect, test } from 'vitest';
import { RecipientForm, recipientFieldsMissing } from '../../../../shared/people/recipients.ts';
import { firstMessages } from '../../../lib/first-messages.ts';
import type { RecipientValues } from './recipient-values.ts';
import {
  checkRecipient,
  describeSharedEmail,
  summaryOfRecipient,
  toForm,
  toValues,
} from './recipient-values.ts';

const maya = { ...toValues(null), firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' } as const;

async function errorsOf(values: RecipientValues) {
  return (await checkRecipient(values, undefined, { fields: {}, shouldUseNativeValidation: undefined }))
    .errors;
}

test('an empty form names the three required fields in the specified sentence', () => {
  expect(firstMessages(RecipientForm.safeParse(toValues(null)))).toEqual({
    firstName: recipientFieldsMissing.message,
    lastName: recipientFieldsMissing.message,
    relationship: recipientFieldsMissing.message,
  });
});

test('an empty form says what is missing once above and once at each field', async () => {
  const errors = await errorsOf(toValues(null));
  expect(Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, error?.message]))).toEqual(
    {
      firstName: 'First name is missing',
      lastName: 'Last name is missing',
      relationship: 'Relationship is missing',
    },
  );
  expect(summaryOfRecipient(errors)).toEqual({
    title: 'Validation Error',
    errors: [{ field: 'firstName', message: recipientFieldsMissing.message }],
  });
});

test('above, what is missing comes first, then what is wrong', async () => {
  const errors = await errorsOf({ ...maya, lastName: '', email: 'maya' });
  expect(summaryOfRecipient(errors).errors).toEqual([
    { field: 'lastName', message: recipientFieldsMissing.message },
    { field: 'email', message: 'Please enter a valid email' },
  ]);
  expect(summaryOfRecipient(await errorsOf(maya))).toEqual({ errors: [] });
});

test('a name and a relationship are enough; an empty e-mail becomes null', () => {
  expect(toForm({ ...maya })).toMatchObject({ firstName: 'Maya', email: null, trustedContact: false });
});

test('an invalid e-mail is refused in the specified words', () => {
  expect(firstMessages(RecipientForm.safeParse({ ...maya, email: 'maya' }))).toEqual({
    email: 'Please enter a valid email',
  });
});

test('a hint says who has the same address already, however it is written', () => {
  const leo = { firstName: 'Leo', lastName: 'Alvarez', email: 'Family@example.com' };
  const ana = { firstName: 'Ana', lastName: 'Reyes', email: null };
  expect(describeSharedEmail(' family@Example.com ', [ana, leo])).toBe(
    'Leo Alvarez has this address too. What you leave them together goes there in one e-mail.',
  );
  expect(describeSharedEmail('', [ana, leo])).toBeUndefined();
  expect(describeSharedEmail('other@example.com', [ana, leo])).toBeUndefined();
});
