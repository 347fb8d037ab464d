import type { Pool } from 'pg';

// The database as it once was, without another database: its rows are kept beside it, and written back into emptied tables, as by
// restoring a dump.

export interface Backups {
  save(): Promise<void>;
  /** Writes back what was saved last. Nothing else may use the database meanwhile. */
  restore(): Promise<void>;
}

const kept = 'simulation_backup';

interface Table {
  name: string;
  copy: string;
  columns: string;
}

export function openBackups(control: Pool): Backups {
  /** Statements in one string are one transaction. */
  const inOne = (statements: readonly string[]) => control.query(statements.join(';\n'));
  return {
    async save() {
      const tables = await tablesOf(control);
      await inOne([
        `drop schema if exists ${kept} cascade`,
        `create schema ${kept}`,
        ...tables.map(({ name, copy }) => `create unlogged table ${copy} as table ${name}`),
      ]);
    },
    async restore() {
      const tables = await tablesOf(control);
      const foreignKeys = await foreignKeysOf(control);
      await inOne([
        ...foreignKeys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
        ...tables.map(({ name }) => `alter table ${name} disable trigger user`),
        `truncate ${tables.map(({ name }) => name).join(', ')}`,
        ...tables.map(
          ({ name, copy, columns }) =>
            `insert into ${name} (${columns}) overriding system value select ${columns} from ${copy}`,
        ),
        ...tables.map(({ name }) => `alter table ${name} enable trigger user`),
        ...foreignKeys.map(
          ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
        ),
      ]);
    },
  };
}

async function tablesOf(control: Pool): Promise<Table[]> {
  const { rows } = await control.query<Table>(
    `
    select format('%I.%I', n.nspname, c.relname) as name, format('%I.%I', $1::text, n.nspname || '.' || c.relname) as copy,
      (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss') order by 1`,
    [kept],
  );
  return rows;
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

async function foreignKeysOf(control: Pool): Promise<ForeignKey[]> {
  const { rows } = await control.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace::regnamespace::text in ('public', 'pgboss')
    order by 1, 2`);
  return rows;
}
