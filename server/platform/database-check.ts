import { sql } from 'drizzle-orm';
import {
  type Database,
  inTransaction,
  isDatabaseUnavailable,
  isRefusedFile,
  postgresCode,
} from './database.ts';

/**
 * Throws, with a sentence for the operator, unless the database can store a new row. It needs a new page, because a
 * database whose disk is full still reads, and still updates rows while its pages have room. The table is dropped when
 * the transaction ends, and no other is locked, so a running backup is not in the way.
 */
export async function checkDatabase(db: Database): Promise<void> {
  try {
    await inTransaction(db, (tx) =>
      tx.execute(sql`create temporary table readiness_check on commit drop as select 1 as written`),
    );
  } catch (cause) {
    throw new Error(databaseFault(cause), { cause });
  }
}

const sentences: readonly [RegExp, string][] = [
  [/^53100$/, 'The disk of the database is full'],
  [/^53300$/, 'The database has no connection left'],
  [/^53/, 'The database has too little memory or other resources'],
  [/^57P/, 'The database is starting or stopping'],
  [/^58/, 'The database cannot use its disk'],
  [/^25006$/, 'The database only reads: it is a standby, or was set to be read-only'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'The host of the database is not known'],
  [/^28/, 'The server refuses the name, the password, or connections from here'],
  [/^3D000$/, 'There is no database of this name on the server'],
  [/^42501$/, 'The role may not do this in the database'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY/, 'The certificate of the server is not one that this machine trusts'],
];

/** What a database error means to an operator. Contains no statement, value or address. */
export function databaseFault(error: unknown): string {
  if (isRefusedFile(error)) return 'The database may not use its own files: their rights were changed';
  const code = postgresCode(error) ?? '';
  const known = sentences.find(([codes]) => codes.test(code));
  if (known) return known[1];
  if (isDatabaseUnavailable(error)) return 'The database does not answer';
  return `The database reports an error${code && ` (${code})`}`;
}
