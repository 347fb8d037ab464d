import { inArray, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { addressOf, resumeDeliveries } from './deliveries.ts';
import { asksForAddress, type Result, type RowChange } from './row-changes.ts';

// What was put right while a delivery was on its way: whoever put it right found nothing that waits, so that whoever
// writes down that it waits has to look once more. Under a lock each, so that one of the two sees the other.

/** A result with what it makes of its row. */
export interface Change extends Result {
  change: RowChange;
}

interface MemoryNow extends Record<string, unknown> {
  scheduleId: string;
  isApproved: boolean;
  fileKey: string | null;
}

interface AddressNow extends Record<string, unknown> {
  deliveryId: string;
  email: string | null;
  phone: string | null;
}

/** Holds the memories of what is about to wait for one, before any schedule is locked: the order of all who take both. */
export async function lockMemories(tx: Tx, stopped: Change[]): Promise<MemoryNow[]> {
  const ids = stopped.filter(({ change }) => isOfMemory(change)).map(({ delivery }) => delivery.scheduleId);
  if (ids.length === 0) return [];
  const found = await tx.execute<MemoryNow>(sql`
    select s.id as "scheduleId", m.is_approved as "isApproved", m.file_key as "fileKey"
    from memories m join schedules s on s.memory_id = m.id
    where s.id = any(${sql.param(ids)}::uuid[]) order by m.id for share of m`);
  return found.rows;
}

/** Holds the people of what is about to wait for an address, after the schedules and before the deliveries. */
export async function lockPeople(tx: Tx, stopped: Change[]): Promise<AddressNow[]> {
  const ids = stopped.filter(({ change }) => isOfAddress(change)).map(({ delivery }) => delivery.id);
  if (ids.length === 0) return [];
  const found = await tx.execute<AddressNow>(sql`
    select d.id as "deliveryId", r.email, r.phone from recipients r join delivery_queue d on d.recipient_id = r.id
    where d.id = any(${sql.param(ids)}::uuid[]) order by r.id for share of r`);
  return found.rows;
}

/** Starts again what was put right meanwhile; answers the others, which do wait. */
export async function resumePutRight(
  tx: Tx,
  services: Services,
  stopped: Change[],
  { memories, addresses }: { memories: MemoryNow[]; addresses: AddressNow[] },
): Promise<Change[]> {
  const memoryNow = new Map(memories.map((memory) => [memory.scheduleId, memory]));
  const addressNow = new Map(addresses.map((address) => [address.deliveryId, address]));
  const putRight = new Set(
    stopped.filter(({ delivery, change }) => {
      const memory = memoryNow.get(delivery.scheduleId);
      const address = addressNow.get(delivery.id);
      if (isOfAddress(change)) return address !== undefined && !isSameAddress(address, delivery.recipient);
      if (change.reason === 'file_damaged') return memory && memory.fileKey !== delivery.memory?.fileKey;
      return change.reason === 'memory_under_review' && memory?.isApproved;
    }),
  );
  const ids = [...putRight].map(({ delivery }) => delivery.id);
  if (ids.length > 0) await resumeDeliveries(tx, services, inArray(deliveryQueue.id, ids));
  return stopped.filter((one) => !putRight.has(one));
}

function isOfMemory({ reason }: RowChange): boolean {
  return reason === 'memory_under_review' || reason === 'file_damaged';
}

function isOfAddress({ status, reason }: RowChange): boolean {
  return asksForAddress(reason) || status === 'failed';
}

function isSameAddress(
  now: AddressNow,
  tried: { email: string | null; phone: string | null } | null,
): boolean {
  return addressOf(now) === (tried && addressOf(tried));
}
