import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MemoryType } from '../../../../shared/memories/memories.ts';
import { id, instant } from '../../../platform/columns.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';

export const memories = pgTable(
  'memories',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    type: text('type').$type<MemoryType>().notNull(),
    /** The body of a letter. */
    content: text('content'),
    recipient: text('recipient').notNull(),
    personalMessage: text('personal_message'),
    isApproved: boolean('is_approved').notNull().default(false),
    /** Grows with every change of the file or the letter's text; a check holds for one revision only. */
    revision: integer('revision').notNull().default(1),
    /** When the check of the present revision ended, whichever way. */
    checkedAt: instant('checked_at'),
    /** Why the present revision waits for a person's review. */
    heldReason: text('held_reason'),
    /** Storage key of the original. */
    fileKey: text('file_key'),
    fileName: text('file_name'),
    fileSizeBytes: bigint('file_size_bytes', { mode: 'number' }),
    fileSha256: text('file_sha256'),
    /** From the bytes, not from the name. */
    contentType: text('content_type'),
    durationSeconds: doublePrecision('duration_seconds'),
    thumbnailKey: text('thumbnail_key'),
    /** An upright display picture, or a film or sound that browsers play, where the original is not one. */
    displayKey: text('display_key'),
    displayContentType: text('display_content_type'),
    /** By which the sender knows the upload again that made this memory, when the answer to it was lost. */
    uploadKey: uuid('upload_key'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('memories_user_id').on(table.userId, table.id),
    uniqueIndex('memories_user_id_upload_key').on(table.userId, table.uploadKey),
    index('memories_user_id_type').on(table.userId, table.type),
    index('memories_unchecked').on(table.createdAt).where(sql`${table.checkedAt} is null`),
  ],
);

export type MemoryRow = typeof memories.$inferSelect;
