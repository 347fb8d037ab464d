import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findChangelogFault } from './changelog.mjs';

const today = '2026-12-01';
const faultOf = (text: string) => findChangelogFault(text, { version: '1.1.0', today });
const earlier = '## 1.0.0, 2026-11-28\n\nThe first.\n';

test('the newest version stands first, with words about it', () => {
  expect(faultOf(`# Changes\n\n## 1.1.0, 2026-12-01\n\nLetters by pigeon.\n\n${earlier}`)).toBeUndefined();
});

test.each([
  ['# Changes\n', 'CHANGELOG.md names no version.'],
  [earlier, 'CHANGELOG.md begins with 1.0.0, and package.json says 1.1.0.'],
  [`## 1.1.0, 2026-12-02\n\nLater.\n`, 'CHANGELOG.md says that 1.1.0 comes on 2026-12-02.'],
  [`## 1.1.0, 2026-12-01\n\n${earlier}`, 'CHANGELOG.md says nothing about 1.1.0.'],
])('%j: %s', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('a misspelled option is refused, and nothing is tagged', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', '--chek'], {
    encoding: 'utf8',
  });
  expect(status).toBe(2);
  expect(stderr).toContain('--check, which tags nothing');
});
