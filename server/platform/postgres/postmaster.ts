// Finds the running server: reads postmaster.pid and checks whether the process it names really is that server.
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readIfExists } from '../whole-file.ts';
import { OWN_ACCOUNT, runProgram } from './run-program.ts';

export interface Postmaster {
  pid: number;
  port: number;
}

interface PidFile extends Postmaster {
  /** The cluster's path when the server started. */
  cluster: string;
}

// PostgreSQL fills the file right after creating it; one that stays empty was left by a crash.
const EMPTY_FOR_MS = 2_000;

/** The port of the last server on this cluster, if it did not shut down properly. */
export async function lastPort(cluster: string): Promise<number | undefined> {
  return (await readPidFile(cluster))?.port;
}

/** The server running on this cluster, even if it is still starting or already stopping. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  const file = await readPidFile(cluster);
  if (!file || !isAlive(file.pid)) return undefined;
  return (await isServerOf(file)) && !(await isCopied(file, cluster)) ? file : undefined;
}

/**
 * Removes a postmaster.pid that PostgreSQL itself would never get past: its pid now belongs to another program, or
 * the file is empty. A dead pid is left to PostgreSQL's own check. Call with the start lock held. Returns whether the
 * file was removed.
 */
export async function removeStalePidFile(cluster: string): Promise<boolean> {
  const path = pidFilePath(cluster);
  const file = await readPidFile(cluster);
  const mistaken = file
    ? isAlive(file.pid) && !(await findPostmaster(cluster))
    : await stat(path).then(
        ({ mtimeMs }) => Date.now() - mtimeMs > EMPTY_FOR_MS,
        () => false,
      );
  if (mistaken) await rm(path, { force: true });
  return mistaken;
}

function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

async function readPidFile(cluster: string): Promise<PidFile | undefined> {
  const [pid, folder, , port] = ((await readIfExists(pidFilePath(cluster))) ?? '').split('\n');
  return folder && Number(pid) > 0 && Number(port) > 0
    ? { pid: Number(pid), port: Number(port), cluster: folder }
    : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A data folder copied while its server ran contains a pid file that refers to the original. */
async function isCopied(file: PidFile, cluster: string): Promise<boolean> {
  const [original, here] = await Promise.all(
    [file.cluster, cluster].map((path) => stat(path).catch(() => undefined)),
  );
  return original !== undefined && here !== undefined && original.ino !== here.ino;
}

async function isServerOf(file: PidFile): Promise<boolean> {
  const command = await readCommand(file.pid);
  // If nothing can be learned about the process, it is assumed to be the server: that never harms the data.
  if (command === undefined) return true;
  if (!/(^|\/)postgres( |$)/.test(command)) return false;
  return command.includes(` -D ${file.cluster}`) || !command.includes(' -D /');
}

/** The command line; empty for a zombie process, undefined when unknown. */
async function readCommand(pid: number): Promise<string | undefined> {
  const line = await readIfExists(`/proc/${pid}/cmdline`).catch(() => undefined);
  if (line !== undefined) return line.replaceAll('\0', ' ');
  const asked = await runProgram('ps', ['-o', 'command=', '-p', String(pid)], OWN_ACCOUNT).catch(
    () => undefined,
  );
  return asked?.exitCode === 0 ? asked.output.trim() : undefined;
}
