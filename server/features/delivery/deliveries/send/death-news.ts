import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';

// After a release the first message to somebody says that the owner has died, and the others do not. Which one it is, is decided
// where deliveries are claimed, and stays so for every further attempt, so that a retry says the same. The others to the same
// person wait until it has left. One that cannot go (its memory is under review, its mail was refused) gives way to the next.

/** What a delivery's message has to do with the news. */
export type News =
  /** The owner lives. */
  | 'none'
  /** It says that the owner has died. */
  | 'tells'
  /** Its recipient was told already. */
  | 'told'
  /** Another message to the same person says so, and has not left yet. */
  | 'awaited'
  /** The owner was released after it was claimed. */
  | 'undecided';

/** Of each recipient of these deliveries of owners who have died, the one that is due first; for people at one address the same memory. */
function firstOfEach(ids: readonly string[]): SQL {
  return sql`
    select distinct on (d.recipient_id) d.id, d.recipient_id, u.memorialised_at
    from delivery_queue d
    join users u on u.id = d.user_id
    join schedules s on s.id = d.schedule_id
    where d.id = any(${sql.param([...ids])}::uuid[]) and d.recipient_id is not null
      and u.memorialised_at is not null and s.delivery_method = 'digital'
    order by d.recipient_id, d.due_at, d.schedule_id`;
}

/**
 * Decides for deliveries that were claimed in `tx` which of them says that the owner has died. The rows are locked before
 * anything is read of the delivery that they name, so that of two workers one sees what the other has decided.
 */
export async function decideWhoTells(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const at = clock.now().toISOString();
  // A restored database knows from the send log what was delivered since, and not what its message said.
  await tx.execute(sql`
    insert into death_news (recipient_id, memorialised_at, delivery_id, decided_at)
    select first.recipient_id, first.memorialised_at, case when not exists (
      select from delivery_queue other
      join schedules on schedules.id = other.schedule_id and schedules.delivery_method = 'digital'
      where other.recipient_id = first.recipient_id and other.status = 'delivered'
        and other.delivered_at >= first.memorialised_at) then first.id end, ${at}::timestamptz
    from (${firstOfEach(ids)}) first
    order by first.recipient_id
    on conflict do nothing`);
  await tx.execute(sql`
    select from death_news n
    where (n.recipient_id, n.memorialised_at) in (select recipient_id, memorialised_at from (${firstOfEach(ids)}) first)
    order by n.recipient_id for update`);
  await tx.execute(sql`
    update death_news n set delivery_id = first.id, decided_at = ${at}::timestamptz
    from (${firstOfEach(ids)}) first
    where n.recipient_id = first.recipient_id and n.memorialised_at = first.memorialised_at
      and n.delivery_id is not null and n.delivery_id <> first.id
      and not exists (
        select from delivery_queue t where t.id = n.delivery_id and (
          t.status in ('sending', 'delivered') or t.status = 'pending' and t.outcome_unknown_at is not null))`);
}
