// Where the database of a data folder lies: in DATA_DIR/postgres, or, when PostgreSQL's account cannot reach that, in
// a permanent place named by DATA_DIR/postgres/location.
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists, writeWholeFile } from '../whole-file.ts';
import { canEnter, chooseOperatingUser, ownerOfCluster } from './operating-user.ts';
import { makeReachablePlace } from './reachable-folder.ts';
import type { OperatingUser } from './run-program.ts';
import type { PlatformLog } from './server-log.ts';
import { DatabaseStartError } from './start-error.ts';

export interface DatabaseHome {
  /** Folder that contains the cluster. */
  folder: string;
  /** The cluster itself (PGDATA); it may not exist yet. */
  cluster: string;
  user: OperatingUser;
}

/**
 * Finds or chooses the home of the database of `folder` (DATA_DIR/postgres, real path). Call with the start lock
 * held.
 */
export async function findDatabaseHome(folder: string, log: PlatformLog): Promise<DatabaseHome> {
  const location = (await readIfExists(join(folder, 'location')))?.trim();
  if (location) await confirmMovedHome(location, folder);
  const home = location ?? folder;
  const owner = await ownerOfCluster(join(home, 'cluster'));
  if (owner) return describeHome(home, owner);
  const user = await chooseOperatingUser();
  if (location || (await canEnter(user, folder))) return describeHome(home, user);
  return describeHome(await moveOut(folder, user, log), user);
}

function describeHome(folder: string, user: OperatingUser): DatabaseHome {
  return { folder, cluster: join(folder, 'cluster'), user };
}

async function moveOut(folder: string, user: OperatingUser, log: PlatformLog): Promise<string> {
  const place = await makeReachablePlace(user, folder);
  const home = await mkdtemp(join(place, 'database-'));
  await chmod(home, 0o711);
  await writeWholeFile(join(home, 'belongs-to'), folder, 0o600);
  await writeWholeFile(join(folder, 'location'), home, 0o600);
  log.info(
    { folder, home },
    `The database is kept in ${home}: PostgreSQL runs as the account ${user.name}, which cannot reach ${folder}`,
  );
  return home;
}

/** A copied data folder must not write to the database of the original. */
async function confirmMovedHome(home: string, folder: string): Promise<void> {
  const belongsTo = await readIfExists(join(home, 'belongs-to'));
  if (belongsTo === undefined) {
    throw new DatabaseStartError(
      `The database of ${folder} is kept in ${home}, and is not there. Bring that folder back, or restore a backup.`,
    );
  }
  if (belongsTo === folder) return;
  if ((await readIfExists(join(belongsTo, 'location'))) === home) {
    throw new DatabaseStartError(
      `${folder} is a copy of ${belongsTo}, whose database is kept in ${home}. Start from ${belongsTo}, or restore a backup here.`,
    );
  }
  await writeWholeFile(join(home, 'belongs-to'), folder, 0o600);
}
