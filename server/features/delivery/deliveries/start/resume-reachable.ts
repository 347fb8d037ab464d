import { inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { announceAll } from '../../../../platform/events.ts';
import { idsOf } from '../../../../platform/sweeps.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { readReached } from '../current-address.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';

const sweep = 'reachable-deliveries';
const deliveriesPerSweep = 1_000;

/**
 * Resumes deliveries that wait for an address and could now go by text message, after all email addresses
 * failed: a provider was set up since. One of unknown outcome waits for a person to decide.
 */
export async function resumeReachable(services: Services): Promise<void> {
  const { db, sweeps } = services;
  if (!sendingChannels(services).includes('text')) return;
  const isPassedOver = (address: ReturnType<typeof sql>) => sql`(
    lower(${address}) is not distinct from lower(r.disowned_address)
    or exists (select from unnest(d.failed_addresses) failed where lower(failed) = lower(${address})))`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select d.id from delivery_queue d join recipients r on r.id = d.recipient_id
    where d.stopped_at is not null and (d.status = 'failed' or d.waiting_reason in ('no_address', 'bad_address', 'not_theirs'))
      and (r.email is null or ${isPassedOver(sql`r.email`)})
      and (r.second_email is null or ${isPassedOver(sql`r.second_email`)})
      and r.phone is not null and not ${isPassedOver(sql`r.phone`)}
      and d.id <> all(${sql.param(sweeps.putOff(sweep))}::uuid[])
    order by d.due_at, d.id limit ${deliveriesPerSweep}`);
  await sweeps.together(sweep, rows, (some) =>
    inTransaction(db, async (tx) => {
      const locked = await lockDeliveries(tx, inArray(deliveryQueue.id, idsOf(some)));
      const reached = await readReached(
        tx,
        services,
        locked.flatMap(({ recipientId }) => recipientId ?? []),
      );
      await applyEvents(tx, services, locked, ({ recipientId }) => ({
        kind: 'reachable',
        reached: reached.get(recipientId ?? '') ?? { contacts: [], channels: [], notTheirs: null },
      }));
      await announceAll(tx, new Set(locked.map(({ userId }) => userId)), ['schedules', 'stats']);
    }),
  );
}
