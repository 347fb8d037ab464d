import { chmodSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectOf, writeProjectFile } from '../../test/project-folder.ts';
import { requireNode } from './node.mjs';
import { packagesAreStale } from './packages.mjs';
import { missingPackages } from './programs.mjs';
import { SetupError } from './project.mjs';
import { recordWebBuild, sourcesFingerprint, webBuildIsStale } from './web-build.mjs';

describe('packages are reinstalled', () => {
  const lock = (packages: Record<string, object>) =>
    JSON.stringify({ packages: { '': { name: 'app' }, ...packages } });
  const zod = { 'node_modules/zod': { version: '4.0.0' } };
  const project = (wanted: object, installed?: object) =>
    projectOf({
      'package-lock.json': lock({ ...wanted }),
      ...(installed && { 'node_modules/.package-lock.json': lock({ ...installed }) }),
    });

  test('when there are none, or an installation was interrupted', () => {
    expect(packagesAreStale(project(zod))).toBe(true);
  });
  test('when the lockfile asks for another version', () => {
    expect(packagesAreStale(project({ 'node_modules/zod': { version: '4.0.1' } }, zod))).toBe(true);
  });
  test('when the lockfile lists another package', () => {
    expect(packagesAreStale(project({ ...zod, 'node_modules/pg': { version: '8.0.0' } }, zod))).toBe(true);
  });
  test('not when they match the lockfile', () => {
    expect(packagesAreStale(project(zod, zod))).toBe(false);
  });
  test('not for an optional package of another platform', () => {
    const others = { 'node_modules/esbuild-windows': { version: '1.0.0', optional: true } };
    expect(packagesAreStale(project({ ...zod, ...others }, zod))).toBe(false);
  });
});

describe('the web is rebuilt', () => {
  /** A project that has just been built. */
  function builtProject(): string {
    const root = projectOf({
      'web/main.tsx': 'start();',
      'web/ui/button.tsx': 'button();',
      'shared/plans.ts': 'plans();',
      'vite.config.ts': 'config();',
      'package-lock.json': '{}',
      'dist/web/index.html': '<html>',
    });
    recordWebBuild(root, sourcesFingerprint(root));
    return root;
  }

  test('not when nothing has changed, nor when a test has', () => {
    const root = builtProject();
    writeProjectFile(root, 'web/ui/button.test.tsx', 'test();');
    writeProjectFile(root, 'server/main.ts', 'server();');
    expect(webBuildIsStale(root)).toBe(false);
  });

  test.each(['web/ui/button.tsx', 'shared/plans.ts', 'vite.config.ts', 'package-lock.json', 'web/new.tsx'])(
    'when %s has changed',
    (path) => {
      const root = builtProject();
      writeProjectFile(root, path, 'changed();');
      expect(webBuildIsStale(root)).toBe(true);
    },
  );

  test('when a source was deleted or renamed', () => {
    const root = builtProject();
    unlinkSync(join(root, 'web/ui/button.tsx'));
    expect(webBuildIsStale(root)).toBe(true);
    writeProjectFile(root, 'web/ui/key.tsx', 'button();');
    expect(webBuildIsStale(root)).toBe(true);
  });

  test('when the build or its fingerprint is missing', () => {
    const withoutBuild = builtProject();
    rmSync(join(withoutBuild, 'dist/web'), { recursive: true });
    expect(webBuildIsStale(withoutBuild)).toBe(true);
    const withoutNote = builtProject();
    unlinkSync(join(withoutNote, 'dist/web-sources.sha256'));
    expect(webBuildIsStale(withoutNote)).toBe(true);
  });
});

describe("the project's Node", () => {
  const nodeSaying = (version: string) => {
    const root = projectOf({ 'node_modules/node/bin/node': `#!/bin/sh\necho ${version}\n` });
    chmodSync(join(root, 'node_modules/node/bin/node'), 0o755);
    return root;
  };

  test('is used when it is version 24', () => {
    const root = nodeSaying('v24.1.0');
    expect(requireNode(root)).toBe(join(root, 'node_modules/node/bin/node'));
  });
  test('is refused with one sentence when it is another version or missing', () => {
    expect(() => requireNode(nodeSaying('v20.9.0'))).toThrow(SetupError);
    expect(() => requireNode(nodeSaying('v20.9.0'))).toThrow(/is v20\.9\.0: delete node_modules/);
    expect(() => requireNode(projectOf({}))).toThrow(/does not run: delete node_modules/);
  });
});

test('looks for the programs of the tests in the search path, for a browser under any of its names', () => {
  const root = projectOf({
    'a/ffmpeg': '',
    'a/faketime': '',
    'a/dovecot': '',
    'a/prometheus': '',
    'a/nginx': '',
    'a/openssl': '',
    'b/google-chrome': '',
    'c/chromium': '',
  });
  for (const name of ['ffmpeg', 'faketime', 'dovecot', 'nginx', 'openssl', 'prometheus'])
    chmodSync(join(root, 'a', name), 0o755);
  chmodSync(join(root, 'b/google-chrome'), 0o755);
  expect(missingPackages(`${root}/a:${root}/b`)).toEqual([]);
  expect(missingPackages(`${root}/a:${root}/c`)).toEqual(['chromium']);
  expect(missingPackages('')).toEqual([
    'chromium',
    'ffmpeg',
    'faketime',
    'dovecot-imapd',
    'nginx-light',
    'openssl',
    'prometheus',
  ]);
});
