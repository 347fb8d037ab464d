import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { countFeatures, findFeatureCircles } from './circles.mjs';
import { readImportGraph } from './imports.mjs';
import { listSourceFiles } from './source-files.mjs';

const server = 'server/features/accounts';

function graphOf(imports: Record<string, string>) {
  const files = Object.entries(imports).map(([file, to]) => [
    file,
    `import '${'../'.repeat(file.split('/').length - 1)}${to}';`,
  ]);
  const root = projectOf(Object.fromEntries(files));
  return readImportGraph(root, listSourceFiles(root));
}

/** The faults that the check finds in features whose files import each other as given. */
function faults(imports: Record<string, string>): string[] {
  return findFeatureCircles(graphOf(imports));
}

const two = {
  [`${server}/auth/sessions/sessions.ts`]: `${server}/profile/profile.ts`,
  [`${server}/profile/memorials/memorials.ts`]: `${server}/auth/passwords/passwords.ts`,
  [`${server}/auth/passwords/passwords.ts`]: 'shared/plans.ts',
  [`${server}/profile/profile.ts`]: 'shared/plans.ts',
  'shared/plans.ts': 'shared/plans.ts',
};
const three = {
  'web/features/people/a/a.ts': 'web/features/people/b/b.ts',
  'web/features/people/b/b.ts': 'web/features/people/c/c.ts',
  'web/features/people/c/c.ts': 'web/features/people/a/a.ts',
};

test('two features that import each other are refused, though no files do, and the imports are named', () => {
  expect(faults(two)).toEqual([
    `${server}/auth, ${server}/profile import each other: ` +
      `${server}/auth/sessions/sessions.ts imports ${server}/profile/profile.ts; ` +
      `${server}/profile/memorials/memorials.ts imports ${server}/auth/passwords/passwords.ts`,
  ]);
});

test('so are three in a ring, once, and two queues of the staff console', () => {
  expect(faults(three)).toEqual([expect.stringContaining('people/a, web/features/people/b, web/features/')]);
  expect(
    faults({
      'web/staff/mails/mails.ts': 'web/staff/people/people.ts',
      'web/staff/people/people.ts': 'web/staff/mails/mails.ts',
    }),
  ).toHaveLength(1);
});

test('one direction, the parts of one feature, and what only tests import are no circle', () => {
  expect(
    faults({
      'web/features/people/a/a.ts': 'web/features/people/b/b.ts',
      'web/features/people/b/b.ts': 'web/features/people/c/c.ts',
      'web/features/people/c/c.ts': 'web/features/people/c/part/part.ts',
      'web/features/people/c/part/part.ts': 'web/features/people/c/c.ts',
      'web/features/people/c/c.test.ts': 'web/features/people/a/a.ts',
    }),
  ).toEqual([]);
});

test('features are counted on both sides, and each pair that imports once', () => {
  expect(countFeatures(graphOf({ ...two, ...three }))).toBe(
    'server: 2 features, 2 imports between them; web: 3 features, 3 imports between them',
  );
});
