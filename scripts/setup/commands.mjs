/** What each command does, from the setup it needs to the processes it runs. Each resolves with the exit code. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode } from './node.mjs';
import { ensurePackages } from './packages.mjs';
import { runInForeground } from './processes.mjs';
import { ensureTestPrograms } from './programs.mjs';
import { loaderOptions, projectRoot, serverOptions } from './project.mjs';
import { ensureWebBuild } from './web-build.mjs';

/** @type {Record<string, (args: string[]) => Promise<number>>} */
export const commands = {
  start,
  test,
  dev,
  demo,
  check,
  faults,
  security,
  bench,
  lighthouse,
  screenshots,
  reconcile,
  'audit:verify': auditVerify,
  'billing:sync': billingSync,
  deliveries,
  staff,
  'rotate-key': rotateKey,
  backup,
  restore,
  scrub,
};

/** @param {string[]} args */
async function start(args) {
  const node = prepareWithWeb();
  return await runInForeground(server(node, envFile(), args));
}

/** Never reads .env, so that demo data cannot end up in a real database or mailbox. @param {string[]} args */
async function demo(args) {
  const node = prepareWithWeb();
  const env = { ...process.env, DATA_DIR: './data/demo' };
  const filled = await fillWithDemoData(node, env);
  if (filled !== 0) return filled;
  return await runInForeground({ ...server(node, [], args), env });
}

/** The server restarts on change; Vite serves the web and forwards API requests to it. @param {string[]} args */
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

/** Runs the checks, then the tests even if the checks failed; either can fail the run, and the test summary comes last. @param {string[]} args */
async function test(args) {
  const node = prepare();
  ensureTestPrograms();
  const checked = await runInForeground(program(node, ['scripts/check.mjs']));
  if (checked >= 128) return checked; // ended by a signal, so the tests are not wanted either
  if (checked !== 0)
    console.error('\nThe checks failed (see above): this run fails whatever the tests say.\n');
  ensureWebBuild(projectRoot, node);
  const tested = await runInForeground(program(node, ['node_modules/vitest/vitest.mjs', 'run', ...args]));
  return tested || checked;
}

/** @param {string[]} args */
async function faults(args) {
  return await runNumberedTests('faults', args);
}

/** @param {string[]} args */
async function security(args) {
  return await runNumberedTests('security', args);
}

/** @param {string} list @param {string[]} args */
async function runNumberedTests(list, args) {
  const node = prepare();
  ensureTestPrograms();
  ensureWebBuild(projectRoot, node);
  return await runInForeground(program(node, ['scripts/numbered-tests.ts', list, ...args]));
}

/** @param {string[]} args */
async function check(args) {
  const node = prepare();
  return await runInForeground(program(node, ['scripts/check.mjs', ...args]));
}

/** @param {string[]} args */
async function bench(args) {
  const node = prepareWithWeb();
  return await runInForeground(program(node, [...loaderOptions, 'bench/run.ts', ...args]));
}

/** @param {string[]} args */
async function lighthouse(args) {
  const node = prepareWithWeb();
  return await runInForeground(program(node, ['scripts/lighthouse.mjs', ...args]));
}

/** On a folder of its own, which goes with it. */
async function screenshots() {
  const node = prepareWithWeb();
  ensureTestPrograms();
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

/** @param {string[]} args */
async function reconcile(args) {
  return await runOnInstallation('server/reconcile.ts', args);
}

/** @param {string[]} args */
async function auditVerify(args) {
  return await runOnInstallation('scripts/audit-verify.ts', args);
}

/** @param {string[]} args */
async function billingSync(args) {
  return await runOnInstallation('scripts/billing-sync.ts', args);
}

/** @param {string[]} args */
async function deliveries(args) {
  return await runOnInstallation('scripts/deliveries.ts', args);
}

/** @param {string[]} args */
async function staff(args) {
  return await runOnInstallation('scripts/staff.ts', args);
}

/** @param {string[]} args */
async function rotateKey(args) {
  return await runOnInstallation('scripts/rotate-key.ts', args);
}

/** @param {string[]} args */
async function backup(args) {
  return await runOnInstallation('scripts/backup.ts', args);
}

/** @param {string[]} args */
async function restore(args) {
  return await runOnInstallation('scripts/restore.ts', args);
}

/** @param {string[]} args */
async function scrub(args) {
  return await runOnInstallation('scripts/scrub.ts', args);
}

/** @param {string} script @param {string[]} args */
async function runOnInstallation(script, args) {
  const node = prepare();
  return await runInForeground(program(node, [...envFile(), ...loaderOptions, script, ...args]));
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
