import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { AppError } from '../../../platform/errors.ts';
import { requireLongEnough } from '../../accounts/auth/staff/staff.ts';
import { listPaidCheckouts } from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { oweRefund } from '../../billing/payments/refunds/refunds.ts';
import type { ByStaff } from './change-as-staff.ts';
import { goesBack } from './item-state.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';
import type { Move } from './write-handover.ts';

// An item that is lost on its way: one member of staff says so, and a colleague confirms it. Otherwise whoever sent it
// to their own door could end the search for it.

/** 409 for whoever said that it is lost, and for those who became staff a short time ago. */
export async function requireWordOn(
  tx: Tx,
  services: Services,
  act: 'report-lost' | 'confirm-lost',
  item: PhysicalItemRow,
  { actor }: ByStaff,
): Promise<void> {
  requireLongEnough(actor, await readDatabaseTime(tx, services.clock));
  if (act === 'confirm-lost' && item.lostReportedBy === actor.id)
    throw new AppError('conflict', 'You said yourself that this is lost. A colleague has to confirm it.');
}

export const notLost = {
  lostReportedAt: null,
  lostReportedBy: null,
  lostReason: null,
  lostAt: null,
} satisfies Partial<PhysicalItemRow>;

/** It stays as late as it was: a word about it is not a step. */
export function reportedLost(item: PhysicalItemRow, { actor, reason }: ByStaff, now: Date) {
  const { updatedAt } = item;
  return { lostReportedAt: now, lostReportedBy: actor.id, lostReason: reason, updatedAt };
}

/** A return that failed costs nothing, nor does another one if the item is found. */
export function confirmedLost(item: PhysicalItemRow, now: Date): Partial<PhysicalItemRow> {
  return { lostAt: now, ...(goesBack(item) && { returnFee: 0, returnFeePaidAt: null }) };
}

/** A return that failed costs nothing: what was paid for it is owed back. */
export async function refundReturn(tx: Tx, services: Services, before: PhysicalItemRow): Promise<void> {
  if (!goesBack(before)) return;
  for (const session of await listPaidCheckouts(tx, before.id))
    await oweRefund(tx, services, session, 'return-lost');
}

/** Whether it was lost until this act: then somebody was told so, and hears that it is not. */
export function isFound(act: Move, { lostAt }: PhysicalItemRow): boolean {
  return lostAt !== null && (act === 'come-back' || act === 'not-lost');
}
