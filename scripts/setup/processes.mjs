/** Runs child processes in the foreground: they are stopped when this process is stopped or killed. */
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
 * Runs all programs until the first exits, then stops the others.
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
 * @returns {() => void} removes the handlers
 */
function forwardSignals(stop) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    // Ctrl-C in a terminal reaches the children directly; forwarding it as well would be taken for a second Ctrl-C.
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
 * npm killed with SIGKILL notifies nobody; killed with SIGTERM it only notifies the shell between it and us.
 * When we were started by hand, a change of parent only means that a terminal was closed.
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

/** Our parent and, where /proc shows it, its parent: npm, with or without a shell in between. */
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
