import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';

// After a release, only the first message to a recipient says that the owner has died. Which one that is, is decided at
// the claim and holds for every further attempt, so that a retry says the same. Other messages to the same person wait
// until it has left. If it cannot go (its memory is under review, or its mail was refused), the next one takes its place.

/** How a delivery's message relates to the news of the death. */
export type News =
  /** The owner is alive. */
  | 'none'
  /** It says that the owner has died. */
  | 'tells'
  /** Its recipient has already been told. */
  | 'told'
  /** Another message to the same person says so, and has not left yet. */
  | 'awaited'
  /** The owner was released after it was claimed. */
  | 'undecided';

/** For each recipient of these deliveries by owners who have died, the one due first; people at the same address get the same memory. */
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
 * Decides which of the deliveries claimed in `tx` says that the owner has died. The rows are locked before anything
 * is read about the delivery that they name, so that the second of two workers sees what the first has decided.
 */
export async function decideWhoTells(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const at = clock.now().toISOString();
  // The send log tells a restored database what was delivered since, but not what the message said.
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
