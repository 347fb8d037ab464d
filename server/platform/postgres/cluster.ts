// The cluster (PostgreSQL's data folder), created completely or not at all.
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists, syncFolder } from '../whole-file.ts';
import { type Binaries, majorVersion, programPath } from './binaries.ts';
import type { DatabaseHome } from './database-home.ts';
import { runProgram } from './run-program.ts';
import { DatabaseStartError, explainFailure } from './start-error.ts';

/** The database's superuser, used only by the code in this folder. */
export const MAINTENANCE_ROLE = 'postgres';
const DRAFT_PREFIX = 'cluster.new-';

/** The major version of PostgreSQL that wrote the cluster; undefined when there is no cluster. */
export async function clusterVersion(cluster: string): Promise<string | undefined> {
  return (await readIfExists(join(cluster, 'PG_VERSION')))?.trim();
}

export function assertSameMajorVersion(found: string, binaries: Binaries, cluster: string): void {
  const ours = majorVersion(binaries);
  if (found === ours) return;
  throw new DatabaseStartError(
    `The database in ${cluster} was written by PostgreSQL ${found}, and this is PostgreSQL ${ours}, which cannot read it. ` +
      'Export it with the release that wrote it, or start from another DATA_DIR.',
  );
}

/**
 * Creates the cluster in a folder next to its final place and moves it there when complete, so that a kill -9 at any
 * moment leaves either a whole cluster or none. `durable: false` skips the flush to disk.
 */
export async function makeCluster(
  home: DatabaseHome,
  binaries: Binaries,
  options: { password: string; durable: boolean },
): Promise<void> {
  await removeDrafts(home.folder);
  const draft = await mkdtemp(join(home.folder, DRAFT_PREFIX));
  const passwordFile = join(draft, 'password');
  await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
  if (home.user.ids) {
    const { uid, gid } = home.user.ids;
    await chown(passwordFile, uid, gid);
    await chown(draft, uid, gid);
  }
  await runInitdb(home, binaries, [
    `--pgdata=${join(draft, 'cluster')}`,
    `--pwfile=${passwordFile}`,
    ...(options.durable ? [] : ['--no-sync']),
  ]);
  await rename(join(draft, 'cluster'), home.cluster);
  await syncFolder(home.folder);
  await removeDrafts(home.folder);
}

async function runInitdb(home: DatabaseHome, binaries: Binaries, args: string[]): Promise<void> {
  const { exitCode, output } = await runProgram(
    programPath(binaries, 'initdb'),
    [
      ...args,
      `--username=${MAINTENANCE_ROLE}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    home.user,
  );
  if (exitCode !== 0) throw explainFailure(output, home.folder);
}

async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // An initdb that outlived its killed parent may still be writing there; what it leaves is removed next time.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined);
  }
}
