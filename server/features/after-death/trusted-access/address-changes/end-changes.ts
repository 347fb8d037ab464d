import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { endHoldIfLast } from '../people.ts';
import { afterEvent, isDisputed } from './address-change-state.ts';
import { addressChanges } from './address-changes.table.ts';
import { writeChange } from './change-rows.ts';
import { putBack, recordChange } from './make-change.ts';

/**
 * Ends what others have changed in the address book of an owner who lives after all. What was only proposed is not made, and what somebody
 * said is wrong is put back; the rest stays until the owner enters something else, and still waits as long as it would have, so that
 * they can. The caller has locked the owner and their schedules.
 */
export async function endAddressChangesOf(tx: Tx, services: Services, userId: string): Promise<void> {
  const open = await tx
    .select()
    .from(addressChanges)
    .where(and(eq(addressChanges.userId, userId), inArray(addressChanges.state, ['proposed', 'made'])))
    .orderBy(asc(addressChanges.recipientId), asc(addressChanges.createdAt));
  const now = await readDatabaseTime(tx, services.clock);
  for (const before of open) {
    const columns = afterEvent(before, { kind: 'owner-lives' }, now);
    if (!columns) continue;
    const after = await writeChange(tx, before.id, columns);
    const person = await lockRecipient(tx, userId, before.recipientId);
    if (after.state === 'put_back') await putBack(tx, services, after, person);
    if (isDisputed(before)) await endHoldIfLast(tx, services, person.id, 'system');
    await recordChange(tx, services, after, { action: 'address-change.ended', actor: 'system', before });
  }
}
