import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// While a version is rolled out, processes of the previous one use the migrated database. So a migration only adds things
// that they can do without. Things that they still use are removed one version later, in a migration that says so.

const breakpoint = '--> statement-breakpoint';
const contraction = /^-- contracts (\S+)$/m;
/** The last migration of the released version; update it with each release. No released process knows the later ones. */
const released = '0000_initial';
/** Only the mailbox of a development machine, which a single process uses. */
const withoutReaders = new Set(['mailbox_messages']);

/** Statements that break code that does not know of them, each capturing the table's name. */
const breaking = [
  { pattern: /^DROP TABLE (?:IF EXISTS )?"?(\w+)"?/i, what: 'drops a table' },
  { pattern: /^ALTER TABLE "?(\w+)"? DROP COLUMN/i, what: 'drops a column' },
  { pattern: /^ALTER TABLE "?(\w+)"? RENAME/i, what: 'renames' },
  {
    pattern: /^ALTER TABLE "?(\w+)"? ALTER COLUMN "?\w+"? SET DATA TYPE/i,
    what: 'changes the type of a column',
  },
  { pattern: /^ALTER TABLE "?(\w+)"? ALTER COLUMN "?\w+"? SET NOT NULL/i, what: 'requires a column' },
  { pattern: /^ALTER TABLE "?(\w+)"? ALTER COLUMN "?\w+"? DROP DEFAULT/i, what: 'takes a default away' },
  {
    pattern: /^ALTER TABLE "?(\w+)"? ADD COLUMN (?!.*(DEFAULT|GENERATED)).*NOT NULL/i,
    what: 'requires a new column that has no default',
  },
  {
    pattern: /^ALTER TABLE "?(\w+)"? DROP CONSTRAINT \S+_(?:unique|pkey|key)"?/i,
    what: 'takes away what "on conflict" needs',
  },
  { pattern: /^CREATE UNIQUE INDEX \S+ ON "?(\w+)"?/i, what: 'forbids rows that were allowed' },
  {
    pattern: /^ALTER TABLE "?(\w+)"? ADD CONSTRAINT \S+ (?:CHECK|UNIQUE|PRIMARY KEY)/i,
    what: 'forbids rows that were allowed',
  },
];

/**
 * A fault for each statement that would break the previous version, unless the migration has a line `-- contracts 0012_parcels`, which
 * names the migration since which no code has used what it removes.
 * @param {string} root
 * @returns {string[]}
 */
export function findBreakingMigrations(root) {
  const folder = join(root, 'migrations');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => name.slice(0, -'.sql'.length))
    .toSorted();
  const added = { tables: new Set(withoutReaders), columns: new Set() };
  return names
    .filter((name) => name > released)
    .flatMap((name) => {
      const faults = faultsIn(name, readFileSync(join(folder, `${name}.sql`), 'utf8'), { names, added });
      return faults.map((fault) => `migrations/${name}.sql ${fault}`);
    });
}

/**
 * @param {string} name
 * @param {string} text
 * @param {{ names: readonly string[], added: { tables: Set<string>, columns: Set<string> } }} known all migrations, and the tables and
 *   columns added since the release; this function adds those of this migration
 * @returns {string[]}
 */
export function faultsIn(name, text, { names, added }) {
  const statements = text.split(breakpoint).map(withoutComments);
  for (const one of statements) {
    const table = /^CREATE TABLE "?(\w+)"?/i.exec(one)?.[1];
    if (table) added.tables.add(table);
    const [, of, column] = /^ALTER TABLE "?(\w+)"? ADD COLUMN "?(\w+)"?/i.exec(one) ?? [];
    if (column) added.columns.add(`${of}.${column}`);
  }
  const since = contraction.exec(text)?.[1];
  if (since !== undefined)
    return names.includes(since) && since < name ? [] : [`contracts ${since}, which is no earlier migration`];
  return statements.flatMap((statement) =>
    breaking.flatMap(({ pattern, what }) => {
      const table = pattern.exec(statement)?.[1];
      if (!table || added.tables.has(table) || isOnlyOfNewColumns(statement, table, added.columns)) return [];
      return [
        `${what} (${table}), which the version that is out still uses: expand first, contract a version later`,
      ];
    }),
  );
}

/**
 * A unique index only on rows that have a new column set: no released version sets it.
 * @param {string} statement
 * @param {string} table
 * @param {ReadonlySet<string>} columns
 */
function isOnlyOfNewColumns(statement, table, columns) {
  const condition = /^CREATE UNIQUE INDEX .* WHERE "?\w+"?\."?(\w+)"? is not null;?$/i.exec(statement)?.[1];
  return condition !== undefined && columns.has(`${table}.${condition}`);
}

/** @param {string} statement */
function withoutComments(statement) {
  return statement
    .replaceAll(/^\s*--.*$/gm, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
}
