import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { type Exit, projectFolder } from '../../product-process.ts';

export interface Command {
  exited: Promise<Exit>;
  /** Everything it has printed so far. */
  said(): string;
  end(signal: NodeJS.Signals): Promise<Exit>;
}

/** Starts a command of the installation as `npm run` does. It is killed when the test ends. */
export function launchCommand(env: Record<string, string>, script: string, args: string[]): Command {
  const child = spawn(process.execPath, ['--import', './server/platform/tsx-loader.mjs', script, ...args], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const exited = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }));
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return exited;
  };
  onTestFinished(async () => {
    await end('SIGKILL');
  });
  return { exited, said: () => said, end };
}
