import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { findCycles } from './cycles.mjs';
import { readImportGraph } from './imports.mjs';
import { listSourceFiles } from './source-files.mjs';

function cyclesOf(files: Record<string, string>): string[] {
  const root = projectOf(files);
  return findCycles(readImportGraph(root, listSourceFiles(root)));
}

test('three files that import each other are named once, in their order', () => {
  const cycles = cyclesOf({
    'server/a.ts': "import './b.ts';",
    'server/b.ts': "import './c.ts';",
    'server/c.ts': "import './a.ts';",
    'server/d.ts': "import './a.ts';",
  });
  expect(cycles).toEqual(['server/a.ts → server/b.ts → server/c.ts → server/a.ts']);
});

test('a circle closed by a type is one too', () => {
  const cycles = cyclesOf({
    'shared/a.ts': "import { b } from './b.ts'; export const a = b;",
    'shared/b.ts': "import type { A } from './a.ts'; export const b: A | 1 = 1;",
  });
  expect(cycles).toEqual(['shared/a.ts → shared/b.ts → shared/a.ts']);
});

test('a file that imports itself', () => {
  expect(cyclesOf({ 'web/a.tsx': "import './a.tsx';" })).toEqual(['web/a.tsx → web/a.tsx']);
});

test('two ways to the same file are no circle', () => {
  const files = {
    'web/a.ts': "import './b.ts'; import './c.ts';",
    'web/b.ts': "import './c.ts';",
    'web/c.ts': '',
  };
  expect(cyclesOf(files)).toEqual([]);
});
