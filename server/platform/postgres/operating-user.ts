// PostgreSQL refuses to run as root, so when started by root it runs under an unprivileged account.
import { stat } from 'node:fs/promises';
import { type OperatingUser, OWN_ACCOUNT, runProgram } from './run-program.ts';
import { DatabaseStartError } from './start-error.ts';

// Debian and Red Hat have the first, Alpine (busybox) the second.
const WAYS_TO_ADD_AN_ACCOUNT: [program: string, ...args: string[]][] = [
  ['useradd', '--system', '--user-group', '--no-create-home', '--shell', '/bin/false'],
  ['adduser', '-S', '-D', '-H', '-s', '/bin/false'],
];

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account for a new cluster: our own, or as root `preferred` (created if missing), otherwise `nobody`. */
export async function chooseOperatingUser(preferred = 'postgres'): Promise<OperatingUser> {
  if (!isRoot()) return OWN_ACCOUNT;
  const user = (await lookUp(preferred)) ?? (await addAccount(preferred)) ?? (await lookUp('nobody'));
  if (user) return user;
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and there is no account "postgres" or "nobody" to run it as. ' +
      'Add the account "postgres", or start as an ordinary account.',
  );
}

/**
 * The account that owns an existing cluster, the only one PostgreSQL accepts for it; undefined when there is no
 * cluster.
 */
export async function ownerOfCluster(cluster: string): Promise<OperatingUser | undefined> {
  const owner = await stat(cluster).catch(() => undefined);
  if (!owner || process.getuid?.() === undefined) return undefined;
  if (owner.uid === process.getuid()) return OWN_ACCOUNT;
  if (isRoot()) return { name: `number ${owner.uid}`, ids: { uid: owner.uid, gid: owner.gid } };
  throw new DatabaseStartError(
    `The database in ${cluster} belongs to the account number ${owner.uid}, and this process runs as ` +
      `number ${process.getuid()}. Start it as that account or as root.`,
  );
}

/** Whether the account can open files below the folder, given the permissions of all parent folders. */
export async function canEnter(user: OperatingUser, folder: string): Promise<boolean> {
  const { exitCode } = await runProgram('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], user);
  return exitCode === 0;
}

async function lookUp(name: string): Promise<OperatingUser | undefined> {
  const [uid, gid] = await Promise.all([askId('-u', name), askId('-g', name)]);
  return uid && gid ? { name, ids: { uid, gid } } : undefined;
}

async function askId(kind: '-u' | '-g', name: string): Promise<number | undefined> {
  const { exitCode, output } = await runProgram('id', [kind, name], OWN_ACCOUNT);
  return exitCode === 0 ? Number(output) : undefined;
}

async function addAccount(name: string): Promise<OperatingUser | undefined> {
  for (const [program, ...args] of WAYS_TO_ADD_AN_ACCOUNT) {
    // A missing program is not an error: the next one may exist.
    await runProgram(program, [...args, name], OWN_ACCOUNT).catch(() => undefined);
    const user = await lookUp(name);
    if (user) return user;
  }
  return undefined;
}
