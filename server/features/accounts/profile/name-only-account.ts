import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import { hashPassword } from '../../../platform/passwords.ts';
import { type UserRow, users } from './profile.table.ts';

/** No mail ever goes to such an address. */
const nowhere = '@erased.invalid';

/**
 * Creates an account with only the name of an owner whose own account is about to be erased, for recipients who keep what
 * they received. Nobody can sign in to it, and the owner's address is free for another account. Returns the new id.
 */
export async function createNameOnlyAccount(
  tx: Tx,
  { clock, random }: Pick<Services, 'clock' | 'random'>,
  { firstName, lastName }: UserRow,
): Promise<string> {
  const now = clock.now();
  const [left] = await tx
    .insert(users)
    .values({
      firstName,
      lastName,
      email: `${random.token()}${nowhere}`,
      password: await hashPassword(random.token()),
      emailNotifications: false,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: users.id });
  return requireFound(left).id;
}

/** Whether only a name is left of an account, so that people keep what they were given. */
export function isNameOnly({ email }: Pick<UserRow, 'email'>): boolean {
  return email.endsWith(nowhere);
}
