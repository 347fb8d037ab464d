import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { renameAddressee } from '../../memories/memories/memories.ts';
import type { RecipientHooks } from '../../people/recipients/recipients.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { schedules } from './schedules/schedules.table.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/**
 * Resumes what was waiting for an address or had failed at the old one, and marks what is being sent. Call it only when
 * `addressOf` the recipient changes: an unchanged address may already have received three mails.
 */
export async function resumeDeliveriesOfRecipient(
  tx: Tx,
  services: Services,
  recipientId: string,
): Promise<void> {
  const rows = await lockDeliveries(tx, and(eq(deliveryQueue.recipientId, recipientId), undelivered));
  await applyEvents(tx, services, rows, () => ({ kind: 'address-changed' }));
}

/** Has what was put off until `waitedUntil` go on now, with the time and the mails that were left. */
export async function endAddressWait(
  tx: Tx,
  services: Services,
  recipientId: string,
  waitedUntil: Date,
): Promise<void> {
  const rows = await lockDeliveries(tx, and(eq(deliveryQueue.recipientId, recipientId), undelivered));
  await applyEvents(tx, services, rows, () => ({ kind: 'address-wait-ended', waitedUntil }));
}

/** What follows from a change of a recipient's record, no matter who makes it. */
export const recipientHooks: RecipientHooks = {
  resume: resumeDeliveriesOfRecipient,
  endWait: endAddressWait,
  rename: renameAddressee,
};

/** Resumes what was waiting for the memory's approval or for a new file; called when a memory is approved. */
export async function resumeDeliveriesOfMemory(tx: Tx, services: Services, memoryId: string): Promise<void> {
  const ofMemory = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.memoryId, memoryId));
  const rows = await lockDeliveries(tx, and(inArray(deliveryQueue.scheduleId, ofMemory), undelivered));
  await applyEvents(tx, services, rows, () => ({ kind: 'memory-approved' }));
}

/** Resumes everything that was held back while the owner's account was to be deleted. */
export async function resumeDeliveriesOfOwner(tx: Tx, services: Services, userId: string): Promise<void> {
  const theirs = tx.select({ id: schedules.id }).from(schedules).where(eq(schedules.userId, userId));
  const rows = await lockDeliveries(tx, and(inArray(deliveryQueue.scheduleId, theirs), undelivered));
  await applyEvents(tx, services, rows, () => ({ kind: 'owner-restored' }));
}

const undelivered = sql`${deliveryQueue.status} <> 'delivered'`;
