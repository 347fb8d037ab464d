import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findFreePort } from '../../server/platform/postgres/free-port.ts';
import { libfaketime } from '../../test/libfaketime.ts';
import { type SpawnedProduct, spawnProduct } from '../../test/product-process.ts';

interface MachineOptions {
  name: string;
  role: 'web' | 'worker';
  /** The version that it runs, as the folder of its code, which includes its packages. */
  code: string;
  /** Contains its data folder and its log. */
  folder: string;
  env: Record<string, string>;
  /** How far its clock is ahead of the others', in seconds. */
  clockAhead: number;
}

/** A process of the product with its own data folder, as if it ran on its own machine. */
export interface Machine {
  name: string;
  port: number;
  /** As in a power cut. */
  kill(): Promise<void>;
  /** Starts it again, as its supervisor would. */
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
  let running: SpawnedProduct;

  const start = async () => {
    running = spawnProduct({
      role,
      port,
      env: { DATA_DIR: dataDir, ...env, ...clock },
      code,
      hear: (text) => log.write(text),
    });
    await running.ready.catch((cause: unknown) => {
      throw new Error(`${name} did not start`, { cause });
    });
  };
  const end = async (signal: NodeJS.Signals) => {
    running.child.kill(signal);
    await running.exited;
  };
  await start();
  return { name, port, kill: () => end('SIGKILL'), startAgain: start, stop: () => end('SIGTERM') };
}

/** Environment variables that set a process's clock wrong. */
async function clockThatIs(aheadSeconds: number): Promise<Record<string, string>> {
  return { ...(await libfaketime()), FAKETIME: `${aheadSeconds < 0 ? '' : '+'}${aheadSeconds}` };
}
