/**
 * Given to every process that runs server code: `node --import ./server/platform/tsx-loader.mjs …`. It
 * - compiles the `.tsx` files (the mails): Node strips types by itself, but does not know JSX. What esbuild made of them is
 *   kept, since it is a process of its own for each file, at every start;
 * - loads drizzle-orm's CommonJS build. Its ES modules import each other in circles, over which Node's loader takes a
 *   second and 150 MB at every start; both builds do the same;
 * - lets Node keep what it compiled. Not in the system's temporary folder, where somebody else could put other code in
 *   its place.
 */
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));
const keptTsx = join(cache, 'tsx');
const project = new URL('../../', import.meta.url).href;

enableCompileCache(join(cache, 'compiled'));

/**
 * Where the packages lie that our own files import, by name: Node would look for each again in every file.
 *
 * @type {Map<string, import('node:module').ResolveFnOutput>}
 */
const packages = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = '' } = context;
    const isDrizzle = /^drizzle-orm(\/|$)/.test(specifier);
    const isOurs = parentURL.startsWith(project) && !parentURL.includes('/node_modules/');
    if (isOurs && specifier.startsWith('.')) return resolveOwn(specifier, context, nextResolve);
    if (!isOurs && !isDrizzle) return nextResolve(specifier, context);
    const known = packages.get(specifier);
    if (known) return known;
    const resolved = nextResolve(
      specifier,
      isDrizzle ? { ...context, conditions: ['node', 'require'] } : context,
    );
    packages.set(specifier, { ...resolved, shortCircuit: true });
    return resolved;
  },
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.tsx')) return nextLoad(url, context);
    return { format: 'module', source: compileTsx(fileURLToPath(url)), shortCircuit: true };
  },
});

/**
 * Our files name each other as they are, so that there is nothing to look for, which took a tenth of a start.
 *
 * @type {import('node:module').ResolveHookSync}
 */
function resolveOwn(specifier, context, nextResolve) {
  if (!specifier.endsWith('.ts')) return nextResolve(specifier, context);
  return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
}

/** @param {string} path */
function compileTsx(path) {
  const source = readFileSync(path, 'utf8');
  const { version } = require('esbuild/package.json');
  const kept = join(keptTsx, `${hash('sha256', [version, path, source].join('\n'))}.mjs`);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const code = transformTsx(path, source);
    keep(kept, code);
    return code;
  }
}

/** @param {string} path @param {string} source */
function transformTsx(path, source) {
  // Otherwise esbuild leaves a thread and a process behind, which take more memory than the mails.
  process.env.ESBUILD_WORKER_THREADS = '0';
  /** @type {typeof import('esbuild')} */
  const { transformSync } = require('esbuild');
  return transformSync(source, {
    loader: 'tsx',
    format: 'esm',
    jsx: 'automatic',
    target: 'node24',
    sourcefile: path,
    sourcemap: 'inline',
  }).code;
}

/** Whole or not at all. Where nothing may be written, each start compiles. @param {string} path @param {string} code */
function keep(path, code) {
  try {
    mkdirSync(keptTsx, { recursive: true });
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, code);
    renameSync(unfinished, path);
  } catch {}
}
