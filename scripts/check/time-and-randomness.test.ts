import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { listSourceFiles } from './source-files.mjs';
import { findDirectReads } from './time-and-randomness.mjs';

function findingsIn(file: string, source: string): string[] {
  const root = projectOf({ [file]: source });
  return findDirectReads(root, listSourceFiles(root));
}

test.each([
  ['const now = new Date();', 'new Date()'],
  ['const now = Date.now();', 'Date.now'],
  ['const now = Temporal.Now.instant();', 'Temporal.Now'],
  ['const number = Math.random();', 'Math.random'],
  ['const id = crypto.randomUUID();', 'crypto.randomUUID'],
  ["import { randomBytes } from 'node:crypto';", 'randomBytes'],
  ["import { v7 } from 'uuid';", 'the package uuid'],
  ['const due = sql`select 1 where due_at <= now()`;', 'now()'],
])('%s is refused above the platform', (source, what) => {
  expect(findingsIn('server/features/memories/memories/memories.ts', `\n${source}`)).toEqual([
    expect.stringContaining(`server/features/memories/memories/memories.ts:2 uses ${what}`),
  ]);
});

test.each([
  ['sql`select 1 where due_at <= now()`', 'now()'],
  ["client.query('create table marks (at timestamptz default now())')", 'now()'],
  ['sql`select current_timestamp`', 'current_timestamp'],
  ['sql`select statement_timestamp()`', 'statement_timestamp()'],
  ["timestamp('at').defaultNow()", 'now()'],
  ['sql`select due_at::date`', "::date without at time zone 'UTC'"],
])('%s is refused in the platform too', (source, what) => {
  expect(findingsIn('server/platform/jobs.ts', `\n${source};`)).toEqual([
    expect.stringContaining(`server/platform/jobs.ts:2 uses ${what}`),
  ]);
});

test.each([
  ['server/platform/clock.ts', 'const now = new Date();'],
  ['server/platform/clock.ts', 'const now = sql`clock_now()`;'],
  ['server/features/memories/memories/memories.test.ts', 'const now = new Date();'],
  ['server/platform/jobs.ts', "const day = sql`(due_at at time zone 'UTC')::date`;"],
  ['web/lib/dates.ts', 'const now = new Date();'],
  ['server/features/memories/memories/memories.ts', 'const day = new Date(0); const now = clock.now();'],
  ['server/features/memories/memories/memories.ts', "import { createHash } from 'node:crypto';"],
])('%s may say %s', (file, source) => {
  expect(findingsIn(file, source)).toEqual([]);
});
