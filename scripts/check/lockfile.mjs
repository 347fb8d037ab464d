/**
 * Every package comes from one registry and is pinned by a hash, so that an install either gets what was
 * reviewed or fails. URLs may be omitted from the lockfile; those in it must share an https origin.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const exactVersion = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** @typedef {{ version?: string, resolved?: string, integrity?: string, link?: boolean }} Locked */

/** @param {string} root @returns {import('./tools.mjs').Verdict} */
export function checkLockfile(root) {
  const { dependencies, devDependencies } = readJson(root, 'package.json');
  /** @type {[string, Locked][]} */
  const packages = Object.entries(readJson(root, 'package-lock.json').packages).filter(
    ([path]) => path !== '',
  );
  const origins = new Set(packages.flatMap(([, { resolved }]) => originOf(resolved) ?? []));
  return {
    figures: `${packages.length} packages`,
    faults: [
      ...Object.entries({ ...dependencies, ...devDependencies })
        .filter(([, version]) => !exactVersion.test(version))
        .map(([name, version]) => `package.json: ${name} is not pinned to an exact version: ${version}`),
      ...packages.flatMap(([path, locked]) => faultsOf(locked).map((fault) => `${path} ${fault}`)),
      ...(origins.size > 1 ? [`the packages come from several places: ${[...origins].join(', ')}`] : []),
    ],
  };
}

/** @param {Locked} locked @returns {string[]} */
function faultsOf({ version = '', resolved, integrity = '', link }) {
  if (link) return ['is a link to a folder'];
  return [
    ...(exactVersion.test(version) ? [] : [`has no version of a registry: ${version}`]),
    ...(/^sha512-/.test(integrity) ? [] : ['has no SHA-512 hash']),
    ...(resolved && !resolved.startsWith('https://') ? ['does not come from a registry by https'] : []),
  ];
}

/** @param {string | undefined} resolved */
function originOf(resolved) {
  return resolved ? URL.parse(resolved)?.origin : undefined;
}

/** @param {string} root @param {string} name */
function readJson(root, name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'));
}
