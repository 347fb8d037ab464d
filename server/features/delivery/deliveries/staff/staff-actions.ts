import { eq } from 'drizzle-orm';
import type { SeenDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { announceAll } from '../../../../platform/events.ts';
import type { RequireMayActOn } from '../../../accounts/auth/staff/staff.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { addressToTry } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { lockSchedulesOfRecipient } from '../plan/plan.ts';
import { endDisowning, type RenewTrustedLinks } from '../said/said.ts';
import { finishSchedules, lockSchedules } from '../send/record-outcomes.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { findDelivery, requireAct, requireUnchanged } from './staff.ts';

/** A staff action on a delivery: who acts, why, and the delivery as they saw it. */
export interface StaffAct {
  /** The id of the member of staff. */
  actor: string;
  deliveryId: string;
  reason: string;
  seen: SeenDelivery;
}

const verbs = {
  retry: { act: 'retry', action: 'delivery.retried-by-staff', event: 'retry-asked' },
  hold: { act: 'hold', action: 'delivery.held-by-staff', event: 'held' },
  release: { act: 'release', action: 'delivery.released-by-staff', event: 'hold-ended' },
  sendAgain: { act: 'settle', action: 'delivery.settled-by-staff', event: 'retry-asked' },
  settleAsDelivered: { act: 'settle', action: 'delivery.settled-by-staff', event: 'found-arrived' },
} as const;
export type StaffVerb = keyof typeof verbs;

/**
 * Retries a delivery, puts it on hold, ends a hold, or settles an unknown outcome. 404 for an unknown delivery; 409 if its state does
 * not allow it, or if it is no longer as `seen`. Any member of staff may put one on hold, since nobody gains by that.
 */
export function actOnDelivery(
  services: Services,
  requireMayActOn: RequireMayActOn,
  verb: StaffVerb,
  by: StaffAct,
): Promise<void> {
  const { act, action, event } = verbs[verb];
  return inTransaction(services.db, async (tx) => {
    const { scheduleId, userId } = await findDelivery(tx, by.deliveryId);
    if (act !== 'hold') await requireMayActOn(tx, by.actor, userId);
    await lockSchedules(tx, [scheduleId]);
    const rows = await lockDeliveries(tx, eq(deliveryQueue.id, by.deliveryId));
    const before = requireFound(rows[0], 'This delivery');
    requireUnchanged(by.seen, before, await addressToTry(tx, services, before));
    requireAct(act, before);
    const [done] = await applyEvents(tx, services, rows, () => ({ kind: event, actor: by.actor }));
    const after = done?.after;
    if (!after) throw new AppError('conflict', 'This delivery cannot be changed like that');
    if (after.status === 'delivered') await finishSchedules(tx, services, [scheduleId]);
    await recordAct(tx, services, action, by, { before, after });
  });
}

/**
 * The address is right, whatever somebody there said: the page opens again to whoever enters a code, and what
 * waited goes out. Errors as above.
 */
export function confirmAddress(
  services: Services,
  {
    requireMayActOn,
    renewTrustedLinks,
  }: { requireMayActOn: RequireMayActOn; renewTrustedLinks: RenewTrustedLinks },
  by: StaffAct,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { userId, recipientId } = await findDelivery(tx, by.deliveryId);
    await requireMayActOn(tx, by.actor, userId);
    if (!recipientId) throw new AppError('conflict', 'Its recipient was removed from the address book');
    await lockSchedulesOfRecipient(tx, recipientId);
    const { disownedAddress: address } = await lockRecipient(tx, userId, recipientId);
    const rows = await lockDeliveries(tx, eq(deliveryQueue.recipientId, recipientId));
    const row = rows.find(({ id }) => id === by.deliveryId);
    const before = requireFound(row, 'This delivery');
    requireUnchanged(by.seen, before, await addressToTry(tx, services, before));
    requireAct('confirm', before);
    if (!address) throw new AppError('conflict', 'Nobody says any more that this address is wrong');
    await endDisowning(tx, services, renewTrustedLinks, { recipientId, address, actor: by.actor });
    const after = await findDelivery(tx, by.deliveryId);
    await recordAct(tx, services, 'delivery.address-confirmed-by-staff', by, { before, after });
  });
}

/** Writes the entry in the audit log, and notifies the owner and open consoles. */
export async function recordAct(
  tx: Tx,
  { clock }: Services,
  action: AuditAction,
  { actor, reason }: StaffAct,
  { before, after }: { before: DeliveryRow; after: DeliveryRow },
): Promise<void> {
  const { userId, id } = after;
  await record(tx, clock.now(), {
    action,
    actor,
    userId,
    subjectId: id,
    reason,
    before: factsOf(before),
    after: factsOf(after),
  });
  await announceAll(tx, [userId], ['schedules', 'stats']);
  await announceToStaff(tx);
}

function factsOf({ status, waitingReason, attemptCount }: DeliveryRow) {
  return { state: status, reason: waitingReason, attemptCount };
}
