import { createHash } from 'node:crypto';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { requireAsSeen } from './as-seen.ts';
import type { SealedColumn } from './reseal.ts';
import { type AppSecret, type SealedFor, seal, unseal } from './sealed.ts';

type Secret = { appSecret: AppSecret };

interface NotesOptions<Column extends string> {
  /** What the rows are, for the output of `npm run rotate-key`, such as "counseling sessions". */
  of: string;
  table: PgTable & { id: PgColumn } & Record<Column, PgColumn>;
  columns: readonly Column[];
  sealedFor: (id: string, column: Column) => SealedFor;
}

/** Columns for what people write in confidence, such as about their health: encrypted in the database, and never in an email or a log. */
export function encryptedNotes<Column extends string>({
  of,
  table,
  columns,
  sealedFor,
}: NotesOptions<Column>) {
  return {
    encrypt(
      { appSecret }: Secret,
      id: string,
      column: Column,
      text: string | null | undefined,
    ): string | null {
      return text ? seal(appSecret, sealedFor(id, column), text) : null;
    },
    decrypt(
      { appSecret }: Secret,
      row: { id: string } & Partial<Record<Column, string | null>>,
      column: Column,
    ): string | null {
      const sealed: string | null | undefined = row[column];
      return sealed ? unseal(appSecret, sealedFor(row.id, column), sealed) : null;
    },
    /** Another one whenever they are written, or sealed with another secret; says nothing about the words. Null if there are none. */
    versionOf(row: Partial<Record<Column, string | null>>, column: Column): string | null {
      const sealed: string | null | undefined = row[column];
      return sealed ? createHash('sha256').update(sealed).digest('base64url') : null;
    },
    /** 409 if they are no longer the version that a member of staff saw of the notes on this `what`. */
    requireVersion(
      what: string,
      row: Partial<Record<Column, string | null>>,
      column: Column,
      seen: string | null,
    ): void {
      const isChanged = seen !== this.versionOf(row, column);
      requireAsSeen(what, { [column]: isChanged && 'Somebody has written our notes meanwhile' });
    },
    /** For `npm run rotate-key`. */
    sealedColumns: columns.map(
      (column): SealedColumn => ({
        name: `${column} of ${of}`,
        table,
        id: table.id,
        column: table[column],
        sealedFor: (id) => sealedFor(id, column),
      }),
    ),
  };
}
