import type { SeenPerson } from '../../../../../shared/accounts/staff.ts';
import { requireAsSeen } from '../../../../platform/as-seen.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { lockOwner } from '../../profile/profile.ts';

/**
 * Locks the account that a member of staff acts on. 404 if there is none; 409, with a sentence for each thing
 * that changed since they looked, so that nothing is overwritten unseen.
 */
export async function lockUnchanged(tx: Tx, userId: string, seen: SeenPerson): Promise<UserRow> {
  const person = await lockOwner(tx, userId);
  const { email, isAdmin } = person;
  requireAsSeen('account', {
    email: seen.email !== email && `The address was ${seen.email}, and is ${email} now`,
    isAdmin: seen.isAdmin !== isAdmin && (isAdmin ? 'They have become staff' : 'They are no longer staff'),
    suspendedAt:
      isOther(seen.suspendedAt, person.suspendedAt) &&
      (person.suspendedAt ? 'Their sign-in was suspended' : 'They have been let in again'),
    deletionRequestedAt:
      isOther(seen.deletionRequestedAt, person.deletionRequestedAt) &&
      (person.deletionRequestedAt
        ? 'They asked for the account to be deleted'
        : 'They took back the deletion of the account'),
  });
  return person;
}

function isOther(one: Date | null, other: Date | null): boolean {
  return one?.getTime() !== other?.getTime();
}
