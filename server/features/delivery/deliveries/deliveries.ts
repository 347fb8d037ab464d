import { and, eq, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Contact } from '../../../../shared/outbox/channels.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError, requireFound } from '../../../platform/errors.ts';
import { announceAll } from '../../../platform/events.ts';
import { renameAddressee } from '../../memories/memories/memories.ts';
import { endHold, holdRecipient, type RecipientHooks } from '../../people/recipients/recipients.ts';
import { reachedNow } from './current-address.ts';
import { type Enqueueing, tellStaffLater } from './deliveries.mails.ts';
import { type DeliveryRow, deliveryQueue, schedules } from './deliveries.table.ts';
import { finishSchedules, lockSchedules } from './send/record-outcomes.ts';
import { findInDoubtWith } from './send/same-message.ts';
import type { DeliveryEvent } from './state/delivery-state.ts';
import { waitsForAddress } from './state/state.ts';
import { applyEvents, lockDeliveries } from './state/transitions.ts';

export { nextContact, reachedOf } from './current-address.ts';
export { failedAddressesOf } from './failed-addresses.ts';
export { renewGuardianLinks } from './guardians/links.ts';

/** Applies an event to all matching deliveries that are not delivered yet. */
async function applyToUndelivered(
  tx: Tx,
  services: Services,
  which: SQL,
  event: DeliveryEvent,
): Promise<DeliveryRow[]> {
  const rows = await lockDeliveries(tx, and(which, ne(deliveryQueue.status, 'delivered')));
  await applyEvents(tx, services, rows, () => event);
  return rows;
}

const ofRecipient = (recipientId: string) => eq(deliveryQueue.recipientId, recipientId);

function ofSchedules(tx: Tx, which: SQL): SQL {
  const found = tx.select({ id: schedules.id }).from(schedules).where(which);
  return inArray(deliveryQueue.scheduleId, found);
}

/** Resumes deliveries that waited for an address and have another one than `before`; marks those that are being sent. */
export async function resumeDeliveriesOfRecipient(
  tx: Tx,
  services: Services,
  recipientId: string,
  before: readonly Contact[],
): Promise<void> {
  const reached = await reachedNow(tx, services, recipientId);
  const event = { kind: 'address-changed', before, reached } as const;
  await applyToUndelivered(tx, services, ofRecipient(recipientId), event);
}

/** What a change to a recipient's record leads to, whoever makes it. */
export const recipientHooks: RecipientHooks = {
  resume: resumeDeliveriesOfRecipient,
  /** Resumes deliveries that were put off until `waitedUntil`, with the retries and mails that they had left. */
  async endWait(tx, services, recipientId, waitedUntil) {
    const event = { kind: 'address-wait-ended', waitedUntil } as const;
    await applyToUndelivered(tx, services, ofRecipient(recipientId), event);
  },
  rename: renameAddressee,
};

/** Resumes deliveries that waited for the memory's approval or a new file; called when a memory is approved. */
export async function resumeDeliveriesOfMemory(tx: Tx, services: Services, memoryId: string): Promise<void> {
  const theirs = ofSchedules(tx, eq(schedules.memoryId, memoryId));
  await applyToUndelivered(tx, services, theirs, { kind: 'memory-approved' });
}

/** Resumes everything that was held back because the owner's account was to be deleted. */
export async function resumeDeliveriesOfOwner(tx: Tx, services: Services, userId: string): Promise<void> {
  const theirs = ofSchedules(tx, eq(schedules.userId, userId));
  await applyToUndelivered(tx, services, theirs, { kind: 'owner-restored' });
}

// For the functions below, the caller has locked the schedules that name the recipient, so that none starts meanwhile, and then the recipient.

interface Hold {
  recipientId: string;
  /** Whoever asked for it, as named in the audit log. */
  actor: string;
  at: Date;
}

/** From now on nothing is sent to this recipient, except what is already on its way. */
export async function holdDeliveriesTo(
  tx: Tx,
  services: Services,
  { recipientId, actor, at }: Hold,
): Promise<void> {
  await holdRecipient(tx, recipientId, at);
  await applyToRecipient(tx, services, recipientId, { kind: 'recipient-held', actor });
}

/** Resumes everything that waited for the hold to end, with the retries and mails that it had left; nothing if they have died. */
export async function resumeHeldDeliveriesTo(
  tx: Tx,
  services: Services,
  { recipientId, actor }: Omit<Hold, 'at'>,
): Promise<void> {
  if (!(await endHold(tx, recipientId))) return;
  await applyToRecipient(tx, services, recipientId, { kind: 'recipient-hold-ended', actor });
}

