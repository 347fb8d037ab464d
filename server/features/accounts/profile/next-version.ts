import { or, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { users } from './profile.table.ts';

type Changes = PgUpdateSetSource<typeof users>;

/** The columns of the profile. An address that waits for confirmation is one too, since another save could undo it. */
const versioned = [
  'firstName',
  'lastName',
  'email',
  'pendingEmail',
  'phone',
  'address',
  'dateOfBirth',
  'timezone',
] as const;

/** The column to set along with `changes`: incremented if they change the profile. */
export function nextVersion(changes: Changes): Changes {
  const isNew = versioned
    .filter((name) => changes[name] !== undefined)
    .map((name) => sql`${users[name]} is distinct from ${changes[name]}`);
  return isNew.length === 0 ? {} : { version: sql`${users.version} + (${or(...isNew)})::int` };
}
