import { describe, expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { listSourceFiles } from './source-files.mjs';
import { findForeignWrites } from './table-writers.mjs';

const owner = 'server/features/delivery/schedules';
const tables = {
  [`${owner}/schedules.table.ts`]: `export const schedules = pgTable('delivery_schedules', {});
export const scheduleRecipients = pgTable(
  'schedule_recipients',
  {},
);`,
};

/** In `source` `@{` stands for what opens an interpolation. */
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
    ["await client.query('delete from delivery_schedules');", 'delivery_schedules'],
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
