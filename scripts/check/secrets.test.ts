import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { findSecrets } from './secrets.mjs';

async function faultsOf(files: Record<string, string>) {
  const root = projectOf(files);
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  return (await findSecrets(root)).faults;
}

test('security 68: a key of a real service is named by its line, and not repeated', async () => {
  const key = ['sk', 'live', 'Q'.repeat(24)].join('_');
  const [fault, ...others] = await faultsOf({
    'a.ts': `// pays\nexport const key = '${key}';\n`,
    'b.ts': 'export {};',
  });
  expect(others).toEqual([]);
  expect(fault).toMatch(/^a\.ts:2 /);
  expect(fault).not.toContain(key);
});

test('files that git ignores are nobody else’s', async () => {
  const password = ['postgres://ruth', 'Quiet-Harbour-1994@db.example/letters'].join(':');
  expect(await faultsOf({ '.env': `DATABASE_URL=${password}`, '.gitignore': '.env' })).toEqual([]);
  expect(await faultsOf({ '.env': `DATABASE_URL=${password}` })).toEqual([
    expect.stringContaining('.env:1 '),
  ]);
});
