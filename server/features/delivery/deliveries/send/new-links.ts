import { type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { deliveryQueue } from '../deliveries.table.ts';
import { deliveryTokenHash } from '../message/message.ts';
import { hasLeft } from '../state/state.ts';

const rowsAtATime = 1000;

type Needed = Pick<Services, 'db' | 'appSecret'>;

/**
 * After LINK_SECRET was lost: gives each delivery that has not left a link made with the one that is set. One that
 * may have left keeps its link, which its recipient may have, unless it is among `ids`: deliveries of which somebody
 * has found out that they never arrived. Returns how many got another link.
 */
export async function makeNewLinks(services: Needed, ids: readonly string[] = []): Promise<number> {
  const which = sql`not ${hasLeft} or (id = any(${sql.param(ids)}::uuid[]) and status not in ('delivered', 'sending'))`;
  let made = 0;
  for (let after: string | null = null; ; ) {
    const rows = await listLinks(services, which, after);
    made += await replaceLinks(services, which, rows);
    const last = rows.at(-1);
    if (!last) return made;
    after = last.id;
  }
}

interface Link {
  id: string;
  tokenHash: string;
}

async function listLinks({ db }: Needed, which: SQL, after: string | null): Promise<Link[]> {
  const { id, tokenHash } = deliveryQueue;
  return db
    .select({ id, tokenHash })
    .from(deliveryQueue)
    .where(sql`(${which}) and ${after === null ? sql`true` : sql`${id} > ${after}`}`)
    .orderBy(id)
    .limit(rowsAtATime);
}

/** One that a worker has claimed meanwhile is left out: it is put back if its link would not open. */
async function replaceLinks(services: Needed, which: SQL, rows: readonly Link[]): Promise<number> {
  const dead = rows
    .map(({ id, tokenHash }) => ({ madeFor: id, tokenHash, newHash: deliveryTokenHash(services, id) }))
    .filter(({ tokenHash, newHash }) => tokenHash !== newHash);
  const { rowCount } = await services.db.execute(sql`
    update delivery_queue set token_hash = made."newHash"
    from json_to_recordset(${JSON.stringify(dead)}::json) as made ("madeFor" uuid, "newHash" text)
    where delivery_queue.id = made."madeFor" and (${which})`);
  return rowCount ?? 0;
}
