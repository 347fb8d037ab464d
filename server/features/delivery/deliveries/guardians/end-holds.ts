import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable } from '../../../../platform/database.ts';
import { announceAll } from '../../../../platform/events.ts';
import { deliveryQueue, type WaitingReason } from '../deliveries.table.ts';
import { isHeld } from '../holds/holds.ts';
import { lockSchedules } from '../send/record-outcomes.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { findWaitingForGuardian } from './guardian-hold.ts';

const sweep = 'guardian-holds';
const rowsPerPage = 500;
const waiting: WaitingReason = 'held_by_guardian';

const { id, scheduleId, recipientId } = deliveryQueue;

/**
 * Resumes deliveries that need no longer wait for a guardian: the child has reached the age, the guardian stayed silent
 * after a death, or the owner took the say away. Does nothing while deliveries are held or the clocks differ.
 */
export async function endGuardianHolds(services: Services): Promise<void> {
  const { db, sweeps } = services;
  for (let after: string | undefined; ; ) {
    const page = await db
      .select({ id, scheduleId, recipientId })
      .from(deliveryQueue)
      .where(
        and(
          // Waiting deliveries are stopped, and stopped ones have an index: otherwise this would read every delivery ever made.
          isNotNull(deliveryQueue.stoppedAt),
          eq(deliveryQueue.waitingReason, waiting),
          after ? gt(id, after) : undefined,
          sql`not ${isHeld}`,
        ),
      )
      .orderBy(asc(id))
      .limit(rowsPerPage);
    const over = await findOver(db, services, page);
    await sweeps.each(sweep, over, (delivery) => goOn(services, delivery));
    after = page.at(-1)?.id;
    if (page.length < rowsPerPage) return;
  }
}

interface Found {
  id: string;
  scheduleId: string;
  recipientId: string | null;
}

async function findOver(
  db: Queryable,
  services: Pick<Services, 'clock'>,
  page: readonly Found[],
): Promise<Found[]> {
  const known = page.flatMap((row) => (row.recipientId ? [{ ...row, recipientId: row.recipientId }] : []));
  const still = new Set((await findWaitingForGuardian(db, services, known)).map((row) => row.id));
  return known.filter((row) => !still.has(row.id));
}

function goOn(services: Services, found: Found): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockSchedules(tx, [found.scheduleId]);
    if ((await findOver(tx, services, [found])).length === 0) return;
    const rows = await lockDeliveries(tx, eq(id, found.id));
    await applyEvents(tx, services, rows, () => ({ kind: 'guardian-hold-ended', actor: 'system' }));
    await announceAll(tx, new Set(rows.map(({ userId }) => userId)), ['schedules', 'stats']);
  });
}
