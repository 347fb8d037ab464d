/** The Node the product runs on is a package of the project, so that the machine's own may be another. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SetupError } from './setup-error.mjs';

const majorVersion = 24;

/**
 * Path of the project's own Node, proven to run and to be of the right version.
 * @param {string} root
 * @returns {string}
 */
export function requireNode(root) {
  const path = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const version = spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
  if (version.startsWith(`v${majorVersion}.`)) return path;
  throw new SetupError(
    `Long After runs on Node ${majorVersion} from the package "node", but ${path} ${version ? `is ${version}` : 'does not run'}: ` +
      'delete node_modules and run "npm ci" with install scripts allowed.',
  );
}
