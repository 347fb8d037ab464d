import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

// Finding a text by any part of it, without capitals and accents. The SQL functions are made by migrations: `search_text`
// takes capitals and accents away, `search_ascii` also writes every other letter in ASCII, since in the locale of the
// private PostgreSQL an index of trigrams passes over what is not ASCII.

/** In the order of code points, for an index from which a page is read. */
export function searched(text: SQLWrapper): SQL {
  return sql`(search_text(${text}) collate "C")`;
}

/** To be indexed with `gin_trgm_ops`, and searched with `hasPart`. */
export function searchedInParts(text: SQLWrapper): SQL {
  return sql`search_ascii(${text})`;
}

/** Whether `typed` stands anywhere in a text that was made with `searchedInParts`. */
export function hasPart(text: SQL, typed: string): SQL {
  const literal = sql`regexp_replace(search_ascii(${typed}), '([%_])', '\\\\\\1', 'g')`;
  return sql`${text} like '%' || ${literal} || '%'`;
}

/** Whether the trigrams of `typed` narrow anything down. Less than that is sought by its beginning. */
export function hasTrigrams(typed: string): boolean {
  return /[a-z\d]{3}|[^\0-\x7f]{2}/.test(
    typed
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, ''),
  );
}
