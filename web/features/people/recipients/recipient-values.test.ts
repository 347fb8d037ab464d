import { expect, test } from 'vitest';
import { RecipientForm, recipientFieldsMissing } from '../../../../shared/people/recipients.ts';
import { firstMessages } from '../../../lib/first-messages.ts';
import { toForm, toValues } from './recipient-values.ts';

const maya = { ...toValues(null), firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' } as const;

test('an empty form names the three required fields in the specified sentence', () => {
  expect(firstMessages(RecipientForm.safeParse(toValues(null)))).toEqual({
    firstName: recipientFieldsMissing.message,
    lastName: recipientFieldsMissing.message,
    relationship: recipientFieldsMissing.message,
  });
});

test('a name and a relationship are enough; an empty e-mail becomes null', () => {
  expect(toForm({ ...maya })).toMatchObject({ firstName: 'Maya', email: null, trustedContact: false });
});

test('an invalid e-mail is refused in the specified words', () => {
  expect(firstMessages(RecipientForm.safeParse({ ...maya, email: 'maya' }))).toEqual({
    email: 'Please enter a valid email',
  });
});
