import { and, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { StorageRequest, StorageRequestForm } from '../../../../../shared/keepsakes/storage-requests.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { lockOwner } from '../../../accounts/profile/profile.ts';
import { requireSelling } from '../../../billing/payments/payments.ts';
import { lockItem, requirePremium } from '../physical-items.ts';
import { physicalStorageRequests as requests, type StorageRequestRow } from './storage-requests.table.ts';
import { open, recordRequest } from './storage-requests.ts';

/** How many open requests an owner may have. */
const maxOpenRequests = 20;

/** A new column has to be set here or listed below, or this file does not compile. */
type WrittenColumns = Omit<
  StorageRequestRow,
  'id' | 'status' | 'answer' | 'answeredAt' | 'adminNotes' | 'storageLocation' | 'receivedDate'
>;

/** 402 without the plan, 404 for somebody else's item, 409 if too many are open, and while nothing new is accepted. */
export function sendRequest(
  services: Services,
  userId: string,
  form: StorageRequestForm,
): Promise<z.output<typeof StorageRequest>> {
  return inTransaction(services.db, async (tx) => {
    const now = services.clock.now();
    await requireSelling(tx);
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

/** Counted with the owner locked. */
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
