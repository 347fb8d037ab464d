import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { found } from '../../../platform/errors.ts';
import { announceAll } from '../../../platform/events.ts';
import { lockSchedules, settleWithdrawn } from '../schedules/schedules.ts';
import type { ClaimedDelivery } from './claim.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { finishSchedules } from './finish.ts';
import type { Outcome } from './send-delivery.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

/** One attempt and how it ended. */
export interface Attempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
}

/**
 * Records how attempts ended, in one transaction with the schedules, the audit log and the follow-up jobs. An attempt
 * whose claim was lost meanwhile changes nothing: what the later claim records counts.
 */
export async function recordOutcomes(services: Services, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const attemptOf = new Map(attempts.map((attempt) => [attempt.delivery.id, attempt]));
  await inTransaction(services.db, async (tx) => {
    await lockSchedules(tx, new Set(attempts.map(({ delivery }) => delivery.scheduleId)));
    const rows = await lockDeliveries(
      tx,
      sql`${deliveryQueue.id} = any(${sql.param([...attemptOf.keys()])}::uuid[])`,
    );
    const transitions = await applyEvents(tx, services, rows, ({ id }) => {
      const { delivery: claim, outcome } = found(attemptOf.get(id));
      return { kind: 'attempted', claim, outcome, jitter: services.random.fraction() };
    });
    const schedulesOf = (kept: typeof transitions) => new Set(kept.map(({ before }) => before.scheduleId));
    const lessened = schedulesOf(transitions.filter(({ after }) => !after));
    await settleWithdrawn(tx, services, [...lessened]);
    const furthered = schedulesOf(transitions.filter(({ after }) => after?.status === 'delivered'));
    await finishSchedules(tx, services, new Set([...furthered, ...lessened]));
    await announceAll(tx, new Set(attempts.map(({ delivery }) => delivery.userId)), ['schedules', 'stats']);
  });
}
