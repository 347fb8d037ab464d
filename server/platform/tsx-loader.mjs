/**
 * Given to every process that runs server code: `node --import ./server/platform/tsx-loader.mjs …`. It
 * - compiles the `.tsx` files (the mails): Node strips types by itself, but does not know JSX;
 * - loads drizzle-orm's CommonJS build. Its ES modules import each other in circles, over which Node's loader takes a
 *   second and 150 MB at every start; both builds do the same;
 * - lets Node keep what it compiled. Not in the system's temporary folder, where somebody else could put other code in
 *   its place.
 */
import { readFileSync } from 'node:fs';
import { createRequire, enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)));

/** @type {Map<string, import('node:module').ResolveFnOutput>} */
const drizzle = new Map();

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!/^drizzle-orm(\/|$)/.test(specifier)) return nextResolve(specifier, context);
    const known = drizzle.get(specifier);
    if (known) return known;
    const resolved = nextResolve(specifier, { ...context, conditions: ['node', 'require'] });
    // Its package.json is so large that Node would spend a third of a second on reading it once for each import.
    drizzle.set(specifier, { ...resolved, shortCircuit: true });
    return resolved;
  },
  load(url, context, nextLoad) {
    if (!url.startsWith('file:') || !new URL(url).pathname.endsWith('.tsx')) return nextLoad(url, context);
    return { format: 'module', source: compileTsx(fileURLToPath(url)), shortCircuit: true };
  },
});

/** @param {string} path */
function compileTsx(path) {
  // Otherwise esbuild leaves a thread and a process behind, which cost more memory than the mails.
  process.env.ESBUILD_WORKER_THREADS = '0';
  /** @type {typeof import('esbuild')} */
  const { transformSync } = require('esbuild');
  return transformSync(readFileSync(path, 'utf8'), {
    loader: 'tsx',
    format: 'esm',
    jsx: 'automatic',
    target: 'node24',
    sourcefile: path,
    sourcemap: 'inline',
  }).code;
}
