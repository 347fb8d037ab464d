import { sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Services } from './context.ts';
import type { Queryable } from './database.ts';
import { currentPrefix, type SealedFor, seal, unseal } from './sealed.ts';

/** A column of sealed texts, and what each of them is bound to. */
export interface SealedColumn {
  name: string;
  table: PgTable;
  id: PgColumn;
  column: PgColumn;
  sealedFor(id: string): SealedFor;
}

/** What happened to the values that were not sealed with the current secret. */
export interface Resealed {
  resealed: number;
  /** Changed by somebody in the meantime, and so sealed with the current secret. */
  changed: number;
  /** Ids of those that no secret opens; they are unchanged. */
  unopened: string[];
}

const rowsAtOnce = 100;

/**
 * Seals again, with the current secret, every value that is sealed with another. Each is updated on its own, and only
 * if it has not changed since it was read, so this may be interrupted at any moment and run again.
 */
export async function resealColumn(
  { db, appSecret }: Pick<Services, 'appSecret'> & { db: Queryable },
  { table, id, column, sealedFor }: SealedColumn,
): Promise<Resealed> {
  const done: Resealed = { resealed: 0, changed: 0, unopened: [] };
  const target = sql.identifier(column.name);
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await db.execute<{ id: string; sealed: string }>(sql`
      select ${id} as id, ${column} as sealed from ${table}
      where ${id} > ${after}::uuid and ${column} is not null
        and not starts_with(${column}, ${currentPrefix(appSecret)})
      order by ${id} limit ${rowsAtOnce}`);
    for (const row of rows) {
      const fresh = tryToReseal(appSecret, sealedFor(row.id), row.sealed);
      if (fresh === undefined) done.unopened.push(row.id);
      else {
        const { rowCount } = await db.execute(sql`
          update ${table} set ${target} = ${fresh} where ${id} = ${row.id}::uuid and ${column} = ${row.sealed}`);
        done[rowCount === 1 ? 'resealed' : 'changed'] += 1;
      }
    }
    const last = rows.at(-1);
    if (!last) return done;
    after = last.id;
  }
}

function tryToReseal(
  secret: Services['appSecret'],
  sealedFor: SealedFor,
  sealed: string,
): string | undefined {
  try {
    return seal(secret, sealedFor, unseal(secret, sealedFor, sealed));
  } catch {
    return undefined;
  }
}
