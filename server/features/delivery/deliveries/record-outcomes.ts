import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database.ts';
import { found } from '../../../platform/errors.ts';
import { announceAll } from '../../../platform/events.ts';
import type { ClaimedDelivery } from './claim.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { finishSchedules } from './finish.ts';
import { lockSchedules, settleWithdrawn } from './schedules/schedules.ts';
import type { Outcome } from './send-delivery.ts';
import { applyEvents, lockDeliveries } from './transitions.ts';

export interface Attempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
}

/**
 * Records the outcomes of attempts, in one transaction with the schedules, the audit log and the follow-up jobs. An attempt
 * whose claim was lost changes nothing: the later claim records the outcome.
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
    const schedulesOf = (some: typeof transitions) => new Set(some.map(({ before }) => before.scheduleId));
    const withDeletions = schedulesOf(transitions.filter(({ after }) => !after));
    await settleWithdrawn(tx, services, [...withDeletions]);
    const withDeliveries = schedulesOf(transitions.filter(({ after }) => after?.status === 'delivered'));
    await finishSchedules(tx, services, new Set([...withDeliveries, ...withDeletions]));
    await announceAll(tx, new Set(attempts.map(({ delivery }) => delivery.userId)), ['schedules', 'stats']);
  });
}
