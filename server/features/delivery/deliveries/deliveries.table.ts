import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DeliveryMethod, DeliveryState, DeliveryType } from '../../../../shared/delivery/schedules.ts';
import type { WaitingReason } from '../../../../shared/delivery/waiting-reasons.ts';
import type { Channel } from '../../../../shared/outbox/channels.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { memories, memoryVersions } from '../../memories/memories/memories.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';

/** A day of every year, for the same people. Each year that has a memory is a schedule. */
export const series = pgTable(
  'series',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 29 February means the 28th in common years. */
    month: integer('month').notNull(),
    day: integer('day').notNull(),
    fromYear: integer('from_year').notNull(),
    untilYear: integer('until_year').notNull(),
    /** The recipient's age from which `untilYear` was computed. */
    untilAge: integer('until_age'),
    /** `HH:MM` */
    localTime: text('local_time').notNull(),
    timezone: text('timezone').notNull(),
    /** The birthday for which it was planned, or kept after a correction; null if it is not about a birthday. */
    birthday: date('birthday', { mode: 'string' }),
    /** Incremented with each change by the owner, to the series or to one of its years. */
    version: integer('version').notNull().default(1),
    /** The key of the request that created it. */
    idempotencyKey: uuid('idempotency_key'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('series_user_id').on(table.userId, table.id),
    uniqueIndex('series_user_id_idempotency_key')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
  ],
);

export type SeriesRow = typeof series.$inferSelect;

/** The recipients of years that get a memory later. */
export const seriesRecipients = pgTable(
  'series_recipients',
  {
    seriesId: uuid('series_id')
      .notNull()
      .references(() => series.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.seriesId, table.recipientId] }),
    index('series_recipients_recipient_id').on(table.recipientId),
  ],
);

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
    /** For an `on_death` schedule: not before this many days after the release. */
    releaseDays: integer('release_days'),
    /** Incremented with each change by the owner, and by nothing else. */
    version: integer('version').notNull().default(1),
    /** When delivery starts, see plan/plan.ts; null while an `on_death` schedule is not released. */
    dueAt: instant('due_at'),
    /** When the sweep turned this schedule into deliveries. */
    startedAt: instant('started_at'),
    isDelivered: boolean('is_delivered').notNull().default(false),
    deliveredAt: instant('delivered_at'),
    seriesId: uuid('series_id').references(() => series.id, { onDelete: 'set null' }),
    /** The year of the series that this is. */
    year: integer('year'),
    /**
     * The version of the time-zone rules by which its instants were computed; set only if a process with
     * newer rules had already run, which then computes them again.
     */
    computedBy: text('computed_by'),
    /** The key of the request that created it, so that a retry after a lost response creates no second schedule. */
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
    uniqueIndex('schedules_series_id_year')
      .on(table.seriesId, table.year)
      .where(sql`${table.seriesId} is not null`),
    index('schedules_computed_by')
      .on(table.id)
      .where(sql`${table.computedBy} is not null and ${table.startedAt} is null`),
    // Includes the id, so that due schedules can be counted without reading the rows.
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
    /** If it was passed on: the first name of the person it was left for, who has died. */
    leftFor: text('left_for'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('memory_recipients_schedule_recipient_key').on(table.scheduleId, table.recipientId),
    index('memory_recipients_recipient_id').on(table.recipientId),
    index('memory_recipients_memory_id').on(table.memoryId),
  ],
);

/** The versions of the time-zone rules for which the instants of schedules have been recomputed. */
export const timeZoneRules = pgTable('time_zone_rules', {
  /** IANA's name for it, such as `2026c`. */
  version: text('version').primaryKey(),
  /** Schedules up to this id have been recomputed. */
  doneUpTo: uuid('done_up_to'),
  finishedAt: instant('finished_at'),
});

export type { WaitingReason };

/**
 * The delivery of one schedule to one recipient. A successful one is updated twice, in columns without an
 * index, and its pages keep room for that (fillfactor, see the migration), so PostgreSQL need not update the
 * indexes. Mind this before you index a column that a claim or a delivery changes.
 */
