import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type PeopleList,
  type PeopleQuery,
  type SearchedBy,
  searchedBy,
} from '../../../../shared/staff/people.ts';
import type { Queryable } from '../../../platform/database.ts';
import { searchedTexts, type UserRow, users } from '../../accounts/accounts/accounts.table.ts';

const texts = searchedTexts(users);
/** Sorts behind every text with the same beginning. */
const lastCharacter = sql`chr(1114111)`;

/**
 * Finds people by the beginning of their names, address or a part of it, a page at a time: first those whose last name begins
 * like that, then by first name, and so on, each once. Every page is read from the index of one of these texts.
 */
export async function searchPeople(
  db: Queryable,
  { q, limit, by, afterText, after }: PeopleQuery,
): Promise<z.output<typeof PeopleList>> {
  const wanted = sql`search_text(${q.replace(/^@/, '').replaceAll(/[\s,]+/g, ' ')})`;
  const found: { user: UserRow; by: SearchedBy; text: string }[] = [];
  for (const [index, name] of searchedBy.entries()) {
    if (by && index < searchedBy.indexOf(by)) continue;
    const text = texts[name];
    const rows = await db
      .select({ user: users, text: sql<string>`${text}` })
      .from(users)
      .where(
        and(
          beginsWith(text, wanted),
          by === name ? sql`(${text}, ${users.id}) > (${afterText}, ${after})` : undefined,
          ...searchedBy.slice(0, index).map((earlier) => isNot(beginsWith(texts[earlier], wanted))),
        ),
      )
      .orderBy(text, asc(users.id))
      .limit(limit + 1 - found.length);
    found.push(...rows.map((row) => ({ ...row, by: name })));
    if (found.length > limit) break;
  }
  const page = found.slice(0, limit);
  const end = found.length > limit ? page.at(-1) : undefined;
  return {
    people: page.map(({ user }) => user),
    next: end ? { by: end.by, afterText: end.text, after: end.user.id } : null,
  };
}

const mostPeople = 200;

/** The ids of the people whom `searchPeople` finds; undefined where they are more than 200. */
export async function findPeople(db: Queryable, text: string): Promise<string[] | undefined> {
  const { people, next } = await searchPeople(db, { q: text, limit: mostPeople });
  return next ? undefined : people.map(({ id }) => id);
}

function beginsWith(text: SQL, wanted: SQL): SQL {
  return sql`(${text} >= ${wanted} and ${text} < ${wanted} || ${lastCharacter})`;
}

/** Also where the text is missing. */
function isNot(condition: SQL): SQL {
  return sql`${condition} is not true`;
}
