import { expect, test } from 'vitest';
import { pendingSignUp, savePendingSignUp } from './pending-sign-up.ts';
import { noSignUpValues } from './sign-up-values.ts';

test('reading the terms from the sign-up keeps the form; going anywhere else does not', () => {
  const typed = { ...noSignUpValues, firstName: 'Ruth' };
  expect(pendingSignUp()).toBeNull();
  for (const path of ['/terms-of-service', '/privacy-policy']) {
    savePendingSignUp(typed, path);
    expect(pendingSignUp()).toEqual(typed);
    savePendingSignUp(typed, '/');
    expect(pendingSignUp()).toBeNull();
  }
});
