import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { FileMemoryType } from '../../../../../shared/memory-types.ts';
import { id, instant } from '../../../../platform/columns.ts';
import { users } from '../../../accounts/profile/profile.table.ts';

/** A file being uploaded, perhaps over several connections and days. It becomes a memory once it has arrived. */
export const uploads = pgTable(
  'uploads',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    type: text('type').$type<FileMemoryType>().notNull(),
    fileName: text('file_name').notNull(),
    /** As declared by the sender. */
    contentType: text('content_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    /** SHA-256 of the whole file, as computed by the sender. */
    sha256: text('sha256'),
    /** How many bytes, from the beginning, are durable in its parts. */
    arrivedBytes: bigint('arrived_bytes', { mode: 'number' }).notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('uploads_user_id').on(table.userId, table.id),
    index('uploads_expires_at').on(table.expiresAt),
  ],
);

export type UploadRow = typeof uploads.$inferSelect;

/** What one request contributed to an upload, stored as a separate file until the whole has arrived. */
export const uploadParts = pgTable(
  'upload_parts',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => uploads.id, { onDelete: 'cascade' }),
    startByte: bigint('start_byte', { mode: 'number' }).notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    key: text('key').notNull(),
  },
  (table) => [primaryKey({ name: 'upload_parts_key', columns: [table.uploadId, table.startByte] })],
);

export type UploadPartRow = typeof uploadParts.$inferSelect;
