/** Keeps node_modules in step with the lockfile. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { SetupError } from './project.mjs';

/** Runs `npm ci` when node_modules is missing or does not match package-lock.json. @param {string} root */
export function ensurePackages(root) {
  if (!packagesAreStale(root)) return;
  console.log('Installing the packages (npm ci) …');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(npm, ['ci', '--include=dev', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    env: withoutLocalPrograms(process.env),
    shell: process.platform === 'win32',
  });
  if (error)
    throw new SetupError(`npm could not be started (${error.message}). Install Node 20 or newer with npm.`);
  if (status !== 0) throw new SetupError('npm ci failed; its own message is above.');
}

/**
 * As its last step npm records what it installed in node_modules/.package-lock.json, so that an interrupted
 * installation and any difference from the lockfile are visible without a marker file of our own.
 * @param {string} root
 * @returns {boolean}
 */
export function packagesAreStale(root) {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return true;
  const installed = readPackages(installedPath);
  const wanted = readPackages(join(root, 'package-lock.json'));
  return Object.entries(wanted).some(([path, entry]) => {
    if (path === '') return false;
    const found = installed[path];
    // Packages for other platforms are optional and may be absent.
    return found ? found.version !== entry.version : !entry.optional;
  });
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean }>}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}

/**
 * `npm run` puts node_modules/.bin first in PATH, and so the very Node that `npm ci` is about to replace.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutLocalPrograms(env) {
  const folders = (env['PATH'] ?? '').split(delimiter);
  return {
    ...env,
    PATH: folders.filter((folder) => !/node_modules[\\/]\.bin$/.test(folder)).join(delimiter),
  };
}
