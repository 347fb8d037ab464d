import { eq, sql } from 'drizzle-orm';
import type { RecipientDeath } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { announce } from '../../../platform/events.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { record } from '../../system/audit/audit.ts';
import { type RecipientEntry, withDays } from './recipient-days.ts';
import { lockRecipient } from './recipient-rows.ts';
import { type RecipientRow, recipients } from './recipients.table.ts';

/** What a recipient's death means for the deliveries to them; passed in by app.ts. */
export interface DeathHooks {
  /** Locks the schedules that name a recipient; call it before locking the recipient. */
  lock(tx: Tx, recipientId: string): Promise<void>;
  /** From now on nothing is sent to them. */
  hold(tx: Tx, services: Services, held: { recipientId: string; actor: string; at: Date }): Promise<void>;
  /** What waited for them goes on, unless there is another hold. */
  endHold(tx: Tx, services: Services, recipientId: string, actor: string): Promise<void>;
  /** Passes what they have not received, including keepsakes, to somebody else. The owner is locked. */
  passOn(
    tx: Tx,
    services: Services,
    passing: { actor: string; userId: string; from: string; to: string },
  ): Promise<unknown>;
}

/**
 * The owner says that somebody has died: what is for them waits, or goes to their substitute if the owner says so,
 * now or later. What they received stays. 404 if not the owner's, 409 if nobody is named in their place.
 */
export function markDied(
  services: Services,
  hooks: DeathHooks,
  owner: UserRow,
  id: string,
  { passOn }: RecipientDeath,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockWithSchedules(tx, hooks, owner, id);
    const at = services.clock.now();
    if (!before.diedAt) {
      await setDied(tx, services, owner, id, at);
      await hooks.hold(tx, services, { recipientId: id, actor: owner.id, at });
    }
    if (passOn) await giveToSubstitute(tx, services, hooks, before, owner);
    return load(tx, owner, id);
  });
}

/** It was a mistake: what waited goes on. What went to somebody else does not come back. 404 if not the owner's. */
export function undoDeath(
  services: Services,
  hooks: DeathHooks,
  owner: UserRow,
  id: string,
): Promise<RecipientEntry> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockWithSchedules(tx, hooks, owner, id);
    if (before.diedAt) {
      await setDied(tx, services, owner, id, null);
      await hooks.endHold(tx, services, id, owner.id);
    }
    return load(tx, owner, id);
  });
}

/** Locks in the usual order; the first lookup makes sure that a stranger's schedules are not locked. */
async function lockWithSchedules(
  tx: Tx,
  hooks: DeathHooks,
  owner: UserRow,
  id: string,
): Promise<RecipientRow> {
  const [row] = await tx.select({ userId: recipients.userId }).from(recipients).where(eq(recipients.id, id));
  // Items are changed with the owner locked.
  await lockOwner(tx, owner.id);
  if (row?.userId === owner.id) await hooks.lock(tx, id);
  return lockRecipient(tx, owner.id, id);
}

async function setDied(
  tx: Tx,
  services: Services,
  { id: userId }: UserRow,
  id: string,
  diedAt: Date | null,
): Promise<void> {
  const now = services.clock.now();
  await tx
    .update(recipients)
    .set({ diedAt, version: sql`${recipients.version} + 1`, updatedAt: now })
    .where(eq(recipients.id, id));
  const action = diedAt ? 'recipient.died' : 'recipient.death-undone';
  await record(tx, now, { action, actor: userId, userId, subjectId: id });
}

async function giveToSubstitute(
  tx: Tx,
  services: Services,
  hooks: DeathHooks,
  { id: from, substituteId: to, firstName }: RecipientRow,
  { id: userId }: UserRow,
): Promise<void> {
  if (!to) throw new AppError('conflict', `Please say first who is to have what was for ${firstName}`);
  const [substitute] = await tx.select().from(recipients).where(eq(recipients.id, to));
  if (substitute?.diedAt)
    throw new AppError('conflict', `You told us that ${substitute.firstName} has died too`);
  await hooks.passOn(tx, services, { actor: userId, userId, from, to });
}

async function load(tx: Tx, owner: UserRow, id: string): Promise<RecipientEntry> {
  const [entry] = await withDays(tx, [await lockRecipient(tx, owner.id, id)]);
  await announce(tx, owner.id, ['recipients', 'schedules', 'stats']);
  return requireFound(entry);
}
