import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/platform/database.ts';
import type { TestApp } from '../app.ts';
import { storedKeys } from '../stored-keys.ts';

/** A digest of each table, the files that are stored, and the jobs that wait: by name, so that a difference says where. */
export type StoredState = Record<string, string>;

interface Table {
  name: string;
  /** The column that says whose a row is, if there is one. */
  owner: string | null;
}

/**
 * Everything that the product keeps, or with `userId` every row of one person. When a session was used last is left out:
 * being there is no change.
 */
export async function storedState(testApp: TestApp, userId?: string): Promise<StoredState> {
  const { db } = testApp.services;
  const tables = await tablesOf(db);
  if (userId) {
    return await stateIn(
      db,
      tables.flatMap(({ name, owner }) =>
        owner ? digestOf(name, sql`where ${sql.identifier(owner)} = ${userId}`) : [],
      ),
    );
  }
  return {
    ...(await stateIn(db, [...tables.map(({ name }) => digestOf(name)), unfinishedJobs])),
    'stored files': (await storedKeys(testApp, '')).join(' '),
  };
}

/** In one statement: hundreds of tests ask, most of them twice. */
async function stateIn(db: Database, parts: SQL[]): Promise<StoredState> {
  const found = await db.execute<{ name: string; state: string }>(sql.join(parts, sql` union all `));
  return Object.fromEntries(found.rows.map(({ name, state }) => [name, state]));
}

/** A sum over the rows, so that nothing is sorted: this is asked about whole tables, over and over. */
function digestOf(table: string, condition: SQL = sql``): SQL {
  return sql`
    select ${table}::text as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(line, 0)), 0) as state
    from (select (to_jsonb(t) - 'last_used_at')::text as line from ${sql.identifier(table)} t ${condition}) lines`;
}

const unfinishedJobs = sql`
  select 'jobs ' || name, count(*)::text from pgboss.job where state in ('created', 'retry', 'active') group by name`;

const tablesByDatabase = new WeakMap<Database, Promise<Table[]>>();

function tablesOf(db: Database): Promise<Table[]> {
  const known = tablesByDatabase.get(db) ?? findTables(db);
  tablesByDatabase.set(db, known);
  return known;
}

async function findTables(db: Database): Promise<Table[]> {
  const found = await db.execute<Table & Record<string, unknown>>(sql`
    select table_name as name,
      case when table_name = 'users' then 'id'
        else max(column_name) filter (where column_name = 'user_id') end as owner
    from information_schema.columns
    where table_schema = 'public' group by table_name order by table_name`);
  return found.rows;
}
