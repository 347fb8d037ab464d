import { describe, expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { listSourceFiles } from './source-files.mjs';
import { findForeignWrites } from './table-writers.mjs';

const owner = 'server/features/delivery/deliveries/plan';
const tables = {
  [`${owner}/schedules.table.ts`]: `export const schedules = pgTable('delivery_schedules', {});
export const scheduleRecipients = pgTable(
  'schedule_recipients',
  {},
);`,
  'server/features/delivery/received/received.table.ts': "export const others = pgTable('others', {});",
  'server/features/delivery/deliveries/deliveries.table.ts':
    "export const deliveryQueue = pgTable('delivery_queue', {});",
};

/** In `source`, `@{` stands for the start of an interpolation. */
function findingsIn(file: string, source: string): string[] {
  const root = projectOf({ ...tables, [file]: source.replaceAll('@{', '\u0024{') });
  return findForeignWrites(root, listSourceFiles(root));
}

const stranger = 'server/features/delivery/received/received.ts';

describe('a write outside the feature of the table is reported', () => {
  test.each([
    // by drizzle
    ['await tx.insert(schedules).values(row);', 'delivery_schedules'],
    ['await tx.update(schedules).set({ isDelivered: true });', 'delivery_schedules'],
    ['await db.delete(scheduleRecipients).where(theirs);', 'schedule_recipients'],
    ["await db.update(table.schedules).set({ status: 'done' });", 'delivery_schedules'],
    ['const query = db.with(chosen).delete(schedules);', 'delivery_schedules'],
    // by SQL
    ['await tx.execute(sql`update delivery_schedules set is_delivered = true`);', 'delivery_schedules'],
    ['await tx.execute(sql`update only "delivery_schedules" set a = 1`);', 'delivery_schedules'],
    ['await tx.execute(sql`insert into schedule_recipients values (1)`);', 'schedule_recipients'],
    ['await tx.execute(sql`DELETE FROM public.schedule_recipients`);', 'schedule_recipients'],
    ['await tx.execute(sql`truncate table delivery_schedules`);', 'delivery_schedules'],
    ['await tx.execute(sql`with done as (select 1) delete from delivery_schedules`);', 'delivery_schedules'],
    ['await tx.execute(sql`update "public"."delivery_schedules" set a = 1`);', 'delivery_schedules'],
    ['await tx.execute(sql`merge into delivery_schedules using x on true`);', 'delivery_schedules'],
    ["await client.query('delete from delivery_schedules');", 'delivery_schedules'],
    ["await client.query('begin; delete from delivery_schedules');", 'delivery_schedules'],
    // by SQL with the table as a value
    ['await tx.execute(sql`update @{schedules} set is_delivered = true`);', 'delivery_schedules'],
    ['await tx.execute(sql`insert into @{scheduleRecipients} values (1)`);', 'schedule_recipients'],
    ['await tx.execute(sql`delete from only @{schedules}`);', 'delivery_schedules'],
    ['await tx.execute(sql`@{cte} update @{table.schedules} set a = 1`);', 'delivery_schedules'],
  ])('%s', (source, table) => {
    expect(findingsIn(stranger, `\n${source}`)).toEqual([
      `${stranger}:2 writes ${table}: only ${owner} does, others call a verb of it`,
    ]);
  });

  test('also where a table is written under another name', () => {
    const source = `import { schedules as planned } from '../schedules/schedules.table.ts';
await db.insert(planned).values(row);`;
    expect(findingsIn(stranger, source)).toHaveLength(1);
  });

  test('also by the platform and the composition root', () => {
    for (const file of ['server/platform/jobs.ts', 'server/worker.ts'])
      expect(findingsIn(file, 'await db.update(schedules).set({});')).toHaveLength(1);
  });
});

describe('a write that does not name its table is reported, since nobody could tell whose it is', () => {
  test.each([
    'const table = schedules; await tx.update(table).set({});',
    'export const erase = (tx: Tx, table: PgTable) => tx.delete(table);',
    "await services.db.update(alias(schedules, 's')).set({});",
    'await tx.insert(isNew ? schedules : others).values(row);',
    'await db.with(chosen).delete(tablesOf[name]);',
    'await tx.execute(sql`update @{table} set a = 1`);',
    "await tx.execute(sql`insert into @{sql.identifier('delivery_schedules')} values (1)`);",
    'await client.query(`delete from @{name}`);',
  ])('%s', (source) => {
    expect(findingsIn(stranger, source)).toEqual([
      `${stranger}:1 writes a table that is not named there: write its own name, so that it can be checked`,
    ]);
  });

  test('but by what seals again the columns that it is handed', () => {
    expect(findingsIn('server/platform/reseal.ts', 'sql`update @{table} set a = 1`;')).toEqual([]);
  });
});

describe('of what has states', () => {
  const deliveries = 'server/features/delivery/deliveries';
  const source = "await tx.update(deliveryQueue).set({ status: 'pending' });";

  test('a write is reported in any file that does not apply them', () => {
    expect(findingsIn(`${deliveries}/retry.ts`, source)).toEqual([
      expect.stringContaining(`${deliveries}/retry.ts:1 writes delivery_queue beside its state machine`),
    ]);
  });

  test('nothing is said of those that do', () => {
    expect(findingsIn(`${deliveries}/state/transitions.ts`, source)).toEqual([]);
  });
});

describe('nothing is said of', () => {
  test.each([
    ['the feature itself', `${owner}/schedules.ts`, 'await tx.update(schedules).set({});'],
    ['a test', 'server/features/delivery/received/received.test.ts', 'await db.update(schedules).set({});'],
    ['the helpers of tests', 'test/factories.ts', 'await db.insert(schedules).values(row);'],
    ['a read', stranger, 'await db.select().from(schedules);'],
    ['a read by SQL', stranger, 'const rows = sql`select * from delivery_schedules for no key update`;'],
    [
      'a row lock on a table',
      stranger,
      'const rows = sql`select 1 from @{schedules} for update of @{schedules}`;',
    ],
    ['another table', stranger, 'await db.update(others).set({}); sql`delete from pgboss.job`;'],
    ['something that is no table', stranger, 'createHash("sha256").update(text); seen.delete(id);'],
  ])('%s', (_what, file, source) => {
    expect(findingsIn(file, source)).toEqual([]);
  });
});
