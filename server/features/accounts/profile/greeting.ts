import type { UserRow } from './profile.table.ts';

/** The name of the account created from ADMIN_EMAIL, until its owner enters theirs. */
export const namelessStaff = { firstName: 'Long After', lastName: 'Staff' } as const;

/** The name with which a mail to this account begins. */
export function greetedAs({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string {
  const isNameless = firstName === namelessStaff.firstName && lastName === namelessStaff.lastName;
  return isNameless ? 'colleague' : firstName;
}
