// What is hashed. The line of an entry is what PostgreSQL prints for it with `copy (select …) to stdout`, in a session whose
// time zone is UTC: anybody with psql and sha256sum can check the chain without us.
import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';

/** The columns of an entry in the order in which they are hashed; one that is added later goes to the end. */
const columns = [
  'id',
  'at',
  'actor',
  'action',
  'user_id',
  'subject_id',
  'details',
  'reason',
  'before',
  'after',
] as const;

type Column = (typeof columns)[number];

/** An entry as text, as `selectedEntry` reads it. */
export type EntryText = Record<Column, string | null>;

export const columnsOf = (table: string) => columns.map((name) => `${table}.${name}`).join(', ');

export const selectedEntry = sql.raw(columns.map((name) => `a.${name}::text as ${name}`).join(', '));

/** How times are printed in an entry's line. */
export const printedInUtc = sql.raw("set local timezone to 'UTC'; set local datestyle to 'ISO'");

/** Stands for the hash before the first entry. */
export const noHash = '0'.repeat(64);

/** The text that is hashed, as `copy` prints the hash of the entry before and this entry. */
export function hashOf(previous: string, entry: EntryText): string {
  const line = columns.map((name) => printed(entry[name])).join('\t');
  return hash('sha256', `${previous}\t${line}`);
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
