import { describe, expect, test } from 'vitest';
import { checkProfile, toProfileChanges } from './profile-values.ts';

const email = 'ruth@example.com';
const present = { email, twoFactorEnabled: false, dateOfBirth: '1948-03-02', version: 3 };
const values = {
  firstName: 'Ruth',
  lastName: 'Alvarez',
  email,
  currentPassword: '',
  code: '',
  phone: '',
  address: '',
  dateOfBirth: '1948-03-02',
  timezone: 'America/Phoenix',
};

describe('the profile', () => {
  test('is sent without email and password while the email is unchanged', () => {
    const changes = toProfileChanges({ ...values, currentPassword: 'typed before' }, present);
    expect(changes).not.toHaveProperty('email');
    expect(changes).not.toHaveProperty('currentPassword');
    expect(changes, 'what it was read as').toHaveProperty('version', 3);
  });

  test('is sent with the password when the email changes', () => {
    const other = { ...values, email: ' ruth.alvarez@example.com ' };
    expect(checkProfile(other, present)).toEqual({ currentPassword: 'Password is required' });
    expect(toProfileChanges({ ...other, currentPassword: 'Quiet' }, present)).toMatchObject({
      email: 'ruth.alvarez@example.com',
      currentPassword: 'Quiet',
    });
  });

  test('is sent with a code too where two-factor sign-in is on', () => {
    const other = { ...values, email: 'other@example.com', currentPassword: 'Quiet' };
    const protectedNow = { ...present, twoFactorEnabled: true };
    expect(checkProfile(other, protectedNow)).toEqual({ code: 'Please enter a code' });
    expect(toProfileChanges({ ...other, code: '123456' }, protectedNow)).toHaveProperty('code', '123456');
    expect(toProfileChanges({ ...other, code: '123456' }, present)).not.toHaveProperty('code');
    expect(checkProfile(values, protectedNow)).toEqual({});
  });

  test('is sent with the date of birth when that is corrected, and not without one', () => {
    expect(toProfileChanges(values, present)).not.toHaveProperty('dateOfBirth');
    expect(
      toProfileChanges({ ...values, dateOfBirth: '' }, { ...present, dateOfBirth: null }),
    ).not.toHaveProperty('dateOfBirth');
    expect(toProfileChanges({ ...values, dateOfBirth: '1949-03-02' }, present)).toHaveProperty(
      'dateOfBirth',
      '1949-03-02',
    );
    expect(checkProfile({ ...values, dateOfBirth: '' }, present)).toEqual({
      dateOfBirth: 'Date of birth is required',
    });
  });

  test('names what is wrong in the specified words', () => {
    expect(checkProfile({ ...values, firstName: 'R', email: 'ruth', currentPassword: 'x' }, present)).toEqual(
      {
        firstName: 'First name must be at least 2 characters',
        email: 'Please enter a valid email',
      },
    );
  });
});