export const deliveryQueue = pgTable(
  'delivery_queue',
  {
    id: id(),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    /** Null once the recipient was deleted from the address book. */
    recipientId: uuid('recipient_id').references(() => recipients.id, { onDelete: 'set null' }),
    /** The schedule's owner; deleted with the schedule. Query through the owner's schedules: an index on this would slow down every delivery. */
    userId: uuid('user_id').notNull(),
    status: text('status').$type<DeliveryState>().notNull().default('pending'),
    attemptCount: integer('attempt_count').notNull().default(0),
    lastAttempt: instant('last_attempt'),
    /** The fencing token, replaced at each claim: a worker with an older one has lost the lease and must not write. */
    claimId: uuid('claim_id'),
    errorMessage: text('error_message'),
    waitingReason: text('waiting_reason').$type<WaitingReason>(),
    /** Not to be claimed before this: the next attempt or, while sending, the end of the lease. */
    attemptAfter: instant('attempt_after').notNull(),
    /** When the sweep enqueues this row again; null if there is nothing to send, and until its first job has ended. */
    sweepAt: instant('sweep_at'),
    /** Since when it has waited for somebody, or when it failed. */
    stoppedAt: instant('stopped_at'),
    /** When the schedule fell due. Deliveries are sent in this order. */
    dueAt: instant('due_at').notNull(),
    firstAttempt: instant('first_attempt'),
    /** The planned pauses between attempts since the delivery was last resumed: retries stop when they add up to a week. */
    retryingSeconds: integer('retrying_seconds').notNull().default(0),
    /** Mails since the delivery was last resumed that the server never answered. */
    unansweredMails: integer('unanswered_mails').notNull().default(0),
    /** When the last of those mails was sent. */
    lastUnansweredAt: instant('last_unanswered_at'),
    /** Since when an attempt may have reached the recipient without our knowing: no answer came, or its worker vanished. */
    outcomeUnknownAt: instant('outcome_unknown_at'),
    /** Marks left by edits during an attempt; read under the row's lock when the outcome is recorded. */
    addressChangedAt: instant('address_changed_at'),
    memoryApprovedAt: instant('memory_approved_at'),
    memoryWithdrawnAt: instant('memory_withdrawn_at'),
    /** When its link was closed because the release that sent it was revoked. */
    releaseRevokedAt: instant('release_revoked_at'),
    /** When the last hold on its recipient ended. Since then it is sent in a message of its own, see same-message.ts. */
    holdEndedAt: instant('let_go_at'),
    /** When its owner's account was paid for again during an attempt. */
    accountPaidAt: instant('account_paid_at'),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    /** The address and channel by which it was sent, or may have been. */
    sentTo: text('sent_to'),
    /** It was, or may have been, sent to another address before, where somebody may have its link. */
    wasElsewhere: boolean('was_elsewhere').notNull().default(false),
    /** Addresses that refused it, returned it or were given up. Nothing is sent there again unless somebody asks for another try. */
    failedAddresses: text('failed_addresses').array().notNull().default(sql`'{}'`),
    channel: text('channel').$type<Channel>(),
    /** The address where somebody said that it is not for them. Its link stays closed until it is sent elsewhere. */
    disownedAddress: text('disowned_address'),
    recipientFirstName: text('recipient_first_name').notNull(),
    /** If it was passed on: the first name of the person it was left for, who has died. */
    leftFor: text('left_for'),
    /** What it brought, if the memory was changed or deleted after it began; otherwise it brings the memory as it is. */
    memoryVersionId: uuid('memory_version_id').references(() => memoryVersions.id, { onDelete: 'set null' }),
    deliveredAt: instant('delivered_at'),
    openedAt: instant('opened_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('delivery_queue_schedule_recipient_key').on(table.scheduleId, table.recipientId),
    uniqueIndex('delivery_queue_token_hash_key').on(table.tokenHash),
    index('delivery_queue_sweep').on(table.sweepAt).where(sql`${table.sweepAt} is not null`),
    index('delivery_queue_stopped').on(table.stoppedAt).where(sql`${table.stoppedAt} is not null`),
    index('delivery_queue_memory_version_id')
      .on(table.memoryVersionId)
      .where(sql`${table.memoryVersionId} is not null`),
    index('delivery_queue_recipient_id').on(table.recipientId),
    index('delivery_queue_in_arrears')
      .on(table.userId)
      .where(sql`${table.waitingReason} = 'account_in_arrears'`),
    // Finds recently created rows without an index entry per row.
    index('delivery_queue_created_at').using('brin', table.createdAt),
  ],
);

export type DeliveryRow = typeof deliveryQueue.$inferSelect;

/** Which message tells a recipient that the owner has died: one row for each recipient and release. */
export const deathNews = pgTable(
  'death_news',
  {
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => recipients.id, { onDelete: 'cascade' }),
    /** Identifies the release: when the account was closed. */
    memorialisedAt: instant('memorialised_at').notNull(),
    /** The delivery whose message says so; null if they know it from another message of ours. */
    deliveryId: uuid('delivery_id').references(() => deliveryQueue.id, { onDelete: 'cascade' }),
    decidedAt: instant('decided_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.recipientId, table.memorialisedAt] }),
    index('death_news_delivery_id').on(table.deliveryId),
  ],
);
