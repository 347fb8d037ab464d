import { sql } from 'drizzle-orm';
import { waitingReasons } from '../../../../shared/delivery/waiting-reasons.ts';
import type { Services } from '../../../platform/context.ts';
import type { ReadMetrics } from '../../system/health/health.ts';
import { isUnderWay } from './enqueue.ts';
import { openHolds } from './holds/holds.ts';

/** Indexes find what is not delivered; what is delivered grows for ever and is not counted. */
export const deliveryMetrics: ReadMetrics = async (services) => {
  const groups = await groupUndelivered(services);
  return [
    {
      name: 'long_after_deliveries',
      help: 'Deliveries that are not made yet, by state and, where one waits, by what it waits for.',
      samples: everyState.map(({ state, reason }) => ({
        labels: { state, reason: reason ?? '' },
        value: groups
          .filter((group) => group.state === state && group.reason === reason)
          .reduce((sum, { count }) => sum + count, 0),
      })),
    },
    {
      name: 'long_after_delivery_overdue_seconds',
      help: 'For how long the oldest delivery that nothing but us stands in the way of has been due; 0 where there is none.',
      samples: [{ value: longestOverdue(groups) }],
    },
    {
      name: 'long_after_delivery_holds',
      help: 'Open holds: while there is one, nothing is delivered to anybody.',
      samples: [{ value: (await openHolds(services.db)).length }],
    },
  ];
};

/** For how long the oldest delivery that waits for nobody else has been due; 0 if there is none. */
export async function findOverdueSeconds(services: Pick<Services, 'db' | 'clock'>): Promise<number> {
  return longestOverdue(await groupUndelivered(services));
}

function longestOverdue(groups: readonly Group[]): number {
  return Math.max(0, ...groups.map(({ overdueSeconds }) => overdueSeconds ?? 0));
}

const everyState: readonly { state: string; reason: string | null }[] = [
  ...['pending', 'sending', 'failed'].map((state) => ({ state, reason: null })),
  ...waitingReasons.map((reason) => ({ state: 'waiting', reason })),
];

interface Group extends Record<string, unknown> {
  state: string;
  reason: string | null;
  count: number;
  overdueSeconds: number | null;
}

/**
 * Also schedules that are due and not started. What an owner who is leaving has left to send is not overdue, nor is what waits because
 * somebody's address was changed.
 */
async function groupUndelivered({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Group[]> {
  const now = clock.databaseNow();
  const groups = await db.execute<Group>(sql`
    select status as state, waiting_reason as reason, count(*)::int as count,
      extract(epoch from ${now} - min(due_at) filter (
        where user_id not in (select id from users where deletion_requested_at is not null)
        and coalesce(recipient_id not in (select id from recipients where address_waits_until > ${now}), true)))::float as "overdueSeconds"
    from delivery_queue where ${isUnderWay(now)} group by 1, 2
    union all
    select status, waiting_reason, count(*)::int, null
    from delivery_queue where stopped_at is not null group by 1, 2
    union all
    select 'unstarted', null, 0, extract(epoch from ${now} - min(due_at))::float
    from schedules where started_at is null and due_at is not null`);
  return groups.rows;
}
