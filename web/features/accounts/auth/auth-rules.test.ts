import { describe, expect, test } from 'vitest';
import { checkSignIn, checkSignUp } from './auth-rules.ts';

const good = {
  firstName: 'Ruth',
  lastName: 'Alvarez',
  email: 'ruth@example.com',
  phone: '',
  address: '',
  dateOfBirth: '1948-03-02',
  subscriptionPlan: 'free',
  password: 'Quiet-Harbour-1994',
  confirmPassword: 'Quiet-Harbour-1994',
};

describe('sign-in', () => {
  test('accepts an address and any password', () => {
    expect(checkSignIn({ email: 'ruth@example.com', password: 'x' })).toEqual({});
  });

  test('names what is missing in the specified words', () => {
    expect(checkSignIn({ email: 'ruth', password: '' })).toEqual({
      email: 'Please enter a valid email',
      password: 'Password is required',
    });
  });
});

describe('sign-up', () => {
  test('accepts a complete form', () => {
    expect(checkSignUp(good)).toEqual({});
  });

  test('names every empty field at once, in the specified words', () => {
    const empty = Object.fromEntries(Object.keys(good).map((name) => [name, '']));
    expect(checkSignUp(empty)).toEqual({
      firstName: 'First name must be at least 2 characters',
      lastName: 'Last name must be at least 2 characters',
      email: 'Please enter a valid email',
      dateOfBirth: 'Date of birth is required',
      subscriptionPlan: 'Please select a subscription plan',
      password: 'Password must be at least 8 characters',
      confirmPassword: 'Please confirm your password',
    });
  });

  test.each([
    ['QUIET-HARBOUR-1994', 'Password must contain at least one lowercase letter'],
    ['quiet-harbour-1994', 'Password must contain at least one uppercase letter'],
    ['Quiet-Harbour', 'Password must contain at least one number'],
    ['QuietHarbour1994', 'Password must contain at least one special character'],
  ])('refuses the password %s', (password, message) => {
    expect(checkSignUp({ ...good, password, confirmPassword: password })).toEqual({ password: message });
  });

  test('reports a mismatch at the confirmation, even while other fields are invalid', () => {
    expect(checkSignUp({ ...good, subscriptionPlan: '', confirmPassword: 'Quiet' })).toEqual({
      subscriptionPlan: 'Please select a subscription plan',
      confirmPassword: "Passwords don't match",
    });
  });
});
