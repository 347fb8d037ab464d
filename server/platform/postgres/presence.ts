// One process's membership in the embedded server: it joins, restarts the server when it was killed, and stops it
// when it is the last to leave.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { findPostmaster, type Postmaster } from './postmaster.ts';
import { type StartableServer, startServer, stopServer } from './server-control.ts';
import { openSession, type Session, withdrawPresence } from './server-session.ts';
import { DatabaseStartError } from './start-error.ts';
import { withStartLock } from './start-lock.ts';

export interface JoinableServer extends StartableServer {
  /** DATA_DIR/postgres: the location of the start lock. */
  folder: string;
  password: string;
}

export interface Presence {
  port: number;
  leave(): Promise<void>;
}

const ANSWERS_WITHIN_MS = 60_000;
const ASK_AGAIN_MS = 25;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Joins the running server, or starts it. Call with the start lock held. */
export async function joinServer(server: JoinableServer): Promise<Presence> {
  const session = await openPresence(server);
  const leaving = new AbortController();
  const presence = maintainPresence(server, session, leaving.signal);
  const leave = async () => {
    leaving.abort();
    const last = await presence;
    await withStartLock(server.folder, () => endPresence(server, last));
  };
  let left: Promise<void> | undefined;
  return {
    port: session.port,
    leave: () => {
      left ??= leave();
      return left;
    },
  };
}

async function openPresence(server: JoinableServer, wantedPort?: number): Promise<Session> {
  const giveUpAt = performance.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const running = await findPostmaster(server.home.cluster);
    const port = running?.port ?? (await startServer(server, wantedPort));
    const session = await enter(server, port, running);
    if (session) {
      server.log.info(
        { port, serverPid: running?.pid },
        running ? 'Joined the running database' : 'Started the database',
      );
      return session;
    }
    if (performance.now() >= giveUpAt) throw describeSilence(server, running);
    await delay(ASK_AGAIN_MS);
  }
}

async function enter(
  server: JoinableServer,
  port: number,
  running?: Postmaster,
): Promise<Session | undefined> {
  try {
    return await openSession(port, server.password);
  } catch (cause) {
    const holder = running ? `, which the process ${running.pid} runs,` : '';
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseStartError(
      `The database in ${server.home.cluster}${holder} cannot be joined: ${reason}.`,
      { cause },
    );
  }
}

function describeSilence(server: JoinableServer, running?: Postmaster): DatabaseStartError {
  return new DatabaseStartError(
    `The database in ${server.home.cluster} is held by the process ${running?.pid ?? 'unknown'}, which did not answer within ` +
      `${ANSWERS_WITHIN_MS / 1000} seconds. Wait for it, or end it, then start again.`,
  );
}

/** Rejoins whenever the connection breaks; returns the last session once `leaving` is signalled. */
async function maintainPresence(
  server: JoinableServer,
  first: Session,
  leaving: AbortSignal,
): Promise<Session> {
  const left = once(leaving, 'abort');
  let session = first;
  for (;;) {
    await Promise.race([session.ended, left]);
    if (leaving.aborted) return session;
    server.log.warn('The connection to the embedded database broke; looking after the server');
    session = await rejoin(server, session, leaving);
  }
}

async function rejoin(server: JoinableServer, lost: Session, leaving: AbortSignal): Promise<Session> {
  for (let pauseMs = FIRST_PAUSE_MS; !leaving.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      const session = await withStartLock(server.folder, () => openPresence(server, lost.port));
      if (session.port === lost.port) return session;
      await session.client.end();
      throw new DatabaseStartError(
        `The database came back on port ${session.port}, and this process knows it on ${lost.port}: start this process again.`,
      );
    } catch (error) {
      server.log.error({ err: error }, 'Could not restart the embedded database yet; retrying');
    }
    await delay(pauseMs, undefined, { signal: leaving }).catch(() => undefined);
  }
  return lost;
}

/** Call with the start lock held, so that nobody joins a server that is about to stop. */
async function endPresence(server: JoinableServer, kept: Session): Promise<void> {
  const isLast = (await withdraw(kept)) ?? (await withdrawOnNewConnection(server, kept.port));
  if (!isLast) return;
  await stopServer(server);
  server.log.info('Stopped the database: this was the last process using it');
}

/** Whether there are no other members; undefined when the connection is broken. */
async function withdraw(session: Session): Promise<boolean | undefined> {
  try {
    return await withdrawPresence(session);
  } catch {
    return undefined;
  } finally {
    await session.client.end().catch(() => undefined);
  }
}

async function withdrawOnNewConnection(server: JoinableServer, port: number): Promise<boolean> {
  if (!(await findPostmaster(server.home.cluster))) return false;
  const session = await openSession(port, server.password).catch(() => undefined);
  return session ? ((await withdraw(session)) ?? false) : false;
}
