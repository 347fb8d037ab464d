import { and, asc, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import {
  type PeopleList,
  type PeopleQuery,
  type SearchedBy,
  searchedBy,
} from '../../../../shared/staff/people.ts';
import type { Queryable } from '../../../platform/database.ts';
import { hasPart, hasTrigrams } from '../../../platform/text-search.ts';
import { searchedParts, searchedTexts, type UserRow, users } from '../../accounts/profile/profile.table.ts';

const texts = searchedTexts(users);
/** Sorts behind every text with the same beginning. */
const lastCharacter = sql`chr(1114111)`;

type Match = { user: UserRow; by: SearchedBy; text: string };

/**
 * Finds people by any part of their name or address, a page at a time and each person once: first by the beginning of
 * the last name, of the first name and of the address, then by a match anywhere. Beginnings are read from the index of
 * that text. The other matches are read from the trigram index if there are few; if there are many, in the order of
 * ids, since few are then skipped.
 */
export async function searchPeople(
  db: Queryable,
  { q, limit, by, afterText, after }: PeopleQuery,
): Promise<z.output<typeof PeopleList>> {
  const typed = q.replaceAll(/[\s,]+/g, ' ');
  const isBeginning = (text: SQL) => beginsWith(text, sql`search_text(${typed})`);
  const found: Match[] = [];
  for (const [index, name] of searchedBy.entries()) {
    if (by && index < searchedBy.indexOf(by)) continue;
    if (found.length > limit || (name === 'part' && !hasTrigrams(typed))) break;
    const earlier = searchedBy.slice(0, index).flatMap((one) => (one === 'part' ? [] : [texts[one]]));
    const wanted = name === 'part' ? hasPart(searchedParts(users), typed) : isBeginning(texts[name]);
    const text = name === 'part' ? undefined : texts[name];
    const rows = await db
      .select({ user: users, text: sql<string>`${text ?? users.id}::text` })
      .from(users)
      .where(
        and(
          wanted,
          by === name ? isAfter(text, { afterText, after }) : undefined,
          ...earlier.map((other) => isNot(isBeginning(other))),
        ),
      )
      .orderBy(...(text ? [text] : []), asc(users.id))
      .limit(limit + 1 - found.length);
    found.push(...rows.map((row) => ({ ...row, by: name })));
  }
  return toPage(found, limit);
}

function toPage(found: readonly Match[], limit: number): z.output<typeof PeopleList> {
  const page = found.slice(0, limit);
  const end = found.length > limit ? page.at(-1) : undefined;
  return {
    people: page.map(({ user }) => user),
    next: end ? { by: end.by, afterText: end.text, after: end.user.id } : null,
  };
}

function isAfter(text: SQL | undefined, { afterText, after }: Pick<PeopleQuery, 'afterText' | 'after'>): SQL {
  return text ? sql`(${text}, ${users.id}) > (${afterText}, ${after})` : sql`${users.id} > ${after}`;
}

const mostPeople = 200;

/** The ids of the people whom `searchPeople` finds; undefined if there are more than 200. */
export async function findPeople(db: Queryable, text: string): Promise<string[] | undefined> {
  const { people, next } = await searchPeople(db, { q: text, limit: mostPeople });
  return next ? undefined : people.map(({ id }) => id);
}

function beginsWith(text: SQL, wanted: SQL): SQL {
  return sql`(${text} >= ${wanted} and ${text} < ${wanted} || ${lastCharacter})`;
}

/** True also if the text is null. */
function isNot(condition: SQL): SQL {
  return sql`${condition} is not true`;
}
