import { type Column, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database.ts';
import { users } from './accounts.table.ts';

const mostAccounts = 200;

/** The ids of accounts whose name or e-mail address holds `text`, at most 200. */
export async function findAccounts(db: Queryable, text: string): Promise<string[]> {
  const rows = await db.select({ id: users.id }).from(users).where(isNamed(text, users)).limit(mostAccounts);
  return rows.map(({ id }) => id);
}

type Named = Record<'firstName' | 'lastName' | 'email', Column>;

/** Whether `text` is part of the whole name or of the e-mail address of a row. */
export function isNamed(text: string, { firstName, lastName, email }: Named): SQL {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(concat_ws(' ', ${firstName}, ${lastName}) ilike ${part} or ${email} ilike ${part})`;
}
