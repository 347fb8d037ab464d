import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { announceAll } from '../../../../platform/events.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { deliveryQueue, schedules } from '../deliveries.table.ts';
import { findPaidAgain, isInArrears } from '../send/paid-for.ts';
import { waitsForPayment } from '../state/state.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';

/** A crash repeats at most this much work. */
const deliveriesPerTransaction = 1_000;

/**
 * Resumes this owner's deliveries that waited for a payment and are paid for now. Runs after the payment is
 * committed: everything claimed from then on takes it into account, and what is being sent gets a mark.
 */
export async function resumeAfterPayment(services: Services, userId: string): Promise<void> {
  const { db, clock, sweeps } = services;
  const [owner] = await db.select().from(users).where(eq(users.id, userId));
  if (!owner) return;
  const now = clock.now();
  const found = await listUnpaid(db, userId);
  const paid = found.filter((row) => !waitsForPayment(row) || !isInArrears(owner, row.dueAt, now));
  for (const ids of inBatches(paid)) {
    const resume = (some: readonly { id: string }[]) =>
      inTransaction(db, async (tx) => {
        const rows = await lockDeliveries(tx, inArray(deliveryQueue.id, idsOf(some)));
        await applyEvents(tx, services, rows, () => ({ kind: 'account-paid' }));
        await announceAll(tx, [userId], ['schedules', 'stats']);
      });
    // `resumePaidAgain` finds those that fail.
    await sweeps.together(
      'paid-deliveries',
      ids.map((id) => ({ id })),
      resume,
    );
  }
}

/** Deliveries that wait for a payment, and those that are being sent. */
function listUnpaid(db: Queryable, userId: string) {
  const ofOwner = and(eq(schedules.userId, userId), inArray(deliveryQueue.status, ['waiting', 'sending']));
  return db
    .select({
      id: deliveryQueue.id,
      dueAt: deliveryQueue.dueAt,
      waitingReason: deliveryQueue.waitingReason,
      memoryId: schedules.memoryId,
    })
    .from(schedules)
    .innerJoin(deliveryQueue, eq(deliveryQueue.scheduleId, schedules.id))
    .where(
      and(
        ofOwner,
        sql`(${deliveryQueue.status} = 'sending' or ${deliveryQueue.waitingReason} = 'account_in_arrears')`,
      ),
    )
    .orderBy(deliveryQueue.dueAt, schedules.memoryId, deliveryQueue.id);
}

type Unpaid = Awaited<ReturnType<typeof listUnpaid>>[number];

/** Deliveries that may go in one mail are resumed in one transaction, see same-message.ts. */
function inBatches(rows: readonly Unpaid[]): string[][] {
  const batches: string[][] = [];
  let last: string | undefined;
  for (const { id, dueAt, memoryId } of rows) {
    const mail = `${dueAt.toISOString()} ${memoryId}`;
    const batch = batches.at(-1);
    if (batch && (mail === last || batch.length < deliveriesPerTransaction)) batch.push(id);
    else batches.push([id]);
    last = mail;
  }
  return batches;
}

/** Catches what the job after a payment missed: resumes the deliveries of all owners who have paid. */
export async function resumePaidAgain(services: Services): Promise<void> {
  const paid = await findPaidAgain(services.db, services.clock.now());
  await services.sweeps.each('paid-again', paid, ({ id }) => resumeAfterPayment(services, id));
}
