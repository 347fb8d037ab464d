import { date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { DeliveryType } from '../../../../../shared/delivery/schedules.ts';
import { belongsTo, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { schedules, series } from '../deliveries.table.ts';

/** Schedules that the owner moved to the last day of the service, as they were planned before, until the owner takes that back. */
export const handOvers = pgTable(
  'schedule_hand_overs',
  {
    scheduleId: uuid('schedule_id')
      .primaryKey()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    userId: belongsTo('user_id', () => users.id),
    handedOverAt: instant('handed_over_at').notNull(),
    deliveryDate: instant('delivery_date').notNull(),
    deliveryType: text('delivery_type').$type<DeliveryType>().notNull(),
    localDate: date('local_date', { mode: 'string' }).notNull(),
    /** `HH:MM` */
    localTime: text('local_time').notNull(),
    releaseDays: integer('release_days'),
    seriesId: uuid('series_id').references(() => series.id, { onDelete: 'set null' }),
    year: integer('year'),
  },
  (table) => [
    index('schedule_hand_overs_user_id').on(table.userId),
    index('schedule_hand_overs_series_id').on(table.seriesId),
  ],
);

export type HandOverRow = typeof handOvers.$inferSelect;
