import { chmod, cp, lstat, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ensureRunnable, findBinaries, majorVersion, programPath } from './binaries.ts';
import { chooseOperatingUser, isRoot } from './operating-user.ts';
import { OWN_ACCOUNT, runProgram } from './run-program.ts';
import { makeFolder, recordLog } from './testing.fixture.ts';

test('uses the programs of the installed package', async () => {
  const binaries = await findBinaries();
  const { output } = await runProgram(programPath(binaries, 'postgres'), ['--version'], OWN_ACCOUNT);
  expect(output).toContain(`(PostgreSQL) ${majorVersion(binaries)}.`);
});

test('creates the links that a blocked install script did not create', async () => {
  const root = join(await makeFolder(), 'native');
  const installed = await findBinaries();
  await cp(installed.root, root, { recursive: true, verbatimSymlinks: true });
  const [link] = JSON.parse(await readFile(join(root, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  const library = join(root, 'lib', basename(link?.target ?? 'none'));
  await rm(library);
  expect((await ensureRunnable({ ...installed, root }, OWN_ACCOUNT, recordLog())).root).toBe(root);
  expect((await lstat(library)).isSymbolicLink()).toBe(true);
});

test.runIf(isRoot())('programs in an inaccessible folder are copied to a permanent place, once', async () => {
  const closed = await makeFolder();
  await chmod(closed, 0o700);
  const installed = await findBinaries();
  const behind = { root: join(closed, 'native'), version: `${installed.version}.test` };
  await cp(installed.root, behind.root, { recursive: true, verbatimSymlinks: true });
  const user = await chooseOperatingUser();
  const log = recordLog();
  const copy = await ensureRunnable(behind, user, log);
  onTestFinished(() => rm(copy.root, { recursive: true, force: true }));
  expect((await runProgram(programPath(copy, 'initdb'), ['--version'], user)).exitCode).toBe(0);
  expect(await ensureRunnable(behind, user, log)).toEqual(copy);
  expect(log.messages).toHaveLength(1);
});
