import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The folder of this version. */
export const projectFolder = fileURLToPath(new URL('../', import.meta.url));
const readyLine = /Long After is ready|the worker is ready/;

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface SpawnedProduct {
  child: ChildProcess;
  /** Resolves when it reports that it is ready; rejects with its last output if it ends before that. */
  ready: Promise<void>;
  exited: Promise<Exit>;
}

interface SpawnOptions {
  role: 'all' | 'web' | 'worker';
  port: number;
  env: Record<string, string>;
  /** The version, as the folder of its code, which includes its packages. */
  code?: string | undefined;
  /** Called with everything that it prints. */
  hear: (text: string) => void;
}

/** Starts a process of the product as `npm start` does. */
export function spawnProduct({ role, port, env, code = projectFolder, hear }: SpawnOptions): SpawnedProduct {
  // The channel makes it stop cleanly if its parent process is killed.
  const child = spawn(process.execPath, ['--import', './server/platform/tsx-loader.mjs', 'server/main.ts'], {
    cwd: code,
    env: { PATH: process.env['PATH'] ?? '', ROLE: role, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const exited = once(child, 'exit').then(([code, signal]): Exit => ({ code, signal }));
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  let lastWords = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      hear(text);
      lastWords = `${lastWords}${text}`.slice(-5_000);
      if (readyLine.test(lastWords)) resolve();
    });
  exited.then(
    ({ code, signal }) => reject(new Error(`It ended (${code ?? signal}) unready: ${lastWords}`)),
    reject,
  );
  ready.catch(() => undefined);
  return { child, ready, exited };
}
