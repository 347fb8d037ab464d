/** The files that the checks look at. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const roots = ['shared', 'server', 'web', 'test', 'bench', 'scripts'];

/**
 * Paths of all TypeScript and JavaScript sources, relative to the root, with forward slashes.
 * @param {string} root
 * @returns {string[]}
 */
export function listSourceFiles(root) {
  const files = roots.flatMap((name) => filesUnder(root, name));
  const configs = readdirSync(root).filter((name) => name.endsWith('.config.ts'));
  return [...files, ...configs].filter((path) => /\.(ts|tsx|mjs)$/.test(path)).sort();
}

/** Tests, and the programs that tests start. @param {string} path @returns {boolean} */
export function isTest(path) {
  return path.startsWith('test/') || /\.(test|fixture|child)\.tsx?$/.test(path);
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesUnder(root, folder) {
  try {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    return entries.flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesUnder(root, path) : [path];
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
