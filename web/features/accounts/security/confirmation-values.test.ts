import { describe, expect, test } from 'vitest';
import { checkConfirmation } from './confirmation-values.ts';

const values = { password: 'Quiet-Harbour-1994', code: '', confirmation: '' };

describe('a confirmation', () => {
  test('takes the password alone where nothing else is needed', () => {
    expect(checkConfirmation(values, { needsCode: false })).toEqual({});
    expect(checkConfirmation({ ...values, password: '' }, { needsCode: false })).toEqual({
      password: 'Password is required',
    });
  });

  test('takes a code where two-factor sign-in is on', () => {
    expect(checkConfirmation({ ...values, code: ' ' }, { needsCode: true })).toEqual({
      code: 'Please enter a code',
    });
    expect(checkConfirmation({ ...values, code: '123456' }, { needsCode: true })).toEqual({});
  });

  test('takes the word, in small letters too', () => {
    const needs = { needsCode: false, word: 'DELETE' };
    expect(checkConfirmation({ ...values, confirmation: 'DELET' }, needs)).toEqual({
      confirmation: 'Please type DELETE to confirm',
    });
    expect(checkConfirmation({ ...values, confirmation: ' delete ' }, needs)).toEqual({});
  });
});
