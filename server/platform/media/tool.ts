import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { isInstalled } from '../media.ts';
import { confinementFor, forgetConfinement, isComplaintOfWrapper, wrapperOf } from './confinement.ts';

export interface ToolLimits {
  seconds: number;
  /** Limits the memory it may write to; limiting the address space is not possible, since Node reserves more than any machine has. */
  memoryBytes: number;
  /** The most it may print. */
  outputBytes: number;
}

/** A media tool failed, took too long or printed too much; `message` ends with the last of its error output. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}

const errorOutputMaxCharacters = 2_000;
const writtenFileMaxBytes = 1024 ** 3;
const lowPriority = 10;

/** The files that a tool opens, and the signal that stops it. */
export interface ToolWork {
  reads?: readonly string[];
  /** In a folder that contains nothing else. */
  writes?: string;
  signal?: AbortSignal | undefined;
  input?: Buffer;
}

/**
 * Runs a program (ffmpeg, ffprobe, Node) on untrusted files: confined as far as the system allows, with only `input` on
 * its standard input, an empty environment, low priority, and limits on time, memory, output and file size. Resolves
 * with what it printed. Throws ToolError or an AbortError; any other error means that it could not be started and says
 * nothing about the file.
 */
export async function runTool(
  program: string,
  options: readonly string[],
  limits: ToolLimits,
  { reads = [], writes, signal, input }: ToolWork = {},
): Promise<Buffer> {
  const confinement = await confinementFor({ program, reads, writes });
  const [command = program, ...rest] = [
    ...(await niceness()),
    ...wrapperOf(confinement),
    ...(await limitsOf(limits)),
    program,
  ];
  const child = spawn(command, [...rest, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
    cwd: '/',
    // In its own process group, because a Ctrl-C in the terminal is meant for us, and a tool ended by it would make the
    // file look damaged.
    detached: true,
    timeout: limits.seconds * 1000,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  // A program that ends early need not have read it.
  child.stdin.on('error', () => undefined).end(input);
  // The tool itself is a child of its wrapper, and ends with it.
  child.once('exit', (_code, ended) => ended && endGroup(child.pid));
  const printed: Buffer[] = [];
  let printedBytes = 0;
  let errorOutput = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printedBytes += chunk.length;
    if (printedBytes > limits.outputBytes) child.kill('SIGKILL');
    else printed.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-errorOutputMaxCharacters);
  });
  const ending = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(signal ?? String(code)));
  });
  if (ending !== '0' && isComplaintOfWrapper(errorOutput)) {
    forgetConfinement();
    throw new Error(`${basename(program)} could not be started: ${errorOutput.trim()}`);
  }
  if (ending !== '0') throw new ToolError(`${basename(program)} ended with ${ending}: ${errorOutput.trim()}`);
  return Buffer.concat(printed);
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has already exited.
  }
}

async function niceness(): Promise<string[]> {
  return (await isInstalled('nice')) ? ['nice', '-n', String(lowPriority)] : [];
}

/** The limits that the system can enforce; outside Linux only the time limit applies. */
async function limitsOf({ seconds, memoryBytes }: ToolLimits): Promise<string[]> {
  if (!(await isInstalled('prlimit'))) return [];
  return [
    'prlimit',
    `--data=${memoryBytes}`,
    `--cpu=${Math.ceil(seconds * 2)}`,
    `--fsize=${writtenFileMaxBytes}`,
    '--core=0',
    '--',
  ];
}
