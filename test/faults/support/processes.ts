import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findFreePort } from '../../../server/platform/postgres/free-port.ts';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));
const readyLine = /Long After is ready|the worker is ready/;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** A real process of the product, started as `npm start` starts it. */
export interface ProductProcess {
  pid: number;
  port: number;
  /** Its address over HTTP, where its role has one. */
  address: string;
  /** When it said that it is ready; rejects with its last words when it ends before. */
  ready: Promise<void>;
  exited: Promise<Exit>;
  /** Everything it said so far. */
  said(): string;
  /** Sends a signal to this very process and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

interface ProcessOptions {
  role?: 'all' | 'web' | 'worker';
  /** The port of a process before it, so that clients find the next one there. */
  port?: number;
  /** Of another version. */
  folder?: string;
}

/** Starts a process and does not wait for it. It is gone when the test ends. */
export async function launchProcess(
  env: Record<string, string>,
  { role = 'all', port, folder = projectFolder }: ProcessOptions = {},
): Promise<ProductProcess> {
  const ownPort = port ?? (await findFreePort());
  // The channel makes it stop in order should this test run itself be ended.
  const child = spawn(process.execPath, ['--import', './server/platform/tsx-loader.mjs', 'server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ROLE: role, PORT: String(ownPort), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let said = '';
  const exited = once(child, 'exit').then(([code, signal]): Exit => ({ code, signal }));
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (text: string) => {
      said += text;
      if (readyLine.test(said)) resolve();
    };
    child.stdout?.setEncoding('utf8').on('data', listen);
    child.stderr?.setEncoding('utf8').on('data', listen);
    exited.then(
      ({ code, signal }) => reject(new Error(`It ended (${code ?? signal}) unready: ${said}`)),
      reject,
    );
  });
  ready.catch(() => undefined);
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  onTestFinished(async () => {
    await end('SIGKILL');
  });
  return {
    pid: child.pid ?? 0,
    port: ownPort,
    address: `http://127.0.0.1:${ownPort}`,
    ready,
    exited,
    said: () => said,
    end,
  };
}

/** Starts a process and waits until it is ready. */
export async function startProcess(
  env: Record<string, string>,
  options: ProcessOptions = {},
): Promise<ProductProcess> {
  const started = await launchProcess(env, options);
  await started.ready;
  return started;
}
