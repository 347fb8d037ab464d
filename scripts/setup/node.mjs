/** The product's Node is an npm package of the project, so that the machine's own Node may have another version. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { SetupError } from './project.mjs';

const majorVersion = 24;

/**
 * Path of the project's own Node, after checking that it runs and has the right version.
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
