/** The checks that other programs perform. */
import { spawnSync } from 'node:child_process';

const typescriptProjects = ['shared', 'server', 'web', '.'];

/** @typedef {{ figures?: string, faults: string[] }} Verdict */

/** Only checks what has changed since the last run. @param {string} root @returns {Verdict} */
export function checkTypes(root) {
  return { faults: typescriptProjects.flatMap((project) => checkTypesOf(root, project)) };
}

/** @param {string} root @param {string} project */
function checkTypesOf(root, project) {
  const remembered = `node_modules/.cache/types/${project === '.' ? 'root' : project}.tsbuildinfo`;
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', remembered];
  return run(root, 'typescript/bin/tsc', args);
}

/** @param {string} root @returns {Verdict} */
export function checkLintAndFormat(root) {
  return {
    faults: run(root, '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '--max-diagnostics=200']),
  };
}

/** @param {string} root @returns {Verdict} */
export function checkUnusedCode(root) {
  return { faults: run(root, 'knip/bin/knip.js', ['--no-progress', '--treat-config-hints-as-errors']) };
}

/**
 * @param {string} root
 * @param {string} script under node_modules
 * @param {string[]} args
 * @returns {string[]} empty, or the program's whole output if it failed
 */
function run(root, script, args) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [`node_modules/${script}`, ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) return [`${script} could not be started: ${error.message}`];
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
}
