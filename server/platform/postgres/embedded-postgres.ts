// A private, real PostgreSQL for machines without DATABASE_URL. All processes on one data folder share one server:
// the first starts it, the last to leave stops it, and a server left running by a kill -9 is joined by the next
// start.
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOnce } from '../cached.ts';
import { ensureRunnable, findBinaries } from './binaries.ts';
import { assertSameMajorVersion, clusterVersion, makeCluster } from './cluster.ts';
import { findDatabaseHome } from './database-home.ts';
import { type KeptTables, keepTables, returnTables } from './kept-tables.ts';
import { isRoot } from './operating-user.ts';
import { readOrMakePassword } from './password.ts';
import { type JoinableServer, joinServer } from './presence.ts';
import { type PlatformLog, trimServerLog } from './server-log.ts';
import { productUrl } from './server-session.ts';
import { explainFailure } from './start-error.ts';
import { withStartLock } from './start-lock.ts';

export type { PlatformLog } from './server-log.ts';

export interface EmbeddedServer {
  /** URL of the product's database, password included: not for the log. */
  url: string;
  /** From now on the product may only read these tables, add to them and change the columns that are named: the superuser owns them. */
  keepTables(tables: KeptTables): Promise<void>;
  /** Returns them to the product, for a migration that changes them. */
  returnTables(names: readonly string[]): Promise<void>;
  /** Ends this process's membership; the last process to leave stops the server. May be called more than once. */
  leave(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR; created if missing. */
  dataDir: string;
  log: PlatformLog;
  /** PostgreSQL settings that override ours. They only apply if this process starts the server. */
  settings?: Record<string, string>;
}

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // There is no disk head to move: with the default of 4, a query for a thousand due rows would read whole tables in a burst.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // What people wrote must not be logged: no statements, no parameters, no key values.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length_on_error: '0',
};

const TRIM_LOG_EVERY_MS = 60 * 60 * 1000;

/**
 * Joins the database of a data folder, creating and starting it if needed. If that fails, throws a
 * DatabaseStartError whose message is a plain sentence.
 */
export async function joinEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const dataDir = await prepareFolder(options.dataDir).catch((error: unknown) => {
    throw explainFailure(error, options.dataDir);
  });
  const folder = join(dataDir, 'postgres');
  try {
    return await withStartLock(folder, async () => {
      const server = await prepareServer(dataDir, folder, options);
      const presence = await joinServer(server);
      const trimLog = () =>
        trimServerLog(server.logFile).catch((err: unknown) => {
          options.log.warn({ err }, 'Could not rotate the log of the database');
        });
      const trimming = setInterval(trimLog, TRIM_LOG_EVERY_MS).unref();
      const owner = { port: presence.port, password: server.password };
      return {
        url: productUrl(presence.port, server.password),
        keepTables: (tables) => keepTables(owner, tables),
        returnTables: (names) => returnTables(owner, names),
        leave: () => {
          clearInterval(trimming);
          return presence.leave();
        },
      };
    });
  } catch (error) {
    throw explainFailure(error, folder);
  }
}

/**
 * Returns the real path of the data folder. PostgreSQL's account may traverse its `postgres` folder but not list it.
 */
async function prepareFolder(dataDir: string): Promise<string> {
  const made = await mkdir(join(dataDir, 'postgres'), { recursive: true });
  const folder = await realpath(dataDir);
  if (made) await chmod(join(folder, 'postgres'), isRoot() ? 0o711 : 0o700);
  return folder;
}

async function prepareServer(
  dataDir: string,
  folder: string,
  { log, settings = {} }: EmbeddedOptions,
): Promise<JoinableServer> {
  const home = await findDatabaseHome(folder, log);
  const installed = await findBinaries();
  // Joining a running server needs none of the programs.
  const binaries = loadOnce(() => ensureRunnable(installed, home.user, log));
  const version = await clusterVersion(home.cluster);
  const password = await readOrMakePassword(folder, version !== undefined);
  if (version === undefined) {
    log.info({ cluster: home.cluster }, 'Making the database; this is done once');
    await makeCluster(home, await binaries(), { password, durable: settings.fsync !== 'off' });
  } else {
    assertSameMajorVersion(version, installed, home.cluster);
  }
  const logFile = join(dataDir, 'postgres.log');
  return { folder, home, binaries, password, log, logFile, settings: { ...SETTINGS, ...settings } };
}
