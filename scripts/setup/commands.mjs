/** What each command needs, and the processes that it runs. Each one resolves with the exit code. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode } from './node.mjs';
import { ensurePackages } from './packages.mjs';
import { runInForeground } from './processes.mjs';
import { ensureTestPrograms } from './programs.mjs';
import { loaderOptions, projectRoot, serverOptions } from './project.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** @typedef {(args: string[]) => Promise<number>} Command */

/** Fills the compile cache, for machines on which the start may not write anything. */
const compileServer = [
  '--input-type=module',
  '--eval',
  "await import('./server/app.ts'); await import('./server/worker.ts')",
];

/** @type {Record<string, Command>} */
export const commands = {
  start: (args) => runInForeground(server(prepareWithWeb(), envFile(), args)),
  build: () => runInForeground(program(prepareWithWeb(), [...serverOptions, ...compileServer])),
  test,
  dev,
  demo,
  check: (args) => runInForeground(program(prepare(), ['scripts/check.mjs', ...args])),
  faults: numberedTests('faults'),
  security: numberedTests('security'),
  bench: withWeb([...loaderOptions, 'bench/run.ts']),
  lighthouse: withWeb(['scripts/lighthouse.mjs']),
  screenshots,
  reconcile: onInstallation('server/reconcile.ts'),
  'audit:verify': onInstallation('scripts/audit-verify.ts'),
  'billing:sync': onInstallation('scripts/billing-sync.ts'),
  deliveries: onInstallation('scripts/deliveries.ts'),
  staff: onInstallation('scripts/staff.ts'),
  'rotate-key': onInstallation('scripts/rotate-key.ts'),
  backup: onInstallation('scripts/backup.ts'),
  restore: onInstallation('scripts/restore.ts'),
  scrub: onInstallation('scripts/scrub.ts'),
  sunset: onInstallation('scripts/sunset.ts'),
  cluster: withWeb([...loaderOptions, 'scripts/cluster.ts']),
  release: (args) => runInForeground(program(prepare(), ['scripts/release.mjs', ...args])),
  simulate: (args) => runInForeground(program(prepare(), [...loaderOptions, 'scripts/simulate.ts', ...args])),
};

/** @param {string[]} script @returns {Command} */
function withWeb(script) {
  return (args) => runInForeground(program(prepareWithWeb(), [...script, ...args]));
}

/** @param {string} list @returns {Command} */
function numberedTests(list) {
  return (args) => {
    const node = prepareForTests();
    return runInForeground(program(node, ['scripts/numbered-tests.ts', list, ...args]));
  };
}

/** @param {string} script @returns {Command} */
function onInstallation(script) {
  return (args) => runInForeground(program(prepare(), [...envFile(), ...loaderOptions, script, ...args]));
}

/** Never reads .env, so that demo data cannot end up in a real database or mailbox. @type {Command} */
async function demo(args) {
  const node = prepareWithWeb();
  const env = { ...process.env, DATA_DIR: './data/demo' };
  const filled = await fillWithDemoData(node, env);
  return filled || (await runInForeground({ ...server(node, [], args), env }));
}

/** The server restarts on change; Vite serves the web and forwards API requests to it. @type {Command} */
async function dev(args) {
  const node = prepare();
  const watch = ['--watch-path=server', '--watch-path=shared', '--watch-preserve-output'];
  const env = { ...process.env, DATA_DIR: './data/dev', PUBLIC_URL: 'http://127.0.0.1:5173' };
  const filled = await fillWithDemoData(node, env);
  if (filled !== 0) return filled;
  return await runInForeground(
    { ...server(node, watch, args), env },
    program(node, ['node_modules/vite/bin/vite.js']),
  );
}

/** Runs the checks, then the tests even if the checks failed; either can fail the run, and the test summary comes last. @type {Command} */
async function test(args) {
  const node = prepare();
  ensureTestPrograms();
  const checked = await runInForeground(program(node, ['scripts/check.mjs']));
  if (checked >= 128) return checked; // ended by a signal, so do not run the tests either
  if (checked !== 0)
    console.error('\nThe checks failed (see above): this run fails whatever the tests say.\n');
  ensureWebBuild(projectRoot, node);
  const tested = await runInForeground(program(node, ['node_modules/vitest/vitest.mjs', 'run', ...args]));
  return tested || checked;
}

/** Uses a folder of its own, which is removed afterwards. @type {Command} */
async function screenshots() {
  const node = prepareForTests();
  const folder = mkdtempSync(join(tmpdir(), 'long-after-screenshots-'));
  try {
    const env = { ...process.env, DATA_DIR: join(folder, 'data') };
    const filled = await fillWithDemoData(node, env);
    if (filled !== 0) return filled;
    return await runInForeground({ ...program(node, [...loaderOptions, 'scripts/screenshots.ts']), env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node's own `--env-file-if-exists` prints a line each time the file is missing. @returns {string[]} */
function envFile() {
  return existsSync(join(projectRoot, '.env')) ? ['--env-file=.env'] : [];
}

/** @returns {string} the Node to continue with */
function prepare() {
  ensurePackages(projectRoot);
  return requireNode(projectRoot);
}

/** @returns {string} the Node to continue with */
function prepareWithWeb() {
  const node = prepare();
  ensureWebBuild(projectRoot, node);
  return node;
}

/** @returns {string} the Node to continue with */
function prepareForTests() {
  const node = prepareWithWeb();
  ensureTestPrograms();
  return node;
}

/**
 * Finishes before the product starts; does nothing if the demo data already exists.
 * @param {string} node
 * @param {NodeJS.ProcessEnv} env
 */
function fillWithDemoData(node, env) {
  return runInForeground({ ...program(node, [...loaderOptions, 'scripts/demo-data.ts']), env });
}

/**
 * @param {string} node
 * @param {string[]} nodeOptions
 * @param {string[]} args
 */
function server(node, nodeOptions, args) {
  return {
    ...program(node, [...nodeOptions, ...serverOptions, 'server/main.ts', ...args]),
    watchesParent: true,
  };
}

/**
 * @param {string} node
 * @param {string[]} args
 */
function program(node, args) {
  return { command: node, args, cwd: projectRoot };
}
