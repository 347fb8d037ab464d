import { eq } from 'drizzle-orm';
import type { SeenItem } from '../../../../shared/keepsakes/staff-item-changes.ts';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { requireFound } from '../../../platform/errors.ts';
import type { RequireMayActOn } from '../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { lockRecipient } from '../../people/recipients/recipients.ts';
import { record } from '../../system/audit/audit.ts';
import { announceItems, lockItem } from './item-rows.ts';
import { type PhysicalItemRow, physicalItems } from './physical-items.table.ts';
import { requireUnchanged, seenOf } from './seen-item.ts';
import type { Recipient } from './staff-rules.ts';

/** A staff action on an item: who acts, why, and the item as they saw it. */
export interface ByStaff {
  actor: UserRow;
  itemId: string;
  reason: string;
  seen: SeenItem;
}

export interface Locked {
  item: PhysicalItemRow;
  owner: UserRow;
  recipient: Recipient;
}

/** `requireMayActOn` is left out for what gives nobody anything. */
export function changeAsStaff(
  services: Services,
  { action, requireMayActOn }: { action: AuditAction; requireMayActOn?: RequireMayActOn | undefined },
  { actor, itemId, reason, seen }: ByStaff,
  change: (tx: Tx, locked: Locked) => Promise<PhysicalItemRow>,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const [known] = await tx.select().from(physicalItems).where(eq(physicalItems.id, itemId));
    const { userId } = requireFound(known, 'This item');
    await requireMayActOn?.(tx, actor.id, userId);
    // Locks its owner first, as payments do.
    const owner = await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, itemId);
    const recipient = item.recipientId ? await lockRecipient(tx, userId, item.recipientId) : null;
    requireUnchanged(seen, seenOf(item, recipient, owner));
    const after = await change(tx, { item, owner, recipient });
    await record(tx, services.clock.now(), {
      action,
      actor: actor.id,
      userId,
      subjectId: itemId,
      reason,
      before: factsOf(item),
      after: factsOf(after),
    });
    await announceItems(tx, userId);
  });
}

function factsOf({ status, storageLocation, returnFee, lostReportedAt, lostAt }: PhysicalItemRow) {
  const loss = lostAt ? 'confirmed' : lostReportedAt ? 'reported' : null;
  return { status, storageLocation, returnFee, loss };
}
