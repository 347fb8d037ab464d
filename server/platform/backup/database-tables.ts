import type { Client } from 'pg';
import type { DumpedTable } from './archive-format.ts';

interface Table extends DumpedTable {
  /** Tables that its foreign keys refer to, except itself. */
  refersTo: string[];
}

/** The product's tables, with the columns that are written (not generated ones). */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select t.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct r.relname::text from pg_constraint c join pg_class r on r.oid = c.confrelid
        where c.conrelid = t.oid and c.contype = 'f' and r.oid <> t.oid) as "refersTo"
    from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
    order by t.relname`);
  return rows;
}

/** Each table after those that it refers to. Throws if tables refer to each other in a circle. */
export function inOrderOfReferences(tables: readonly Table[]): DumpedTable[] {
  const ordered: DumpedTable[] = [];
  const names = new Set<string>();
  while (ordered.length < tables.length) {
    const next = tables.find(
      ({ name, refersTo }) => !names.has(name) && refersTo.every((other) => names.has(other)),
    );
    if (!next) throw new Error('Tables refer to each other in a circle, so that no order suits a restore');
    ordered.push({ name: next.name, columns: next.columns });
    names.add(next.name);
  }
  return ordered;
}
