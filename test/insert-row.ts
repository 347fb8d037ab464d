import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { TestApp } from './app.ts';

/** Inserts a row with these values, by column name, and something in every other column that needs a value; returns its `key`. */
export async function insertRow(
  { clock, services: { db } }: Pick<TestApp, 'clock' | 'services'>,
  table: string,
  values: Record<string, unknown>,
  key = 'id',
): Promise<string> {
  const fillers: Record<string, () => unknown> = {
    uuid: v7,
    text: v7,
    integer: () => 1,
    bigint: () => 1,
    numeric: () => 1,
    boolean: () => false,
    date: () => '2031-05-04',
    jsonb: () => '{}',
    'timestamp with time zone': () => clock.now().toISOString(),
  };
  const needed = await db.execute<{ name: string; type: string }>(sql`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_nullable = 'NO' and column_default is null`);
  const filled = Object.fromEntries(needed.rows.map(({ name, type }) => [name, fillers[type]?.()]));
  const row = Object.entries({ ...filled, ...values });
  const names = row.map(([name]) => sql.identifier(name));
  const given = row.map(([, value]) => sql`${value}`);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(given, sql`, `)})
    returning ${sql.identifier(key)}::text as id`);
  return rows[0]?.id ?? '';
}
