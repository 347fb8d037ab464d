import { sql } from 'drizzle-orm';
import { jobList } from '../../server/job-list.ts';
import type { TestApp } from '../app.ts';
import { storedKeys } from '../stored-keys.ts';

/** A digest of each table, the files that are stored, and the jobs that wait: by name, so that a difference says where. */
export type StoredState = Record<string, string>;

/**
 * Everything that the product keeps, or with `userId` every row of one person. When a session was used last is left out:
 * being there is no change.
 */
export async function storedState(testApp: TestApp, userId?: string): Promise<StoredState> {
  const { db, jobs } = testApp.services;
  const state: StoredState = {};
  for (const { name, owner } of await tablesOf(testApp)) {
    if (userId && !owner) continue;
    const rows = userId
      ? sql`${sql.identifier(name)} t where ${sql.identifier(owner ?? 'id')} = ${userId}`
      : sql`${sql.identifier(name)} t`;
    const found = await db.execute<{ digest: string }>(sql`
      select md5(coalesce(string_agg(line, E'\n' order by line), '')) as digest
      from (select (to_jsonb(t) - 'last_used_at')::text as line from ${rows}) lines`);
    state[name] = found.rows[0]?.digest ?? '';
  }
  if (userId) return state;
  state['stored files'] = (await storedKeys(testApp, '')).join(' ');
  for (const job of jobList) state[`jobs ${job.name}`] = String(await jobs.backlog(job));
  return state;
}

async function tablesOf({ services: { db } }: TestApp) {
  const found = await db.execute<{ name: string; owner: string | null }>(sql`
    select table_name as name,
      case when table_name = 'users' then 'id'
        else max(column_name) filter (where column_name = 'user_id') end as owner
    from information_schema.columns
    where table_schema = 'public' group by table_name order by table_name`);
  return found.rows;
}
