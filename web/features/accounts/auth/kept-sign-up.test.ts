import { expect, test } from 'vitest';
import { keptSignUp, leaveSignUp } from './kept-sign-up.ts';
import { noSignUpValues } from './sign-up-values.ts';

test('reading the terms from the sign-up keeps the form; going anywhere else does not', () => {
  const typed = { ...noSignUpValues, firstName: 'Ruth' };
  expect(keptSignUp()).toBeNull();
  for (const path of ['/terms-of-service', '/privacy-policy']) {
    leaveSignUp(typed, path);
    expect(keptSignUp()).toEqual(typed);
    leaveSignUp(typed, '/');
    expect(keptSignUp()).toBeNull();
  }
});
