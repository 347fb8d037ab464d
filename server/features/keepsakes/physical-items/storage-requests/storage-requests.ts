import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { StorageRequest } from '../../../../../shared/keepsakes/storage-requests.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, allowed, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceItems } from '../physical-items.ts';
import { nextStatus, openStatuses } from './storage-request-state.ts';
import { physicalStorageRequests as requests, type StorageRequestRow } from './storage-requests.table.ts';

export { countStorageRequests } from './list-for-staff.ts';

const listMaxRequests = 200;
export const open = inArray(requests.status, openStatuses);

/** The owner's latest requests, newest first. */
export function listRequests(db: Queryable, userId: string): Promise<StorageRequestRow[]> {
  return listAllRequests(db, userId).limit(listMaxRequests);
}

/** All of them, for an export. */
export function listAllRequests(db: Queryable, userId: string) {
  return db.select().from(requests).where(eq(requests.userId, userId)).orderBy(desc(requests.id));
}

/** 404 for somebody else's request, 409 once it is closed. */
export function cancelRequest(
  services: Services,
  userId: string,
  id: string,
): Promise<z.output<typeof StorageRequest>> {
  return inTransaction(services.db, async (tx) => {
    await lockOwner(tx, userId);
    const before = await lockRequest(tx, userId, id);
    const status = nextStatus(before.status, 'cancelled-by-owner');
    if (!status) throw new AppError('conflict', 'This request is already closed');
    const request = await changeRequest(tx, services, id, { status });
    await recordRequest(tx, services, request, 'storage-request.cancelled');
    return request;
  });
}

export async function lockRequest(tx: Tx, userId: string, id: string): Promise<StorageRequestRow> {
  const [request] = await tx
    .select()
    .from(requests)
    .where(and(eq(requests.id, id), eq(requests.userId, userId)))
    .for('update');
  return requireFound(request, 'This request');
}

export async function changeRequest(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  id: string,
  columns: Partial<StorageRequestRow>,
): Promise<StorageRequestRow> {
  const [request] = await tx
    .update(requests)
    .set({ ...columns, updatedAt: clock.now() })
    .where(eq(requests.id, id))
    .returning();
  return requireFound(request);
}

/** Requests about an item are settled once it has arrived. The caller has locked its owner. */
export async function receiveRequestsFor(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { itemId, ...at }: { itemId: string } & Pick<StorageRequestRow, 'storageLocation' | 'receivedDate'>,
): Promise<void> {
  await tx
    .update(requests)
    .set({ status: 'received', ...at, updatedAt: clock.now() })
    .where(and(eq(requests.physicalItemId, itemId), open));
}

/** The item has not arrived after all: what its arrival settled waits for it, or for an answer, again. */
export async function awaitRequestsFor(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  { itemId, receivedDate }: { itemId: string; receivedDate: Date | null },
): Promise<void> {
  if (!receivedDate) return;
  const isAboutIt = and(eq(requests.physicalItemId, itemId), eq(requests.receivedDate, receivedDate));
  const undone = { storageLocation: null, receivedDate: null, updatedAt: clock.now() };
  for (const [event, which] of [
    ['receipt-undone', isNotNull(requests.answeredAt)],
    ['unanswered-receipt-undone', isNull(requests.answeredAt)],
  ] as const)
    await tx
      .update(requests)
      .set({ status: allowed(nextStatus('received', event)), ...undone })
      .where(and(isAboutIt, eq(requests.status, 'received'), which));
}

export async function recordRequest(
  tx: Tx,
  { clock }: Services,
  { id, userId, itemType }: StorageRequestRow,
  action: Extract<AuditAction, `storage-request.${string}`>,
): Promise<void> {
  await record(tx, clock.now(), { action, actor: userId, userId, subjectId: id, details: { itemType } });
  await announceItems(tx, userId);
}
