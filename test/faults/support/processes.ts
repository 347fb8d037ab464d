import { onTestFinished } from 'vitest';
import { findTestPort } from '../../free-port.ts';
import { type Exit, spawnProduct } from '../../product-process.ts';

/** A real process of the product, started as `npm start` does. */
export interface ProductProcess {
  pid: number;
  port: number;
  /** Its HTTP address, if its role has one. */
  address: string;
  /** Resolves when it reports that it is ready; rejects with its last output if it ends before that. */
  ready: Promise<void>;
  exited: Promise<Exit>;
  /** Everything it has printed so far. */
  said(): string;
  /** Sends a signal to this very process and waits for its end. */
  end(signal: NodeJS.Signals): Promise<Exit>;
}

interface ProcessOptions {
  role?: 'all' | 'web' | 'worker';
  /** The port of a previous process, so that clients find this one there. */
  port?: number;
  /** The folder of another version. */
  folder?: string;
}

/** Starts a process and does not wait for it. It is killed when the test ends. */
export async function launchProcess(
  env: Record<string, string>,
  { role = 'all', port, folder }: ProcessOptions = {},
): Promise<ProductProcess> {
  const ownPort = port ?? (await findTestPort());
  let said = '';
  const hear = (text: string) => {
    said += text;
  };
  const { child, ready, exited } = spawnProduct({ role, port: ownPort, env, code: folder, hear });
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
