import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { FailedAddresses } from '../../../../shared/people/recipients.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable, Tx } from '../../../platform/database.ts';
import { announce } from '../../../platform/events.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { contactsOf, isSameAddress } from '../../people/recipients/recipients.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { listFailedAtFirst } from './forecast/forecast.ts';
import { isWaitingForFailedAddress } from './state/addresses.ts';
import { applyEvents, lockDeliveries } from './state/transitions.ts';

// Addresses at which something did not arrive. Only the owner knows whether they work again.

/** The failed addresses that are still in an owner's address book, in the order in which each person's are tried. */
export async function listFailedAddresses(
  db: Queryable,
  userId: string,
): Promise<z.output<typeof FailedAddresses>> {
  const waiting = await listWaiting(db, userId);
  const elsewhere = await listFailedAtFirst(db, userId);
  const ids = [...new Set([...waiting.keys(), ...elsewhere])];
  if (ids.length === 0) return [];
  const people = await db.select().from(recipients).where(inArray(recipients.id, ids));
  return people.flatMap((person) => {
    const first = elsewhere.has(person.id) ? person.email : null;
    const failed = [...(waiting.get(person.id) ?? []), first].filter((address) => address !== null);
    const addresses = contactsOf(person)
      .map(({ address }) => address)
      .filter((address) => failed.some((one) => isSameAddress(one, address)));
    const waits = waiting.has(person.id);
    return addresses.length > 0 ? [{ recipientId: person.id, addresses, waits }] : [];
  });
}

/** Where deliveries that wait for a better address were sent, by recipient. */
async function listWaiting(db: Queryable, userId: string): Promise<Map<string, string[]>> {
  const { sentTo, failedAddresses } = deliveryQueue;
  const rows = await db
    .select({ id: recipients.id, sentTo, failedAddresses })
    .from(deliveryQueue)
    .innerJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .where(
      and(eq(recipients.userId, userId), isWaitingForFailedAddress, isNull(deliveryQueue.releaseRevokedAt)),
    );
  const found = new Map<string, string[]>();
  for (const row of rows) {
    const before = found.get(row.id) ?? [];
    found.set(row.id, [...before, ...row.failedAddresses, ...(row.sentTo ? [row.sentTo] : [])]);
  }
  return found;
}

/** Where something for this person did not arrive, unless the owner has said since that it works again. */
export async function failedAddressesOf(db: Queryable, recipientId: string): Promise<string[]> {
  const rows = await db
    .select({
      failed: deliveryQueue.failedAddresses,
      last: sql<string | null>`case when ${isWaitingForFailedAddress} then ${deliveryQueue.sentTo} end`,
    })
    .from(deliveryQueue)
    .where(eq(deliveryQueue.recipientId, recipientId));
  return rows.flatMap(({ failed, last }) => [...failed, ...(last ? [last] : [])]);
}

/** The owner says that the addresses of a recipient, whom the caller has locked, work again: what did not arrive is sent again. */
export async function tryAddressesAgain(
  tx: Tx,
  services: Services,
  recipientId: string,
  actor: string,
): Promise<void> {
  const isUntried = or(isWaitingForFailedAddress, sql`cardinality(${deliveryQueue.failedAddresses}) > 0`);
  const rows = await lockDeliveries(tx, and(eq(deliveryQueue.recipientId, recipientId), isUntried));
  const changes = await applyEvents(tx, services, rows, () => ({ kind: 'addresses-work', actor }));
  const [changed] = changes;
  if (changed) await announce(tx, changed.before.userId, ['schedules', 'stats']);
}
