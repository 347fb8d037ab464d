import { describe, expect, test } from 'vitest';
import { checkConfirmation } from './confirmation-values.ts';

const values = { password: 'Quiet-Harbour-1994', code: '', confirmation: '' };

describe('a confirmation', () => {
  test('needs only the password by default', () => {
    expect(checkConfirmation(values, { needsCode: false })).toEqual({});
    expect(checkConfirmation({ ...values, password: '' }, { needsCode: false })).toEqual({
      password: 'Password is required',
    });
  });

  test('needs a code when two-factor sign-in is on', () => {
    expect(checkConfirmation({ ...values, code: ' ' }, { needsCode: true })).toEqual({
      code: 'Please enter a code',
    });
    expect(checkConfirmation({ ...values, code: '123456' }, { needsCode: true })).toEqual({});
  });

  test('needs the word where there is one, in upper or lower case', () => {
    const needs = { needsCode: false, word: 'DELETE' };
    expect(checkConfirmation({ ...values, confirmation: 'DELET' }, needs)).toEqual({
      confirmation: 'Please type DELETE to confirm',
    });
    expect(checkConfirmation({ ...values, confirmation: ' delete ' }, needs)).toEqual({});
  });
});
