import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { checkFileSizes } from './file-sizes.mjs';
import { listSourceFiles } from './source-files.mjs';

/** The verdict on files with the given numbers of lines. */
function verdictOn(linesByFile: Record<string, number>) {
  const files = Object.entries(linesByFile).map(([path, lines]) => [path, '//\n'.repeat(lines)]);
  const root = projectOf(Object.fromEntries(files));
  return checkFileSizes(root, listSourceFiles(root));
}

test('a source of 301 lines and a test of 501 are named', () => {
  const { faults } = verdictOn({
    'server/long.ts': 301,
    'server/short.ts': 1,
    'server/shorter.ts': 1,
    'server/full.test.ts': 500,
    'server/long.test.ts': 501,
  });
  expect(faults).toEqual([
    'server/long.ts has 301 lines, more than 300',
    'server/long.test.ts has 501 lines, more than 500',
    '90th percentile of 301 lines is over 120',
  ]);
});

test('a median over 80 lines is a fault even when no file is long', () => {
  expect(verdictOn({ 'web/a.ts': 81, 'web/b.ts': 81, 'web/c.ts': 10 }).faults).toEqual([
    'median of 81 lines is over 80',
  ]);
});

test('files within the limits pass, with their figures', () => {
  const { faults, figures } = verdictOn({ 'web/a.ts': 80, 'web/b.ts': 80, 'web/c.ts': 120 });
  expect(faults).toEqual([]);
  expect(figures).toContain('3 files: median 80 lines');
});
