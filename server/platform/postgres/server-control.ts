// Starts and stops PostgreSQL through pg_ctl, which puts the server in its own session, so that a Ctrl-C in our
// terminal does not reach it.
import { setTimeout as delay } from 'node:timers/promises';
import { type Binaries, programPath } from './binaries.ts';
import type { DatabaseHome } from './database-home.ts';
import { findFreePort } from './free-port.ts';
import { findPostmaster, lastPort, removeStalePidFile } from './postmaster.ts';
import { runProgram } from './run-program.ts';
import { openServerLog, type PlatformLog, readServerLog, sizeOf, trimServerLog } from './server-log.ts';
import { DatabaseStartError, explainFailure } from './start-error.ts';

export interface StartableServer {
  home: DatabaseHome;
  /** The programs in a place where the home's account can run them. */
  binaries: () => Promise<Binaries>;
  settings: Record<string, string>;
  logFile: string;
  log: PlatformLog;
}

// Long enough for crash recovery of a busy server.
const START_SECONDS = 60;
const STOP_SECONDS = 25;
// How long the processes of a killed server may take to notice and exit.
const LEFTOVERS_GONE_WITHIN_MS = 15_000;
const TRY_AGAIN_MS = 100;
const PORT_TAKEN = /could not bind|address already in use/i;
// A server killed while it starts does not say why.
const GIVES_A_REASON = /fatal|panic|error/i;
const LEFTOVERS_OF_A_SERVER = /still in use|lock file ".*" (already exists|is empty)/i;

/** Starts the server and returns its port: `wantedPort`, or the port of a server that was killed, or any free one. */
export async function startServer(server: StartableServer, wantedPort?: number): Promise<number> {
  await trimServerLog(server.logFile);
  const giveUpAt = performance.now() + LEFTOVERS_GONE_WITHIN_MS;
  // Read before the first attempt, which replaces the file. Other processes may still know the server by this port.
  const knownPort = wantedPort ?? (await lastPort(server.home.cluster));
  let port = knownPort ?? (await findFreePort());
  for (;;) {
    if (await removeStalePidFile(server.home.cluster)) {
      server.log.warn({ cluster: server.home.cluster }, 'Removed a stale postmaster.pid');
    }
    const fault = await tryStart(server, port);
    if (fault === undefined) return port;
    const portTaken = PORT_TAKEN.test(fault);
    const isTransient = portTaken || LEFTOVERS_OF_A_SERVER.test(fault) || !GIVES_A_REASON.test(fault);
    if (!isTransient || performance.now() >= giveUpAt) throw explainFailure(fault, server.home.cluster);
    if (portTaken && wantedPort === undefined) port = await findFreePort();
    await delay(TRY_AGAIN_MS);
  }
}

/** Shuts the server down, closing any remaining connections. */
export async function stopServer(server: StartableServer): Promise<void> {
  const { exitCode, output } = await runPgCtl(server, ['stop', '-m', 'fast', '-t', String(STOP_SECONDS)]);
  if (exitCode !== 0 && (await findPostmaster(server.home.cluster))) {
    server.log.warn(
      { output },
      `The database is still stopping after ${STOP_SECONDS} seconds; it will finish on its own`,
    );
  }
}

/** Returns undefined when the server is ready, or its output when it did not start. */
async function tryStart(server: StartableServer, port: number): Promise<string | undefined> {
  const logFile = await openServerLog(server.logFile);
  try {
    const logged = await sizeOf(server.logFile);
    const options = [`-p ${port}`, ...Object.entries(server.settings).map(writeOption)].join(' ');
    const args = ['start', '-t', String(START_SECONDS), '-o', options];
    const { exitCode, output } = await runPgCtl(server, args, logFile.fd);
    if (exitCode === 0) return undefined;
    await assertNotSlow(server);
    return `${await readServerLog(server.logFile, logged)}\n${output}`;
  } finally {
    await logFile.close();
  }
}

async function assertNotSlow(server: StartableServer): Promise<void> {
  const postmaster = await findPostmaster(server.home.cluster);
  if (!postmaster) return;
  throw new DatabaseStartError(
    `The database in ${server.home.cluster} (process ${postmaster.pid}) is not ready after ${START_SECONDS} seconds; ` +
      `it may still be repairing itself after a crash. ${server.logFile} tells; start again when it is ready.`,
  );
}

async function runPgCtl(server: StartableServer, args: string[], stdout?: number) {
  const pgCtl = programPath(await server.binaries(), 'pg_ctl');
  return runProgram(pgCtl, [...args, '-w', '-s', '-D', server.home.cluster], server.home.user, stdout);
}

/** pg_ctl passes its options to a shell. */
function writeOption([name, value]: [string, string]): string {
  return `-c ${name}='${value.replaceAll("'", "'\\''")}'`;
}
