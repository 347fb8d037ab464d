import { setTimeout as delay } from 'node:timers/promises';
import { type Config, ConfigError } from '../config.ts';
import type { App } from '../context.ts';
import type { Log } from '../log.ts';

const portWaitSeconds = 10;

/** After a crash the previous process may hold the port for a moment, so this waits for it. Throws ConfigError if the address cannot be used. */
export async function listen(app: App, { host, port }: Config, log: Log): Promise<void> {
  for (let waited = 0; ; waited++) {
    try {
      await app.listen({ host, port });
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code !== 'EADDRINUSE' || waited >= portWaitSeconds) {
        const sentence = listenFaults({ host, port })[code];
        throw sentence ? new ConfigError([sentence]) : error;
      }
      if (waited === 0) log.warn({ port }, 'the port is still in use; waiting for it');
      await delay(1000);
    }
  }
}

function listenFaults({ host, port }: Pick<Config, 'host' | 'port'>): Record<string, string> {
  const noAddress = `HOST: This machine has no address ${host}.`;
  return {
    EADDRINUSE: `PORT: Port ${port} on ${host} is taken by another program.`,
    EACCES: `PORT: This account may not listen on port ${port}.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
  };
}
