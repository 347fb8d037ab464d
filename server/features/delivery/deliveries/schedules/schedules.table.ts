import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryMethod, DeliveryType } from '../../../../../shared/delivery/schedules.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';

export const schedules = pgTable(
  'schedules',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null once the memory was deleted after its delivery. */
    memoryId: uuid('memory_id').references(() => memories.id, { onDelete: 'set null' }),
    /** The instant of `localDate` and `localTime` in `timezone`. */
    deliveryDate: instant('delivery_date').notNull(),
    deliveryType: text('delivery_type').$type<DeliveryType>().notNull(),
    deliveryMethod: text('delivery_method').$type<DeliveryMethod>().notNull().default('digital'),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** `HH:MM` */
    localTime: text('local_time').notNull(),
    timezone: text('timezone').notNull(),
    /** Of an `on_death` schedule: not before this many days after the release. */
    releaseDays: integer('release_days'),
    /** When delivery starts, see release-times.ts; null while an `on_death` schedule is not released. */
    dueAt: instant('due_at'),
    /** When the sweep turned this schedule into deliveries. */
    startedAt: instant('started_at'),
    isDelivered: boolean('is_delivered').notNull().default(false),
    deliveredAt: instant('delivered_at'),
    /** Of the request that made it, so that repeating that after a lost answer makes no second schedule. */
    idempotencyKey: uuid('idempotency_key'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('schedules_user_id').on(table.userId, table.deliveryDate),
    index('schedules_memory_id').on(table.memoryId),
    uniqueIndex('schedules_user_id_idempotency_key')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    // With the id, so that what is due can be counted without reading the rows.
    index('schedules_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.startedAt} is null and ${table.dueAt} is not null`),
  ],
);

export type ScheduleRow = typeof schedules.$inferSelect;

export const memoryRecipients = pgTable(
  'memory_recipients',
  {
    id: id(),
    memoryId: uuid('memory_id').references(() => memories.id, { onDelete: 'set null' }),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    /** The first name of the person for whom it was left, where they have died and it was passed on. */
    leftFor: text('left_for'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('memory_recipients_schedule_recipient_key').on(table.scheduleId, table.recipientId),
    index('memory_recipients_recipient_id').on(table.recipientId),
    index('memory_recipients_memory_id').on(table.memoryId),
  ],
);
