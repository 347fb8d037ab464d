import { expect, test } from 'vitest';
import {
  type Recipient,
  RecipientForm,
  recipientFieldsMissing,
} from '../../../../shared/people/recipients.ts';
import { firstMessages } from '../../../lib/check-form.ts';
import { noDay, partsOf } from '../../../ui/day-field.tsx';
import { checkRecipient, summaryOfRecipient } from './check-recipient.ts';
import { describeSharedEmail, type RecipientValues, toForm, toValues } from './recipient-values.ts';

const maya = { ...toValues(null), firstName: 'Maya', lastName: 'Alvarez', relationship: 'child' } as const;

async function errorsOf(values: RecipientValues) {
  return (await checkRecipient(values, undefined, { fields: {}, shouldUseNativeValidation: undefined }))
    .errors;
}

test('an empty form names the three required fields in the specified sentence', () => {
  expect(firstMessages(RecipientForm.safeParse({ firstName: '', lastName: '', relationship: '' }))).toEqual({
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

test('a name and a relationship are enough; an empty email becomes null', () => {
  expect(toForm({ ...maya })).toMatchObject({ firstName: 'Maya', email: null, trustedContact: false });
});

test('an invalid email is refused in the specified words', () => {
  expect(
    firstMessages(RecipientForm.safeParse({ ...maya, birthday: null, days: [], email: 'maya' })),
  ).toEqual({
    email: 'Please enter a valid email',
  });
});

test('a hint says who has the same address already, however it is written', () => {
  const leo = { firstName: 'Leo', lastName: 'Alvarez', email: 'Family@example.com' };
  const ana = { firstName: 'Ana', lastName: 'Reyes', email: null };
  expect(describeSharedEmail(' family@Example.com ', [ana, leo])).toBe(
    'Leo Alvarez has this address too. What you leave them together goes there in one email.',
  );
  expect(describeSharedEmail('', [ana, leo])).toBeUndefined();
  expect(describeSharedEmail('other@example.com', [ana, leo])).toBeUndefined();
});

test('birthday and days go out as days; a row that was left empty goes with nobody', () => {
  const values: RecipientValues = {
    ...maya,
    birthday: { day: '29', month: '2', year: '2004' },
    days: [
      { name: 'Wedding', date: { day: '5', month: '9', year: '2025' } },
      { name: ' ', date: noDay },
    ],
  };
  const form = toForm(values);
  const days = [{ name: 'Wedding', date: '2025-09-05' }];
  expect(form).toMatchObject({ birthday: '2004-02-29', days });
  expect(toForm({ ...maya })).toMatchObject({ birthday: null, ownerRelationship: null, days: [] });
  const read = toValues({ ...form, days, birthday: '2004-02-29', ownerRelationship: null } as Recipient);
  expect(read).toMatchObject({ birthday: values.birthday, days: [values.days[0]] });
});

test.each([
  ['a birthday without a year', { birthday: { day: '4', month: '5', year: '' } }, 'birthday', 'valid date'],
  ['a birthday that is no day', { birthday: { day: '30', month: '2', year: '2001' } }, 'birthday', 'valid'],
  ['a day without a name', { days: [{ name: '', date: partsOf('2025-09-12') }] }, 'days', 'what day'],
  ['a day without a date', { days: [{ name: 'Wedding', date: noDay }] }, 'days', 'enter a date'],
  ['a word that is an address', { ownerRelationship: 'x@y.com' }, 'ownerRelationship', 'address'],
] as const)('%s is refused at its field', async (_case, change, field, words) => {
  const errors = await errorsOf({ ...maya, ...change } as RecipientValues);
  expect(errors[field]?.message).toContain(words);
  expect(summaryOfRecipient(errors).errors).toMatchObject([{ field }]);
});
