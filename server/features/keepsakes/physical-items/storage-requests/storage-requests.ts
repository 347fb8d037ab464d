import { and, count, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import type { StorageRequest, StorageRequestForm } from '../../../../../shared/keepsakes/storage-requests.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceItems, lockItem, requirePremium } from '../physical-items.ts';
import { nextStatus, openStatuses } from './storage-request-state.ts';
import { physicalStorageRequests as requests, type StorageRequestRow } from './storage-requests.table.ts';

export { countStorageRequests } from './list-for-staff.ts';

const listMaxRequests = 200;
/** How many an owner may have open at once. */
export const maxOpenRequests = 20;
const open = inArray(requests.status, openStatuses);

/** The owner's requests, the newest first. */
export function listRequests(db: Queryable, userId: string): Promise<StorageRequestRow[]> {
  return db
    .select()
    .from(requests)
    .where(eq(requests.userId, userId))
    .orderBy(desc(requests.id))
    .limit(listMaxRequests);
}

/** A new column has to be set here or listed below, or this file does not compile. */
type WrittenColumns = Omit<
  StorageRequestRow,
  'id' | 'status' | 'answer' | 'answeredAt' | 'adminNotes' | 'storageLocation' | 'receivedDate'
>;

/** 402 without the plan, 404 for somebody else's item, 409 where too many are open. */
export function sendRequest(
  services: Services,
  userId: string,
  form: StorageRequestForm,
): Promise<z.output<typeof StorageRequest>> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    await requirePremium(tx, services, await lockOwner(tx, userId));
    if (form.physicalItemId) await lockItem(tx, userId, form.physicalItemId);
    await requireFewOpen(tx, userId);
    const { itemType, itemDescription, insuranceRequired } = form;
    const insurance = insuranceRequired ? form : undefined;
    const columns: WrittenColumns = {
      userId,
      physicalItemId: form.physicalItemId ?? null,
      itemType,
      itemDescription,
      estimatedValue: form.estimatedValue ?? null,
      insuranceRequired,
      insuranceValue: insurance?.insuranceValue ?? null,
      insuranceProvider: insurance?.insuranceProvider || null,
      policyNumber: insurance?.policyNumber || null,
      storageInstructions: form.storageInstructions || null,
      deliveryInstructions: form.deliveryInstructions || null,
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await tx.insert(requests).values(columns).returning();
    const request = requireFound(row);
    await recordRequest(tx, services, request, 'storage-request.sent');
    return request;
  });
}

/** Counted under the owner's lock. */
async function requireFewOpen(tx: Tx, userId: string): Promise<void> {
  const [of] = await tx
    .select({ open: count() })
    .from(requests)
    .where(and(eq(requests.userId, userId), open));
  if (requireFound(of).open < maxOpenRequests) return;
  throw new AppError(
    'conflict',
    `${maxOpenRequests} of your requests are open. Please cancel one of them first.`,
  );
}

/** 404 for somebody else's, 409 once it is over. */
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

/** What was asked about an item is settled once it is here. The caller has locked its owner. */
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

async function recordRequest(
  tx: Tx,
  { clock }: Services,
  { id, userId, itemType }: StorageRequestRow,
  action: Extract<AuditAction, `storage-request.${string}`>,
): Promise<void> {
  await record(tx, clock.now(), { action, actor: userId, userId, subjectId: id, details: { itemType } });
  await announceItems(tx, userId);
}
