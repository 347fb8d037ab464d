import { type SQL, sql } from 'drizzle-orm';
import type { LinkChannel } from '../../../../shared/outbox/channels.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { deliveryQueue } from '../../delivery/deliveries/deliveries.table.ts';
import { sendingChannels } from '../../outbox/messages/messages.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { closingNotices, type NoticeRole, type NoticeStep } from './sunset.table.ts';

/** Somebody to be told, once per address. */
export interface Listener extends Record<string, unknown> {
  /** The address. */
  id: string;
  channel: LinkChannel;
  role: NoticeRole;
  userId: string;
}

/**
 * Everybody who is told of a closing: living owners who stay, trusted contacts who know that they are, and recipients who
 * have opened something, at the address that reached them. Somebody with several of these roles is told in the first.
 */
function everybody(channels: readonly LinkChannel[]): SQL {
  const texts = sql`${channels.includes('text')}::boolean`;
  const { email, secondEmail, phone } = recipients;
  return sql`
    select distinct on (address) address as id, channel, role, user_id as "userId"
    from (
      select lower(${users.email}) as address, 'email' as channel, 'owner' as role, 1 as place, ${users.id} as user_id
      from ${users} where ${users.memorialisedAt} is null and ${users.deletionRequestedAt} is null
      union all
      select coalesce(lower(${email}), lower(${secondEmail}), ${phone}),
        case when coalesce(${email}, ${secondEmail}) is null then 'text' else 'email' end, 'contact', 2, ${recipients.userId}
      from ${recipients} join ${users} on ${users.id} = ${recipients.userId}
      where ${recipients.trustedContact} and ${recipients.trustedContactToldAt} is not null and ${recipients.diedAt} is null
        and ${recipients.disownedAt} is null and ${users.deletionRequestedAt} is null
      union all
      select lower(${deliveryQueue.sentTo}), ${deliveryQueue.channel}, 'recipient', 3, ${deliveryQueue.userId}
      from ${deliveryQueue}
      where ${deliveryQueue.openedAt} is not null and ${deliveryQueue.channel} in ('email', 'text')
        and ${deliveryQueue.releaseRevokedAt} is null
        and lower(${deliveryQueue.disownedAddress}) is distinct from lower(${deliveryQueue.sentTo})
    ) as all_of_them
    where address is not null and (channel = 'email' or ${texts})
    order by address, place, user_id`;
}

/** How many are told, by role. */
export async function countAudience(
  db: Queryable,
  services: Pick<Services, 'config'>,
): Promise<Record<NoticeRole, number>> {
  const { rows } = await db.execute<{ role: NoticeRole; count: number }>(sql`
    select role, count(*)::int as count from (${everybody(sendingChannels(services))}) listeners group by role`);
  const counts = new Map(rows.map(({ role, count }) => [role, count]));
  return {
    owner: counts.get('owner') ?? 0,
    contact: counts.get('contact') ?? 0,
    recipient: counts.get('recipient') ?? 0,
  };
}

interface Telling {
  closingId: string;
  step: NoticeStep;
}

/** Those who have not been told yet, without those that are put off. */
export async function listUntold(
  db: Queryable,
  services: Pick<Services, 'config'>,
  telling: Telling,
  { limit, putOff }: { limit: number; putOff: readonly string[] },
): Promise<Listener[]> {
  const { rows } = await db.execute<Listener>(sql`
    select * from (${untold(services, telling)}) untold where id <> all(${sql.param([...putOff])}::text[])
    order by id limit ${limit}`);
  return rows;
}

/** How many have not been told. */
export async function countUntold(
  db: Queryable,
  services: Pick<Services, 'config'>,
  telling: Telling,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (${untold(services, telling)}) untold`,
  );
  return rows[0]?.count ?? 0;
}

/** For `withdrawn`, only people who had been told that it closes; `reminded` is for owners. */
function untold(services: Pick<Services, 'config'>, { closingId, step }: Telling): SQL {
  const told = (at: NoticeStep) => sql`exists (
    select from ${closingNotices} where ${closingNotices.closingId} = ${closingId} and ${closingNotices.step} = ${at}
      and ${closingNotices.address} = listeners.id)`;
  return sql`
    select * from (${everybody(sendingChannels(services))}) listeners
    where not ${told(step)} and (${step} <> 'withdrawn' or ${told('announced')}) and (${step} <> 'reminded' or role = 'owner')`;
}

/**
 * Whether somebody was told that it closes, and not yet that it goes on. Read from the notices alone, since
 * the timer keeps asking for good. People who have left or died since are included.
 */
export async function isWithdrawalUntold(db: Queryable, closingId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${closingNotices} announced where announced.closing_id = ${closingId} and announced.step = 'announced'
      and not exists (
        select from ${closingNotices} told where told.closing_id = announced.closing_id and told.step = 'withdrawn'
          and told.address = announced.address)
    limit 1`);
  return rows.length > 0;
}
