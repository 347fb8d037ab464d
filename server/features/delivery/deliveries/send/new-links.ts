import { sql } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import type { DeliveryRow } from '../deliveries.table.ts';
import { deliveryTokenHash } from '../message/message.ts';
import { mayHaveLeft } from '../state/state.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';

const rowsAtATime = 1000;

/**
 * After LINK_SECRET was lost: gives each delivery that has not left a link made with the one that is set. One that
 * may have left keeps its link, which its recipient may have, unless it is among `neverArrived`: deliveries of which
 * somebody has found out that they did not arrive. Returns how many got another link.
 */
export async function makeNewLinks(
  services: Services,
  neverArrived: readonly string[] = [],
): Promise<number> {
  const isFree = (row: DeliveryRow) => !mayHaveLeft(row) || neverArrived.includes(row.id);
  let made = 0;
  for (let after: string | null = null; ; ) {
    const rows = await inTransaction(services.db, async (tx) => {
      const unsent = await lockDeliveries(tx, nextUnsent(after));
      const dead = unsent.filter((row) => isFree(row) && row.tokenHash !== hashFor(services, row));
      await applyEvents(tx, services, dead, (row) => ({
        kind: 'link-replaced',
        tokenHash: hashFor(services, row),
      }));
      made += dead.length;
      return unsent;
    });
    const last = rows.at(-1);
    if (!last) return made;
    after = last.id;
  }
}

const hashFor = (services: Services, { id }: DeliveryRow) => deliveryTokenHash(services, id);

/** What is being sent is left out: it is put back if its link would not open. */
function nextUnsent(after: string | null) {
  const next = sql`select id from delivery_queue
    where status not in ('delivered', 'sending') ${after === null ? sql`` : sql`and id > ${after}`}
    order by id limit ${rowsAtATime}`;
  return sql`id in (${next}) and status not in ('delivered', 'sending')`;
}
