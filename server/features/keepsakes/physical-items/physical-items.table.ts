import { and, isNull, notInArray } from 'drizzle-orm';
import { boolean, index, integer, numeric, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { HandoverStep } from '../../../../shared/keepsakes/item-handovers.ts';
import type { ItemImage } from '../../../../shared/keepsakes/item-images.ts';
import type { ItemCategory, ItemStatus } from '../../../../shared/keepsakes/item-rules.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { taskRank, taskSince } from './task-order.ts';

const dollars = (name: string) => numeric(name, { precision: 10, scale: 2, mode: 'number' });

export const physicalItems = pgTable(
  'physical_items',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category').$type<ItemCategory>().notNull(),
    estimatedValue: dollars('estimated_value'),
    hasInsurance: boolean('has_insurance').notNull().default(false),
    /** Set only if `hasInsurance`; the fee is per year. */
    insuranceValue: dollars('insurance_value'),
    insuranceFee: dollars('insurance_fee'),
    recipientId: uuid('recipient_id').references(() => recipients.id, { onDelete: 'set null' }),
    personalMessage: text('personal_message'),
    deliveryInstructions: text('delivery_instructions'),
    status: text('status').$type<ItemStatus>().notNull().default('stored'),
    /** For staff only. */
    storageLocation: text('storage_location'),
    receivedDate: instant('received_date'),
    /** When it reached its recipient, or its owner again. */
    deliveryDate: instant('delivery_date'),
    /** Set while it is being returned to its owner, and kept afterwards. */
    returnRequestDate: instant('return_request_date'),
    returnReason: text('return_reason'),
    /** Zero if staff waived it. */
    returnFee: dollars('return_fee'),
    returnFeePaidAt: instant('return_fee_paid_at'),
    /** When its owner was released; since then it has to be handed over. */
    handOverSince: instant('hand_over_since'),
    /** Since when a member of staff says that it was lost on its way, who, and why; and since when a colleague has confirmed it. */
    lostReportedAt: instant('lost_reported_at'),
    lostReportedBy: uuid('lost_reported_by'),
    lostReason: text('lost_reason'),
    lostAt: instant('lost_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('physical_items_user_id').on(table.userId, table.id),
    index('physical_items_recipient_id').on(table.recipientId),
    index('physical_items_for_staff').on(taskRank(table), taskSince(table), table.id),
  ],
);

/** Pictures, re-encoded without anything that reveals where they were taken. */
export const physicalItemImages = pgTable(
  'physical_item_images',
  {
    id: id(),
    physicalItemId: uuid('physical_item_id')
      .notNull()
      .references(() => physicalItems.id, { onDelete: 'cascade' }),
    /** Storage keys. */
    imageKey: text('image_key').notNull(),
    thumbnailKey: text('thumbnail_key').notNull(),
    /** Of the full-size picture. */
    sizeBytes: integer('size_bytes').notNull(),
    sha256: text('sha256').notNull(),
    imageType: text('image_type').$type<ItemImage['imageType']>().notNull(),
    description: text('description'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('physical_item_images_item_id').on(table.physicalItemId, table.id),
    index('physical_item_images_image_key').on(table.imageKey),
    index('physical_item_images_thumbnail_key').on(table.thumbnailKey),
  ],
);

/** The chain of custody. A trigger makes it append-only: an entry is deleted only with its item. */
export const itemHandovers = pgTable(
  'item_handovers',
  {
    id: id(),
    physicalItemId: uuid('physical_item_id')
      .notNull()
      .references(() => physicalItems.id, { onDelete: 'cascade' }),
    step: text('step').$type<HandoverStep>().notNull(),
    at: instant('at').notNull(),
    from: text('from').notNull(),
    to: text('to').notNull(),
    photoId: uuid('photo_id').references(() => physicalItemImages.id),
    sealNumber: text('seal_number'),
    trackingNumber: text('tracking_number'),
    /** The member of staff, whose account may be gone since. */
    byId: uuid('by_id').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [
    index('item_handovers_item_id').on(table.physicalItemId, table.id),
    index('item_handovers_photo_id').on(table.photoId),
  ],
);

/** SQL: it has not reached anybody in the end. It may be lost, and turn up. */
export const hasNotEnded = notInArray(physicalItems.status, ['delivered', 'returned']);

/** SQL: we answer for it, here or on its way; perhaps it is still to arrive. */
export const isKept = and(hasNotEnded, isNull(physicalItems.lostAt));

export type PhysicalItemRow = typeof physicalItems.$inferSelect;
export type ItemImageRow = typeof physicalItemImages.$inferSelect;
export type ItemHandoverRow = typeof itemHandovers.$inferSelect;
