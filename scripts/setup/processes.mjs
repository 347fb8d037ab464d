/** Runs child processes in the foreground: they end when we are told to end, and when we are killed. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';

/**
 * @typedef {object} Program
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [watchesParent] gets an IPC channel, on which it notices a parent killed with SIGKILL
 */

/**
 * Runs all of them until the first ends, then stops the others.
 * @param {...Program} programs
 * @returns {Promise<number>} the exit code of the first that ended; 128 + signal number when a signal ended it
 */
export async function runInForeground(...programs) {
  const children = programs.map(start);
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of children) if (child.exitCode === null) child.kill(signal);
  };
  const release = forwardSignals(stop);
  const endings = children.map(ending);
  const first = await Promise.race(endings);
  stop('SIGTERM');
  await Promise.all(endings);
  release();
  return first;
}

/** @param {Program} program */
function start({ command, args, cwd, env, watchesParent }) {
  return spawn(command, args, {
    cwd,
    env: env ?? process.env,
    stdio: watchesParent ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
  });
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
function ending(child) {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`${child.spawnfile} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

/**
 * @param {(signal: NodeJS.Signals) => void} stop
 * @returns {() => void} takes the handlers away again
 */
function forwardSignals(stop) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // Ctrl-C in a terminal reaches the children by itself: a second signal would read as "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) stop(signal);
  };
  for (const signal of signals) process.on(signal, forward);
  const watch = watchParent(() => stop('SIGTERM'));
  return () => {
    for (const signal of signals) process.off(signal, forward);
    clearInterval(watch);
  };
}

/**
 * npm that is killed with SIGKILL tells nobody, and killed with SIGTERM only the shell between it and us.
 * Started by hand, a change of parent means no more than that a terminal was closed.
 * @param {() => void} onGone
 */
function watchParent(onGone) {
  const before = parents();
  const watch = setInterval(() => {
    if (!process.env['npm_lifecycle_event'] || parents() === before) return;
    clearInterval(watch);
    onGone();
  }, 500);
  watch.unref();
  return watch;
}

/** Our parent and, where the system tells it in /proc, the parent of that: npm, with or without a shell between. */
function parents() {
  const shell = process.ppid;
  try {
    const [, parentOfShell] = readFileSync(`/proc/${shell}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return `${shell} ${parentOfShell}`;
  } catch {
    return `${shell}`;
  }
}
