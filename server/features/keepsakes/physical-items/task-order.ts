import { type Column, type SQL, sql } from 'drizzle-orm';

/** The rank of an item in the staff list, as in the index. */

export function taskRank({
  status,
  receivedDate,
  handOverSince,
}: Record<'status' | 'receivedDate' | 'handOverSince', Column>): SQL {
  return sql`(case
    when ${status} in ('delivered', 'returned') then 4
    when ${status} = 'in_transit' then 2
    when ${receivedDate} is null then 3
    when ${status} = 'requested_return' then 0
    when ${handOverSince} is not null then 1
    else 4 end)`;
}

/** Since when it has been waiting for staff. */
export function taskSince({
  createdAt,
  returnRequestDate,
  handOverSince,
}: Record<'createdAt' | 'returnRequestDate' | 'handOverSince', Column>): SQL {
  return sql`(coalesce(${returnRequestDate}, ${handOverSince}, ${createdAt}))`;
}