async function applyToRecipient(
  tx: Tx,
  services: Services,
  recipientId: string,
  event: DeliveryEvent,
): Promise<void> {
  const rows = await applyToUndelivered(tx, services, ofRecipient(recipientId), event);
  await announceAll(tx, new Set(rows.map(({ userId }) => userId)), ['schedules', 'stats']);
}

/** Retries the failed deliveries of an owner's schedule. 404 if it is not theirs, 409 if none has failed. */
export async function retrySchedule(services: Services, userId: string, scheduleId: string): Promise<void> {
  const [own] = await services.db
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.id, scheduleId), eq(schedules.userId, userId)));
  requireFound(own, 'This schedule');
  const which = and(eq(deliveryQueue.scheduleId, scheduleId), eq(deliveryQueue.status, 'failed'));
  const retried = await retryDeliveries(services, which, userId);
  if (retried.length === 0) throw new AppError('conflict', 'There is nothing here that needs another try');
}

/** Retries whichever of these deliveries stopped and may succeed now; returns their ids. */
export function retryDeliveries(
  services: Services,
  which: SQL | undefined,
  actor: string,
): Promise<string[]> {
  return inTransaction(services.db, async (tx) => {
    const rows = await lockDeliveries(tx, which);
    const retried = await applyEvents(tx, services, rows, () => ({ kind: 'retry-asked', actor }));
    const owners = new Set(retried.map(({ before }) => before.userId));
    await announceAll(tx, owners, ['schedules']);
    return retried.map(({ before }) => before.id);
  });
}

/**
 * Records that a recipient opened these deliveries of theirs; those opened before are left unchanged. One of
 * unknown outcome is now delivered, with everything that was in the same message.
 */
export async function markOpened(
  tx: Tx,
  services: Services,
  opened: readonly Pick<DeliveryRow, 'id' | 'scheduleId' | 'deliveredAt'>[],
): Promise<void> {
  const inDoubt: { id: string; scheduleId: string }[] = [];
  for (const { id, deliveredAt } of opened)
    if (!deliveredAt) inDoubt.push(...(await findInDoubtWith(tx, id)));
  const found = [...opened, ...inDoubt];
  await lockSchedules(
    tx,
    found.map(({ scheduleId }) => scheduleId),
  );
  const ids = found.map(({ id }) => id);
  const rows = await lockDeliveries(tx, inArray(deliveryQueue.id, ids));
  const openedIds = new Set(opened.map(({ id }) => id));
  const openedRows = rows.filter(({ id }) => openedIds.has(id));
  const { contacts } = await reachedNow(tx, services, openedRows[0]?.recipientId);
  const concerned = rows.filter(
    (row) => openedIds.has(row.id) || openedRows.some((own) => isInDoubtWith(row, own)),
  );
  const transitions = await applyEvents(tx, services, concerned, ({ id }) => ({
    kind: openedIds.has(id) ? 'opened' : 'opened-together',
    contacts,
  }));
  const delivered = transitions.filter(({ after }) => after?.status === 'delivered');
  await finishSchedules(
    tx,
    services,
    delivered.map(({ before }) => before.scheduleId),
  );
}

function isInDoubtWith(row: DeliveryRow, own: DeliveryRow): boolean {
  const since = own.outcomeUnknownAt?.getTime();
  return since !== undefined && row.status !== 'sending' && row.outcomeUnknownAt?.getTime() === since;
}

/** Records that another message of ours tells these people of the release made in `tx`. */
export async function recordKnowing(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  recipientIds: readonly string[],
): Promise<void> {
  if (recipientIds.length === 0) return;
  await tx.execute(sql`
    insert into death_news (recipient_id, memorialised_at, delivery_id, decided_at)
    select r.id, u.memorialised_at, null, ${clock.now().toISOString()}::timestamptz
    from recipients r join users u on u.id = r.user_id
    where r.id = any(${sql.param([...recipientIds])}::uuid[]) and u.memorialised_at is not null
    order by r.id
    on conflict do nothing`);
}

/** Asks staff about deliveries that wait for an address, since their owner can no longer be asked. */
export async function askStaffInstead(tx: Tx, services: Enqueueing, userId: string): Promise<void> {
  const theirs = ofSchedules(tx, eq(schedules.userId, userId));
  const stopped = await tx
    .select()
    .from(deliveryQueue)
    .where(and(theirs, isNotNull(deliveryQueue.stoppedAt)));
  await tellStaffLater(tx, services, stopped.filter(waitsForAddress));
}
