import { sql } from 'drizzle-orm';
import { pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from '../../../../platform/columns.ts';

/**
 * Why all deliveries may be on hold: a clock jumped, the database is older than the record of what was sent,
 * a backup was restored, or a person decided so.
 */
export type HoldReason = 'clock-jump' | 'behind-send-log' | 'restored' | 'by-hand';

/** While a row is open, nothing is delivered to anybody and no account is erased. */
export const deliveryHolds = pgTable(
  'delivery_holds',
  {
    id: id(),
    reason: text('reason').$type<HoldReason>().notNull(),
    /** A sentence that tells a person what to do. */
    message: text('message').notNull(),
    heldAt: instant('held_at').notNull(),
    releasedAt: instant('released_at'),
    releasedBy: text('released_by'),
    releaseNote: text('release_note'),
  },
  (table) => [uniqueIndex('delivery_holds_open').on(table.reason).where(sql`${table.releasedAt} is null`)],
);
