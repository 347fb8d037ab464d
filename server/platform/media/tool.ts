import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { basename } from 'node:path';
import { promisify } from 'node:util';

export interface ToolLimits {
  seconds: number;
  /** What it may write to, wherever that lies: Node reserves more addresses than any machine has memory. */
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

/**
 * Runs a program (ffmpeg, ffprobe, Node) on untrusted files: `input` alone as its standard input, an empty environment, low priority,
 * and limits on time, memory, output and file size. `signal` ends it. Resolves with what it printed; throws ToolError, or an AbortError.
 */
export async function runTool(
  program: string,
  options: readonly string[],
  limits: ToolLimits,
  signal?: AbortSignal,
  input?: Buffer,
): Promise<Buffer> {
  const [command, ...rest] = await limited(program, limits);
  const child = spawn(command, [...rest, ...options], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
    cwd: '/',
    // In its own process group: a Ctrl-C in the terminal is meant for us, and a tool that it ended would look like a
    // damaged file.
    detached: true,
    timeout: limits.seconds * 1000,
    killSignal: 'SIGKILL',
    ...(signal && { signal }),
  });
  child.once('spawn', () => yieldToOthers(child));
  // One that ends early need not have read it.
  child.stdin.on('error', () => undefined).end(input);
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
  if (ending !== '0') throw new ToolError(`${basename(program)} ended with ${ending}: ${errorOutput.trim()}`);
  return Buffer.concat(printed);
}

function yieldToOthers({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, lowPriority);
  } catch {
    // It has already exited.
  }
}

let prlimit: Promise<boolean> | undefined;

/** Wraps the command in the limits that the system can enforce; outside Linux only the time limit applies. */
async function limited(
  program: string,
  { seconds, memoryBytes }: ToolLimits,
): Promise<[string, ...string[]]> {
  prlimit ??= promisify(execFile)('prlimit', ['--version']).then(
    () => true,
    () => false,
  );
  if (!(await prlimit)) return [program];
  const limits = [
    `--data=${memoryBytes}`,
    `--cpu=${Math.ceil(seconds * 2)}`,
    `--fsize=${writtenFileMaxBytes}`,
    '--core=0',
  ];
  return ['prlimit', ...limits, '--', program];
}
