import { type Column, type SQL, sql } from 'drizzle-orm';

type Named = Record<'firstName' | 'lastName' | 'email', Column>;

/** Whether `text` is part of the whole name or of the email address of a row. */
export function matchesPerson(text: string, { firstName, lastName, email }: Named): SQL {
  const part = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`(concat_ws(' ', ${firstName}, ${lastName}) ilike ${part} or ${email} ilike ${part})`;
}
