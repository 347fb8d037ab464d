import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/platform/database.ts';
import type { TestApp } from '../app.ts';

/**
 * How often the rows of each table were written, the stored files, and the waiting jobs: by name, so that a
 * difference says where it is.
 */
export type StoredState = Record<string, string | number>;

/**
 * Covers everything that the product stores, or with `userId` the rows of one person. Each row that is created, changed or
 * deleted counts, even if the next write undoes it. The time of a session's last use is left out: being there is no change.
 */
export async function storedState(testApp: TestApp, userId?: string): Promise<StoredState> {
  const { db } = testApp.services;
  await countingWrites(db);
  if (userId) {
    return await stateOf(
      db,
      sql`select place, count(*)::int as state from test.writes where owner = ${userId} group by place`,
    );
  }
  return {
    ...(await stateOf(db, everything)),
    'stored files': (await storedPaths(testApp)).join(' '),
  };
}

/** Read directly: the storage's own list looks into 256 folders and at each file, and hundreds of tests use this. */
async function storedPaths({ services }: TestApp): Promise<string[]> {
  const paths = await readdir(join(services.config.dataDir, 'files'), { recursive: true });
  // The folders, and half-written files, have other depths.
  return paths.filter((path) => path.split(sep).length === 3).toSorted();
}

const everything = sql`
  select place, count(*)::int as state from test.writes group by place
  union all select 'jobs ' || name, count(*)::int from pgboss.job
  where state in ('created', 'retry', 'active') group by name`;

async function stateOf(db: Database, query: typeof everything): Promise<StoredState> {
  const found = await db.execute<{ place: string; state: number }>(query);
  return Object.fromEntries(found.rows.map(({ place, state }) => [place, state]));
}

const countedDatabases = new WeakSet<Database>();

/** Counts from the first call on. */
async function countingWrites(db: Database): Promise<void> {
  if (countedDatabases.has(db)) return;
  countedDatabases.add(db);
  await db.execute(countWrites);
}

/** Triggers on each table, so that a call costs what was written and not all that is stored: hundreds of tests use this. */
const countWrites = sql.raw(`
  create schema test;
  create table test.writes (place text, owner text);
  create index on test.writes (owner);
  create function test.count_write() returns trigger language plpgsql as $$
  declare
    was jsonb := to_jsonb(old) - 'last_used_at';
    is_now jsonb := to_jsonb(new) - 'last_used_at';
  begin
    if was is distinct from is_now then
      insert into test.writes
        select distinct tg_table_name, owner from unnest(array[was ->> tg_argv[0], is_now ->> tg_argv[0]]) owner
        where owner is not null or coalesce(was ->> tg_argv[0], is_now ->> tg_argv[0]) is null;
    end if;
    return null;
  end $$;
  do $$
  declare each record;
  begin
    for each in
      select table_name, coalesce((select column_name from information_schema.columns c
        where c.table_schema = 'public' and c.table_name = t.table_name
          and column_name = case when t.table_name = 'users' then 'id' else 'user_id' end), '') as owner
      from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
    loop
      execute format('create trigger count_write after insert or update or delete on %I
        for each row execute function test.count_write(%L)', each.table_name, each.owner);
    end loop;
  end $$`);
