import { and, sql } from 'drizzle-orm';
import type { Queryable } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import {
  isPaidFor,
  type PaidState,
  standingForDelivery,
} from '../../../billing/subscriptions/standing/standing.ts';

/**
 * Whether a delivery of this owner waits for a payment. It does not if the plan is paid for now, or was when the delivery
 * fell due: an outage of ours, or an address that had to be corrected, must not cost anybody what was paid for.
 */
export function isInArrears(account: PaidState, dueAt: Date, now: Date): boolean {
  const isCurrent = (at: Date) => standingForDelivery(account, at).state === 'current';
  return !isCurrent(now) && !isCurrent(dueAt);
}

/** Owners with deliveries that wait for a payment, and whose plan is paid for at `now`. */
export async function findPaidAgain(db: Queryable, now: Date): Promise<UserRow[]> {
  // Steps through the index from owner to owner, however many deliveries each of them has.
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive owners as (
      (select user_id from delivery_queue where waiting_reason = 'account_in_arrears' order by user_id limit 1)
      union all
      select (select d.user_id from delivery_queue d
        where d.waiting_reason = 'account_in_arrears' and d.user_id > o.user_id order by d.user_id limit 1)
      from owners o where o.user_id is not null
    )
    select user_id as id from owners where user_id is not null`);
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ id }) => id));
  const owners = await db
    .select()
    .from(users)
    .where(and(sql`${users.id} = any(${ids}::uuid[])`, isPaidFor(now)));
  return owners.filter((owner) => standingForDelivery(owner, now).state === 'current');
}
