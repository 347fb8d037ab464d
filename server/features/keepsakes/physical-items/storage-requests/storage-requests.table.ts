import { type Column, type SQL, sql } from 'drizzle-orm';
import { boolean, index, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ItemCategory } from '../../../../../shared/keepsakes/item-rules.ts';
import type { StorageRequestStatus } from '../../../../../shared/keepsakes/storage-requests.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { physicalItems } from '../physical-items.table.ts';

const dollars = (name: string) => numeric(name, { precision: 10, scale: 2, mode: 'number' });

/** The order of the staff list: first what nobody has answered, then what is on its way. */
const ranks: readonly StorageRequestStatus[] = ['pending', 'approved', 'received', 'declined', 'cancelled'];

export function rankOf(status: StorageRequestStatus): number {
  return ranks.indexOf(status);
}

/** The same in SQL, as in the index. */
export function requestRank(status: Column): SQL {
  const cases = ranks.map((each, rank) => `when '${each}' then ${rank}`).join(' ');
  return sql`(case ${status} ${sql.raw(cases)} end)`;
}

/** An owner's request where and how to send something to us. */
export const physicalStorageRequests = pgTable(
  'physical_storage_requests',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    physicalItemId: uuid('physical_item_id').references(() => physicalItems.id, { onDelete: 'set null' }),
    itemType: text('item_type').$type<ItemCategory>().notNull(),
    itemDescription: text('item_description').notNull(),
    estimatedValue: dollars('estimated_value'),
    insuranceRequired: boolean('insurance_required').notNull().default(false),
    insuranceValue: dollars('insurance_value'),
    insuranceProvider: text('insurance_provider'),
    policyNumber: text('policy_number'),
    storageInstructions: text('storage_instructions'),
    deliveryInstructions: text('delivery_instructions'),
    status: text('status').$type<StorageRequestStatus>().notNull().default('pending'),
    /** For its owner. */
    answer: text('answer'),
    answeredAt: instant('answered_at'),
    // For staff only.
    adminNotes: text('admin_notes'),
    storageLocation: text('storage_location'),
    receivedDate: instant('received_date'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('physical_storage_requests_user_id').on(table.userId, table.id),
    index('physical_storage_requests_item_id').on(table.physicalItemId),
    index('physical_storage_requests_for_staff').on(requestRank(table.status), table.createdAt, table.id),
  ],
);

export type StorageRequestRow = typeof physicalStorageRequests.$inferSelect;
