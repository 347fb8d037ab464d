import { type Column, type SQL, sql } from 'drizzle-orm';
import { boolean, date, index, jsonb, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { GiftOrderStatus, GiftOrderType, OrderedGift } from '../../../../shared/store/gift-orders.ts';
import type { GiftId } from '../../../../shared/store/gifts.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';

/** The order of the staff list: first what is still to be sent. */
const ranks: Record<GiftOrderStatus, number> = {
  paid: 0,
  preparing: 0,
  shipped: 1,
  pending: 2,
  delivered: 3,
  cancelled: 4,
};

/** The rank in the staff list of orders with this status; within a rank the day of delivery decides. */
export function rankOf(status: GiftOrderStatus): number {
  return ranks[status];
}

/** The same in SQL, as in the index. */
export function staffRank(status: Column): SQL {
  const cases = Object.entries(ranks)
    .map(([each, rank]) => `when '${each}' then ${rank}`)
    .join(' ');
  return sql`(case ${status} ${sql.raw(cases)} end)`;
}

/** Since when an order has been waiting for staff, or for its payment. */
export function staffSince({ paidAt, createdAt }: Record<'paidAt' | 'createdAt', Column>): SQL {
  return sql`(coalesce(${paidAt}, ${createdAt}))`;
}

export const giftOrders = pgTable(
  'gift_orders',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The memory the gifts were ordered with; the order outlives it. */
    memoryId: uuid('memory_id').references(() => memories.id, { onDelete: 'set null' }),
    giftType: text('gift_type').$type<GiftOrderType>().notNull(),
    /** With the names and prices at the time of the order. */
    giftDetails: jsonb('gift_details').$type<OrderedGift[]>().notNull(),
    recipientName: text('recipient_name').notNull(),
    deliveryAddress: text('delivery_address').notNull(),
    deliveryDate: date('delivery_date', { mode: 'string' }).notNull(),
    specialInstructions: text('special_instructions'),
    /** In dollars. */
    totalAmount: numeric('total_amount', { precision: 10, scale: 2, mode: 'number' }).notNull(),
    status: text('status').$type<GiftOrderStatus>().notNull().default('pending'),
    trackingNumber: text('tracking_number'),
    vendorOrderId: text('vendor_order_id'),
    /** For staff only. */
    adminNotes: text('admin_notes'),
    paidAt: instant('paid_at'),
    cancelledAt: instant('cancelled_at'),
    /** When staff began to prepare it. */
    preparingAt: instant('preparing_at'),
    shippedAt: instant('shipped_at'),
    deliveredAt: instant('delivered_at'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('gift_orders_user_id').on(table.userId, table.id),
    index('gift_orders_memory_id').on(table.memoryId),
    index('gift_orders_for_staff').on(staffRank(table.status), table.deliveryDate, table.id),
  ],
);

/** The gifts that were ordered with a memory, one row each. */
export const gifts = pgTable(
  'gifts',
  {
    id: id(),
    memoryId: uuid('memory_id')
      .notNull()
      .references(() => memories.id, { onDelete: 'cascade' }),
    giftOrderId: uuid('gift_order_id')
      .notNull()
      .references(() => giftOrders.id, { onDelete: 'cascade' }),
    giftType: text('gift_type').$type<GiftId>().notNull(),
    /** False once the order is cancelled. */
    isSelected: boolean('is_selected').notNull(),
    deliveryAddress: text('delivery_address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('gifts_order_key').on(table.giftOrderId, table.giftType),
    index('gifts_memory_id').on(table.memoryId),
  ],
);

export type GiftOrderRow = typeof giftOrders.$inferSelect;
