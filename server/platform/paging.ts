import { asc, desc, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** What a query names of the last record of the page before; nothing for the first page. */
interface PageBefore {
  afterSince?: Date | undefined;
  after?: string | undefined;
}

/** SQL: whether a record comes after the page before in a list sorted by these two columns; undefined for the first page. */
export function isAfterPage(
  { afterSince, after }: PageBefore,
  [since, id]: readonly [SQLWrapper, SQLWrapper],
  direction: typeof asc | typeof desc = asc,
): SQL | undefined {
  if (!afterSince || !after) return undefined;
  const beyond = sql.raw(direction === desc ? '<' : '>');
  return sql`(${since}, ${id}) ${beyond} (${afterSince.toISOString()}, ${after})`;
}
