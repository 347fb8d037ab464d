import { sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { ReadFigures } from '../../system/health/health.ts';
import { openHolds } from '../holds/holds.ts';
import { deliveryQueue, waitingReasons } from './deliveries.table.ts';

/** Partial indexes find what is not delivered; what is delivered grows for ever and is not counted. */
export const deliveryFigures: ReadFigures = async (services) => [
  {
    name: 'long_after_deliveries',
    help: 'Deliveries that are not made yet, by state and, where one waits, by what it waits for.',
    samples: await countUndelivered(services),
  },
  {
    name: 'long_after_delivery_overdue_seconds',
    help: 'For how long the oldest delivery that nothing but us stands in the way of has been due; 0 where there is none.',
    samples: [{ value: await findOldestOverdue(services) }],
  },
  {
    name: 'long_after_delivery_holds',
    help: 'Open holds: while there is one, nothing is delivered to anybody.',
    samples: [{ value: (await openHolds(services.db)).length }],
  },
];

interface Count extends Record<string, unknown> {
  state: string;
  reason: string | null;
  count: number;
}

async function countUndelivered({ db }: Pick<Services, 'db'>) {
  const counted = await db.execute<Count>(sql`
    select status as state, waiting_reason as reason, count(*)::int as count from ${deliveryQueue}
    where sweep_at is not null group by 1, 2
    union all
    select status, waiting_reason, count(*)::int from ${deliveryQueue}
    where sweep_at is null and delivered_at is null group by 1, 2`);
  const countOf = (state: string, reason: string | null) =>
    counted.rows
      .filter((row) => row.state === state && row.reason === reason)
      .reduce((sum, { count }) => sum + count, 0);
  const unfinished = ['pending', 'sending', 'failed'].map((state) => ({
    labels: { state, reason: '' },
    value: countOf(state, null),
  }));
  const waiting = waitingReasons.map((reason) => ({
    labels: { state: 'waiting', reason },
    value: countOf('waiting', reason),
  }));
  return [...unfinished, ...waiting];
}

/** Seconds. Those of an owner who is leaving are given back until the owner decides, and no fault. */
async function findOldestOverdue({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const now = clock.databaseNow();
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select greatest(0, extract(epoch from ${now} - least(
      (select min(due_at) from schedules where started_at is null and due_at is not null and due_at <= ${now}),
      (select min(d.due_at) from delivery_queue d
        where d.sweep_at is not null and d.status in ('pending', 'sending') and d.due_at <= ${now}
          and not exists (select 1 from users u where u.id = d.user_id and u.deletion_requested_at is not null))
    )))::float as seconds`);
  return rows[0]?.seconds ?? 0;
}
