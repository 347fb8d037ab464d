/** Keeps dist/web up to date with its sources. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './project.mjs';

const sources = ['web', 'shared', 'scripts/prerender', 'vite.config.ts', 'package-lock.json'];

/**
 * Builds the web if there is no build, or one from different sources.
 * @param {string} root
 * @param {string} node
 */
export function ensureWebBuild(root, node) {
  const fingerprint = sourcesFingerprint(root);
  if (!webBuildIsStale(root, fingerprint)) return;
  console.log('Building the web …');
  rmSync(fingerprintPath(root), { force: true });
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const { status } = spawnSync(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Inherited from a test runner it would be "test", and React would be built for development.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new SetupError('The web could not be built; the reason is above.');
  recordWebBuild(root, fingerprint);
}

/**
 * @param {string} root
 * @param {string} fingerprint
 * @returns {boolean}
 */
export function webBuildIsStale(root, fingerprint = sourcesFingerprint(root)) {
  const path = fingerprintPath(root);
  if (!existsSync(join(root, 'dist', 'web', 'index.html')) || !existsSync(path)) return true;
  return readFileSync(path, 'utf8') !== fingerprint;
}

/**
 * Records which sources dist/web was built from; call it after a successful build.
 * @param {string} root
 * @param {string} fingerprint
 */
export function recordWebBuild(root, fingerprint) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  writeFileSync(fingerprintPath(root), fingerprint);
}

/**
 * SHA-256 over paths and contents: unlike modification times it survives a checkout, and it notices deleted files.
 * @param {string} root
 * @returns {string}
 */
export function sourcesFingerprint(root) {
  const hash = createHash('sha256');
  for (const path of sources.flatMap((source) => filesUnder(root, source))) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param {string} root */
function fingerprintPath(root) {
  return join(root, 'dist', 'web-sources.sha256');
}

/**
 * @param {string} root
 * @param {string} path relative to the root, with forward slashes
 * @returns {string[]}
 */
function filesUnder(root, path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesUnder(root, `${path}/${name}`));
}
