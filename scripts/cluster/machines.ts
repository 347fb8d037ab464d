import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../../server/platform/postgres/free-port.ts';

/** Of this version. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));
const readyLine = /Long After is ready|the worker is ready/;

interface MachineOptions {
  name: string;
  role: 'web' | 'worker';
  /** The version that it runs, by the folder of its code; it has its packages. */
  code: string;
  /** Holds its data folder and its log. */
  folder: string;
  env: Record<string, string>;
  /** How far its clock is ahead of the others', in seconds. */
  clockAhead: number;
}

/** A process of the product with a data folder of its own, as on a machine of its own. */
export interface Machine {
  name: string;
  port: number;
  /** As by a power cut. */
  kill(): Promise<void>;
  /** Started again, as its supervisor would. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
}

export async function startMachine({
  name,
  role,
  code,
  folder,
  env,
  clockAhead,
}: MachineOptions): Promise<Machine> {
  const dataDir = join(folder, name);
  await mkdir(dataDir);
  const port = await findFreePort();
  const clock = clockAhead === 0 ? {} : await clockThatIs(clockAhead);
  const log = createWriteStream(join(folder, `${name}.log`));
  let running: ChildProcess;

  const start = async () => {
    running = spawn(process.execPath, ['--import', './server/platform/tsx-loader.mjs', 'server/main.ts'], {
      cwd: code,
      env: {
        PATH: process.env['PATH'] ?? '',
        ROLE: role,
        PORT: String(port),
        DATA_DIR: dataDir,
        ...env,
        ...clock,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    await isReady(running, name, (text) => log.write(text));
  };
  const end = async (signal: NodeJS.Signals) => {
    running.kill(signal);
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit');
  };
  await start();
  return { name, port, kill: () => end('SIGKILL'), startAgain: start, stop: () => end('SIGTERM') };
}

async function isReady(child: ChildProcess, name: string, hear: (text: string) => void): Promise<void> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      hear(text);
      said = `${said}${text}`.slice(-5_000);
      if (readyLine.test(said)) resolve();
    });
  child.once('exit', () => reject(new Error(`${name} ended before it was ready: ${said}`)));
  await promise;
}

/** Settings under which the clock of a process is off. Throws where libfaketime is not installed. */
async function clockThatIs(aheadSeconds: number): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD']);
  return {
    LD_PRELOAD: stdout.trim(),
    FAKETIME: `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}`,
    DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  };
}
