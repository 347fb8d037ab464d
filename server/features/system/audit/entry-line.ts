// What is hashed. The line of an entry is what PostgreSQL prints for it with `copy (select …) to stdout`, in a session whose
// time zone is UTC: anybody with psql and sha256sum can check the chain without us.
import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';

/** The columns of an entry in the order in which they are hashed: who did what, and what was said about it. */
const acts = ['id', 'at', 'actor', 'action', 'user_id', 'subject_id'] as const;
const said = ['details', 'reason', 'before', 'after'] as const;
const columns = [...acts, ...said];

type Column = (typeof columns)[number];

/** An entry as text, as `selectedEntry` reads it. */
export type EntryText = Record<Column, string | null>;

export const actColumns = acts.length;
/** The position of the account's id among them. */
export const accountColumn = acts.indexOf('user_id');

export const columnsOf = (table: string) => columns.map((name) => `${table}.${name}`).join(', ');

export const selectedEntry = sql.raw(columns.map((name) => `a.${name}::text as ${name}`).join(', '));

/** How times are printed in an entry's line. */
export const printedInUtc = sql.raw("set local timezone to 'UTC'; set local datestyle to 'ISO'");

/** Takes the place of the hash before the first entry. */
export const noHash = '0'.repeat(64);

export interface Hashes {
  /** The hash of the previous hash and of the entry, in hex. */
  hash: string;
  /** Stands for what was said, so that this can be erased; null if nothing was. */
  saidHash: string | null;
}

/** The text that is hashed is what `copy` prints. `salt` is in hex. */
export function hashesOf(previous: string, entry: EntryText, salt: string): Hashes {
  const line = (names: readonly Column[]) => names.map((name) => printed(entry[name])).join('\t');
  if (said.every((name) => entry[name] === null))
    return { hash: hash('sha256', `${previous}\t${line(columns)}`), saidHash: null };
  const saidHash = hash('sha256', `${salt}\t${line(said)}`);
  return { hash: hash('sha256', `${previous}\t${line(acts)}\t${saidHash}`), saidHash };
}

const escapes: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function printed(value: string | null): string {
  return value === null ? '\\N' : value.replace(/[\\\b\f\n\r\t\v]/g, (sign) => escapes[sign] ?? sign);
}
