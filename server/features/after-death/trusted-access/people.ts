import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { notFound } from '../../../platform/errors.ts';
import { resumeHeldDeliveriesTo } from '../../delivery/deliveries/deliveries.ts';
import { lockSchedulesOfRecipient } from '../../delivery/deliveries/plan/plan.ts';
import { type RecipientRow, recipients } from '../../people/recipients/recipients.table.ts';
import { lockRecipient } from '../../people/recipients/recipients.ts';
import { addressChanges, isDisputeOpen } from './address-changes/address-changes.table.ts';
import { isHoldingOpen, lifeChanges } from './life-changes/life-changes.table.ts';

// The people in an address book whose deliveries may be held because of an address change or a life change.

/**
 * Locks a person with the schedules that name them, in the usual order, so that nothing for them begins
 * meanwhile. 404 if the owner did not name them.
 */
export async function lockPerson(tx: Tx, userId: string, recipientId: string): Promise<RecipientRow> {
  const isTheirs = and(eq(recipients.id, recipientId), eq(recipients.userId, userId));
  if ((await tx.$count(recipients, isTheirs)) === 0) throw notFound('This person');
  await lockSchedulesOfRecipient(tx, recipientId);
  return lockRecipient(tx, userId, recipientId);
}

/** Ends the hold on a person if no reason for it remains. The caller has locked them. */
export async function endHoldIfLast(
  tx: Tx,
  services: Services,
  recipientId: string,
  actor: string,
): Promise<void> {
  const holds = and(eq(lifeChanges.recipientId, recipientId), isHoldingOpen);
  if ((await tx.$count(lifeChanges, holds)) > 0) return;
  if (!(await isAddressDisputed(tx, recipientId)))
    await resumeHeldDeliveriesTo(tx, services, { recipientId, actor });
}

/** Whether an address of this recipient is disputed and staff have not decided yet. */
export async function isAddressDisputed(db: Queryable, recipientId: string): Promise<boolean> {
  return (
    (await db.$count(addressChanges, and(eq(addressChanges.recipientId, recipientId), isDisputeOpen))) > 0
  );
}

/** Contradictions between what contacts told us and who is on hold. The list should always be empty. */
export async function findHoldDifferences(db: Queryable): Promise<{ what: string; subjectId: string }[]> {
  const held = union(
    db.select({ id: lifeChanges.recipientId }).from(lifeChanges).where(isHoldingOpen),
    db.select({ id: addressChanges.recipientId }).from(addressChanges).where(isDisputeOpen),
    db.select({ id: recipients.id }).from(recipients).where(isNotNull(recipients.diedAt)),
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select coalesce(r.id, h.recipient_id) as id
    from (select id from recipients where held_since is not null) r full join (${held}) h on h.recipient_id = r.id
    where r.id is null or h.recipient_id is null`);
  return rows.map(({ id }) => ({
    what: 'somebody is held and nobody asked for it, or somebody did and they are not held',
    subjectId: id,
  }));
}
