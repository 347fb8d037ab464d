import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { endSubscription as endSubscriptionJob } from '../../../job-list.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { record } from '../../system/audit/audit.ts';
import { type EndCause, type SubscriptionRow, subscriptions } from './subscriptions.table.ts';

/** The owner's subscription that counts, running or ended; undefined if there never was one. */
export async function currentOf(
  db: Queryable,
  userId: string,
  { locked = false } = {},
): Promise<SubscriptionRow | undefined> {
  const query = db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.replacedAt)));
  const [row] = locked ? await query.for('update') : await query;
  return row;
}

type Ending = Pick<Services, 'clock' | 'jobs'>;

/** Makes sure that this owner is charged nothing more: a job ends whatever renews at the provider. What was paid stays paid. */
export async function endSubscriptions(
  tx: Tx,
  services: Ending,
  userId: string,
  cause: EndCause,
): Promise<void> {
  const running = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, userId), isNull(subscriptions.endedAt)))
    .for('update');
  for (const row of running) await endSubscription(tx, services, row, cause);
}

/** SQL on a row of users: a subscription of theirs has not ended at the provider. One at a provider that is no longer in use does not count: nobody could end it. */
export function isStillCharged({ payments }: Pick<Services, 'payments'>): SQL<boolean> {
  return sql`exists (select 1 from subscriptions where subscriptions.user_id = users.id
    and subscriptions.ended_at is null and subscriptions.provider = ${payments.name})`;
}

/** Ends a subscription that could not be renewed and whose months were paid in another way: the provider would keep trying to charge them. */
export async function endOverdueSubscription(tx: Tx, services: Ending, userId: string): Promise<void> {
  const held = await currentOf(tx, userId, { locked: true });
  if (held?.status === 'overdue') await endSubscription(tx, services, held, 'paid-otherwise');
}

/** The same for one subscription, which the caller has locked. If the job is lost, the sweep finds it again. */
export async function endSubscription(
  tx: Tx,
  services: Ending,
  { id: subscriptionId, userId, endedAt, endingSince }: SubscriptionRow,
  cause: EndCause,
): Promise<void> {
  if (endedAt || endingSince) return;
  const now = services.clock.now();
  await tx
    .update(subscriptions)
    .set({ endingSince: now, endCause: cause })
    .where(eq(subscriptions.id, subscriptionId));
  await services.jobs.enqueue(tx, endSubscriptionJob, [{ subscriptionId }]);
  await record(tx, now, {
    action: 'subscription.ending',
    actor: 'system',
    userId,
    subjectId: subscriptionId,
    details: { cause },
  });
}
