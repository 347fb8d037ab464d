import { spawn } from 'node:child_process';

/** The account PostgreSQL runs under; without `ids` it is our own. */
export interface OperatingUser {
  name: string;
  ids?: { uid: number; gid: number };
}

export const OWN_ACCOUNT: OperatingUser = { name: 'ourselves' };

export interface ProgramResult {
  /** null when a signal ended the program. */
  exitCode: number | null;
  output: string;
}

// PostgreSQL gets none of our environment: secrets stay out of its processes, PG* variables cannot redirect it, and
// its messages stay in English so that we can recognise them.
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/**
 * Runs a program to completion as the given account. `stdout` is a file descriptor to write to; without it stdout is
 * part of `output`, as stderr always is. Rejects when the program cannot be started.
 */
export function runProgram(
  program: string,
  args: string[],
  user: OperatingUser,
  stdout: number | 'pipe' = 'pipe',
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...user.ids,
      cwd: '/',
      env: cleanEnvironment(),
      stdio: ['ignore', stdout, 'pipe'],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
    }
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, output: chunks.join('') }));
  });
}
