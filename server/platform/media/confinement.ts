import { type ExecFileException, execFile } from 'node:child_process';
import { access, chmod, chown, constants, open, rm, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

// Limits what a media tool could do if a malicious file took it over. Wherever the system allows it, a tool has no
// network and sees no processes but its own; if the product runs as root, the tool also runs as another user, who owns
// nothing.

/** How much of this works on this machine. */
export interface Confinement {
  /** No network, not even to this machine, and no process to signal but those of the tool. */
  isAlone: boolean;
  /** Runs as the user `nobody`, for files that every user may read. */
  isNobody: boolean;
}

const nobody = 65_534;
const patienceMilliseconds = 10_000;
/** A missing program may be installed later, and a failure may only mean that there was no process to spare. */
const triedAgainAfterSeconds = 60;

const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0;

let known: { confinement: Confinement; triedAt: number } | undefined;

/** How far tools can be confined on this machine; tried once, and again after a while if something failed. */
export async function findConfinement(): Promise<Confinement> {
  const isWhole = known?.confinement.isAlone && (known.confinement.isNobody || !isRoot());
  if (known && (isWhole || process.uptime() - known.triedAt < triedAgainAfterSeconds))
    return known.confinement;
  const confinement = await tryAll();
  known = { confinement, triedAt: process.uptime() };
  return confinement;
}

/** Called if something fails that had worked before; it is tried again before the next tool. */
export function forgetConfinement(): void {
  known = undefined;
}

async function tryAll(): Promise<Confinement> {
  const [whole, alone, asNobody] = [
    { isAlone: true, isNobody: isRoot() },
    { isAlone: true, isNobody: false },
    { isAlone: false, isNobody: true },
  ];
  if (process.platform !== 'linux') return { isAlone: false, isNobody: false };
  if (await works(whole)) return whole;
  if (isRoot() && (await works(asNobody))) return asNobody;
  if (isRoot() && (await works(alone))) return alone;
  return { isAlone: false, isNobody: false };
}

function works(confinement: Confinement): Promise<boolean> {
  const [command = '', ...options] = [...wrapperOf(confinement), 'true'];
  return new Promise((resolve) => {
    execFile(command, options, { timeout: patienceMilliseconds }, (error: ExecFileException | null) =>
      resolve(error === null),
    );
  });
}

/** The commands in front of a tool that confine it. */
export function wrapperOf({ isAlone, isNobody }: Confinement): string[] {
  const asUser = isRoot() ? [] : ['--user', '--map-current-user'];
  const apart = ['unshare', ...asUser, '--net', '--ipc', '--pid', '--fork', '--kill-child=SIGKILL', '--'];
  const withoutRights = ['--no-new-privs', '--pdeathsig=KILL'];
  const rights = isRoot() ? [...withoutRights, '--bounding-set=-all', '--inh-caps=-all'] : withoutRights;
  const user = isNobody ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
  if (isAlone) return [...apart, 'setpriv', ...user, ...rights, '--'];
  return isNobody ? ['setpriv', ...user, ...rights, '--'] : [];
}

/** Whether a wrapper complains that it could not start the tool: the file is not to blame. */
export function isComplaintOfWrapper(errorOutput: string): boolean {
  return /^(unshare|setpriv|prlimit|nice): [^\n]*$/.test(errorOutput.trim());
}

/** For the log, in a sentence. */
export function describeConfinement({ isAlone, isNobody }: Confinement): string {
  if (!isAlone && !isNobody)
    return 'videos and sound are read by processes that could reach the network and signal this one: the system allows no more than limits on their files, time and memory';
  const user = isNobody ? ' and as nobody, where everybody may read the file' : '';
  return isAlone
    ? `videos and sound are read by processes without a network, that see no other process${user}`
    : 'videos and sound are read by processes that run as nobody where everybody may read the file; they could reach the network';
}

/** What a tool opens: the program itself, what it reads, and the file that it makes. */
export interface Opened {
  program: string;
  reads: readonly string[];
  writes?: string | undefined;
}

/** The confinement in which a tool can do its work, after its output file was handed over to it. */
export async function confinementFor({ program, reads, writes }: Opened): Promise<Confinement> {
  const confinement = await findConfinement();
  const isNobody =
    confinement.isNobody && (await canBeRead(program, reads)) && (!writes || (await handOver(writes)));
  // Left by an earlier attempt as `nobody`: without its capabilities, root may not write to it.
  if (writes && !isNobody) await rm(writes, { force: true });
  return { ...confinement, isNobody };
}

async function canBeRead(program: string, reads: readonly string[]): Promise<boolean> {
  const needed = [await findProgram(program), ...reads];
  const answers = await Promise.all(needed.map((path) => path && isOpenToAll(path).catch(() => false)));
  return answers.every(Boolean);
}

async function findProgram(program: string): Promise<string | undefined> {
  if (isAbsolute(program)) return program;
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

/** Whether everybody on this machine may read the file, through all of its parent folders. */
async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 0o004) !== 0 && (await isReachable(dirname(path)));
}

async function isReachable(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  const above = dirname(folder);
  return above === folder || isReachable(above);
}

/** Creates the file that a tool is to write, in a folder of ours, and makes `nobody` its owner. */
async function handOver(path: string): Promise<boolean> {
  const folder = dirname(path);
  if (!(await isReachable(dirname(folder)))) return false;
  await (await open(path, 'a', 0o600)).close();
  await chown(path, nobody, nobody);
  await chmod(folder, 0o711);
  return true;
}
