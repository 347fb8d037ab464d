import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

// Finds a text by any part of it, ignoring case and accents. The SQL functions come from migrations: `search_text`
// removes case and accents, `search_ascii` also transcribes every other letter to ASCII, because in the locale of the
// embedded PostgreSQL a trigram index ignores everything else.

/** In code point order, for an index from which a page is read. */
export function searched(text: SQLWrapper): SQL {
  return sql`(search_text(${text}) collate "C")`;
}

/** Index it with `gin_trgm_ops`, and search it with `hasPart`. */
export function searchedInParts(text: SQLWrapper): SQL {
  return sql`search_ascii(${text})`;
}

/** Whether `typed` occurs anywhere in a text made with `searchedInParts`. */
export function hasPart(text: SQL, typed: string): SQL {
  const literal = sql`regexp_replace(search_ascii(${typed}), '([%_])', '\\\\\\1', 'g')`;
  return sql`${text} like '%' || ${literal} || '%'`;
}

/** Whether `typed` has trigrams to search by. A shorter text is searched for by its beginning. */
export function hasTrigrams(typed: string): boolean {
  return /[a-z\d]{3}|[^\0-\x7f]{2}/.test(
    typed
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, ''),
  );
}
