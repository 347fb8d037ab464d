/** The product on a free port of this machine, for a command that only needs it for a short time. */
import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../server/platform/postgres/free-port.ts';
import { projectRoot, serverOptions } from './project.mjs';

/**
 * Resolves when it is ready. Throws if it ends before that.
 * @param {string} dataDir
 * @returns {Promise<{ origin: string, stop: () => Promise<unknown> }>}
 */
export async function startTemporaryServer(dataDir) {
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...serverOptions, 'server/main.ts'], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  while (!(await answers(`${origin}/readyz`))) {
    if (child.exitCode !== null) throw new Error('The server ended before it was ready');
    await wait(250);
  }
  return {
    origin,
    stop() {
      child.kill();
      return ended;
    },
  };
}

/** @param {string} url */
async function answers(url) {
  return await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
