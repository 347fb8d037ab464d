import { expect, test } from 'vitest';
import { projectOf } from '../../test/project-folder.ts';
import { projectRoot } from '../setup/project.mjs';
import { checkLockfile } from './lockfile.mjs';

const integrity = 'sha512-AAAA';
const registry = 'https://registry.example/a/-/a-1.0.0.tgz';

function faultsOf(packages: Record<string, object>, dependencies: Record<string, string> = {}) {
  const root = projectOf({
    'package.json': JSON.stringify({ dependencies }),
    'package-lock.json': JSON.stringify({ packages: { '': { name: 'ours' }, ...packages } }),
  });
  return checkLockfile(root).faults;
}

test('security 68: our own lockfile holds only packages of one registry, each with its hash', () => {
  expect(checkLockfile(projectRoot).faults).toEqual([]);
});

test('with an address or without, a package with a hash is fine', () => {
  const version = '1.0.0-beta.2';
  expect(faultsOf({ a: { version, integrity }, b: { version, integrity, resolved: registry } })).toEqual([]);
});

test.each([
  [{ version: '1.0.0' }, 'a has no SHA-512 hash'],
  [{ version: '1.0.0', integrity: 'sha1-AAAA' }, 'a has no SHA-512 hash'],
  [{ version: '1.0.0', integrity, link: true }, 'a is a link to a folder'],
  [{ version: '../a', integrity }, 'a has no version of a registry: ../a'],
  [
    { version: '1.0.0', integrity, resolved: 'git+ssh://git@host.example/a.git#1' },
    'a does not come from a registry by https',
  ],
])('%j: %s', (locked, fault) => {
  expect(faultsOf({ a: locked })).toContain(fault);
});

test('packages of two places, and a version that may move, are named', () => {
  const locked = { version: '1.0.0', integrity };
  const resolved = 'https://elsewhere.example/b.tgz';
  expect(faultsOf({ a: { ...locked, resolved: registry }, b: { ...locked, resolved } })).toEqual([
    'the packages come from several places: https://registry.example, https://elsewhere.example',
  ]);
  expect(faultsOf({}, { a: '^1.0.0' })).toEqual([
    'package.json: a is not pinned to an exact version: ^1.0.0',
  ]);
});
