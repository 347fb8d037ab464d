import { describe, expect, test } from 'vitest';
import { checkProfile, toProfileChanges } from './profile-values.ts';

const present = 'ruth@example.com';
const values = {
  firstName: 'Ruth',
  lastName: 'Alvarez',
  email: present,
  currentPassword: '',
  phone: '',
  address: '',
  timezone: 'America/Phoenix',
};

describe('the profile', () => {
  test('is sent without email and password while the email is unchanged', () => {
    const changes = toProfileChanges({ ...values, currentPassword: 'typed before' }, present);
    expect(changes).not.toHaveProperty('email');
    expect(changes).not.toHaveProperty('currentPassword');
  });

  test('is sent with the password when the email changes', () => {
    const other = { ...values, email: ' ruth.alvarez@example.com ' };
    expect(checkProfile(other, present)).toEqual({ currentPassword: 'Password is required' });
    expect(toProfileChanges({ ...other, currentPassword: 'Quiet' }, present)).toMatchObject({
      email: 'ruth.alvarez@example.com',
      currentPassword: 'Quiet',
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
