import type { UserRow } from './profile.table.ts';

/** The name of the account that ADMIN_EMAIL makes, until whoever it is enters theirs. */
export const namelessStaff = { firstName: 'Long After', lastName: 'Staff' } as const;

/** Whom a mail to this account greets. */
export function greetedAs({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>): string {
  const isNameless = firstName === namelessStaff.firstName && lastName === namelessStaff.lastName;
  return isNameless ? 'colleague' : firstName;
}
