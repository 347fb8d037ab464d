import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import { lockOwner } from '../../profile/profile.ts';
import { lockRoles, notStaff } from './roles.ts';
import type { StaffRoleChangeRow } from './staff.table.ts';

export type Kind = StaffRoleChangeRow['kind'];

/** One role change at a time, by somebody who is still staff. */
export async function lockMember(
  tx: Tx,
  services: Services,
  { id }: UserRow,
): Promise<{ now: Date; member: UserRow }> {
  await lockRoles(tx);
  const member = await lockOwner(tx, id);
  if (!member.isAdmin || member.deletionRequestedAt) throw notStaff();
  return { now: await readDatabaseTime(tx, services.clock), member };
}

export function requirePossible(kind: Kind, person: UserRow): void {
  if (kind === 'withdrawal') {
    if (!person.isAdmin) throw new AppError('conflict', 'This person is not staff');
    return;
  }
  if (person.deletionRequestedAt) throw new AppError('conflict', 'This account is being deleted');
  if (person.memorialisedAt) throw new AppError('conflict', 'They have died');
  if (person.suspendedAt)
    throw new AppError('conflict', 'Their sign-in is suspended. Let them in again first.');
  if (person.isAdmin) throw new AppError('conflict', 'This person is already staff');
}
