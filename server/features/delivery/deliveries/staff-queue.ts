import { sql } from 'drizzle-orm';
import type { LinkOnlyReason, WaitingReason } from '../../../../shared/delivery/waiting-reasons.ts';
import type { CountQueue } from '../../system/queues/queues.ts';
import { isMoreThanLink } from './delivery-conditions.ts';

/** What stopped longer ago than this is late. */
const lateAfterHours = 24;

/**
 * What a trusted contact holds, or nobody has paid for, may wait for years, and queues of their own say whether anybody has to
 * look at it. A parcel takes its time.
 */
const neverLate: readonly WaitingReason[] = ['held_by_trusted_contact', 'account_in_arrears', 'in_the_post'];

interface Group extends Record<string, unknown> {
  reason: Exclude<WaitingReason, LinkOnlyReason> | null;
  count: number;
  late: number;
  oldest: string;
}

/** Deliveries that have stopped, and that somebody can do something about. */
export const countStopped: CountQueue = async ({ db, clock }) => {
  const { rows } = await db.execute<Group>(sql`
    select waiting_reason as reason, count(*)::int as count, min(stopped_at) as oldest,
      count(*) filter (where stopped_at <= ${clock.databaseNow()} - make_interval(hours => ${lateAfterHours})
        and coalesce(waiting_reason not in ${neverLate}, true))::int as late
    from delivery_queue
    where stopped_at is not null and ${isMoreThanLink}
    group by 1 order by 2 desc, 1`);
  const oldest = rows.map((group) => Date.parse(group.oldest));
  return {
    count: sum(rows.map(({ count }) => count)),
    oldest: oldest.length > 0 ? new Date(Math.min(...oldest)) : null,
    late: sum(rows.map(({ late }) => late)),
    detail:
      rows.map(({ count, reason }) => `${count} ${reason ? words[reason] : 'given up'}`).join(', ') || null,
  };
};

const words: Record<Exclude<WaitingReason, LinkOnlyReason>, string> = {
  no_address: 'no address',
  bad_address: 'address does not work',
  memory_under_review: 'memory under review',
  physical_fulfilment: 'to be posted',
  in_the_post: 'in the post',
  file_damaged: 'file damaged',
  outcome_unknown: 'arrival unknown',
  held_by_staff: 'held by staff',
  held_by_trusted_contact: 'held by a trusted contact',
  account_in_arrears: 'account in arrears',
};

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
