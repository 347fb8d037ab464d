import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MemoryType } from '../../../../shared/memories/memories.ts';
import type { CheckFindings } from '../../../../shared/memories/memory-checks.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import type { HeldAs } from './findings.ts';

/** Rows of the tables that the delivery district writes, as JSON. */
export interface CancelledPlan {
  schedules: Record<string, unknown>[];
  recipients: Record<string, unknown>[];
}

/** What a recipient sees of a memory. */
function shownColumns() {
  return {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    type: text('type').$type<MemoryType>().notNull(),
    /** The body of a letter. */
    content: text('content'),
    personalMessage: text('personal_message'),
    /** Storage key of the original. */
    fileKey: text('file_key'),
    fileName: text('file_name'),
    fileSizeBytes: bigint('file_size_bytes', { mode: 'number' }),
    fileSha256: text('file_sha256'),
    /** Our content type for its format, not the one sent by the browser. */
    contentType: text('content_type'),
    durationSeconds: doublePrecision('duration_seconds'),
    /** The heights, 0 to 255, of its waveform; null without a sound, or if we could not decode it. */
    peaks: smallint('peaks').array(),
    thumbnailKey: text('thumbnail_key'),
    /** Storage key of an upright picture that fits a screen, or of the version of a recording that browsers play. */
    displayKey: text('display_key'),
    displayContentType: text('display_content_type'),
    createdAt: instant('created_at').notNull(),
  };
}

export const memories = pgTable(
  'memories',
  {
    id: id(),
    ...shownColumns(),
    recipient: text('recipient').notNull(),
    /** The person in the address book whom `recipient` names; null for a group, and for a name that is no longer in it. */
    recipientId: uuid('recipient_id').references(() => recipients.id, { onDelete: 'set null' }),
    /** Since when the owner has wanted their journal included in a letter, as a book; the letter's file is then the book. */
    journalSince: instant('journal_since'),
    /** The state of the journal from which its file was made. */
    journalState: text('journal_state'),
    /** Since when its owner has wanted it deleted after their death, rather than delivered. */
    deleteOnDeathSince: instant('delete_on_death_since'),
    /** The schedules that this choice cancelled, so that it can be undone. */
    cancelledPlan: jsonb('cancelled_plan').$type<CancelledPlan>(),
    /** Incremented with each change by its owner, and by nothing else. */
    version: integer('version').notNull().default(1),
    isApproved: boolean('is_approved').notNull().default(false),
    /** Incremented with each change of the file or the letter's text. A check is valid for one revision only. */
    revision: integer('revision').notNull().default(1),
    /** When the check of the current revision ended, with whatever result. */
    checkedAt: instant('checked_at'),
    /** What that check found; null for a letter. */
    checks: jsonb('checks').$type<CheckFindings>(),
    /** Why the current revision was not approved: a sentence for the owner. */
    heldReason: text('held_reason'),
    /** Whether it waits for a person's review, or for another file from its owner. */
    heldAs: text('held_as').$type<HeldAs>(),
    /** When a member of staff approved or rejected the current revision. */
    reviewedAt: instant('reviewed_at'),
    /** Their id. No foreign key, since it outlives their account. */
    reviewedBy: uuid('reviewed_by'),
    /** Idempotency key of the upload, so that repeating it after a lost response creates no second memory. */
    uploadKey: uuid('upload_key'),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('memories_user_id').on(table.userId, table.id),
    uniqueIndex('memories_user_id_upload_key').on(table.userId, table.uploadKey),
    index('memories_user_id_type').on(table.userId, table.type),
    index('memories_recipient_id').on(table.recipientId),
    index('memories_delete_on_death').on(table.userId).where(sql`${table.deleteOnDeathSince} is not null`),
    index('memories_unchecked').on(table.createdAt).where(sql`${table.checkedAt} is null`),
    index('memories_waiting_for_staff')
      .on(table.checkedAt, table.id)
      .where(sql`${table.heldAs} = 'in_review'`),
    index('memories_waiting_for_owner')
      .on(table.checkedAt, table.id)
      .where(sql`${table.heldAs} in ('unreadable', 'rejected')`),
  ],
);

export type MemoryRow = typeof memories.$inferSelect;

/** A member of staff may look at a revision for a while. Its owner sees when that was, and why. */
export const memoryOpenings = pgTable(
  'memory_openings',
  {
    id: id(),
    memoryId: uuid('memory_id')
      .notNull()
      .references(() => memories.id, { onDelete: 'cascade' }),
    revision: integer('revision').notNull(),
    /** The owner of the memory. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The member of staff. No foreign key, since it outlives their account. */
    openedBy: uuid('opened_by').notNull(),
    reason: text('reason').notNull(),
    openedAt: instant('opened_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('memory_openings_memory_id').on(table.memoryId, table.openedAt),
    index('memory_openings_user_id').on(table.userId),
  ],
);

export type MemoryOpeningRow = typeof memoryOpenings.$inferSelect;

/**
 * What recipients were given of a memory that was changed or deleted since. Deliveries refer to it; it is
 * erased once none does.
 */
export const memoryVersions = pgTable(
  'memory_versions',
  {
    id: id(),
    /** No foreign key, since it outlives the memory. */
    memoryId: uuid('memory_id').notNull(),
    ...shownColumns(),
    keptAt: instant('kept_at').notNull(),
  },
  (table) => [
    index('memory_versions_memory_id').on(table.memoryId),
    index('memory_versions_user_id').on(table.userId),
  ],
);

export type MemoryVersionRow = typeof memoryVersions.$inferSelect;

/** The columns of both: what a recipient sees. */
export type ShownMemory = Omit<MemoryVersionRow, 'memoryId' | 'keptAt'>;
