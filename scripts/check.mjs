/**
 * Checks the project's rules: `npm run check`, or some of them by name: `npm run check -- imports sizes`.
 * Continues after a fault, so that one run shows all of them.
 */
import { join } from 'node:path';
import { countFeatures, findFeatureCircles } from './check/circles.mjs';
import { findWrongImports } from './check/direction.mjs';
import { checkFileSizes } from './check/file-sizes.mjs';
import { readImportGraph } from './check/imports.mjs';
import { checkLockfile } from './check/lockfile.mjs';
import { findBreakingMigrations } from './check/migrations.mjs';
import { findSecrets } from './check/secrets.mjs';
import { listSourceFiles } from './check/source-files.mjs';
import { findForeignWrites } from './check/table-writers.mjs';
import { findDirectReads } from './check/time-and-randomness.mjs';
import { checkLintAndFormat, checkTypes, checkUnusedCode } from './check/tools.mjs';
import { checkWebBudgets } from './check/web-budgets.mjs';
import { projectRoot, SetupError } from './setup/project.mjs';
import { ensureWebBuild } from './setup/web-build.mjs';

const files = listSourceFiles(projectRoot);

/** @type {Record<string, () => import('./check/tools.mjs').Verdict | Promise<import('./check/tools.mjs').Verdict>>} */
const checks = {
  types: () => checkTypes(projectRoot),
  lint: () => checkLintAndFormat(projectRoot),
  imports: checkImports,
  writers: () => ({ faults: findForeignWrites(projectRoot, files) }),
  time: () => ({ faults: findDirectReads(projectRoot, files) }),
  unused: () => checkUnusedCode(projectRoot),
  migrations: () => ({ faults: findBreakingMigrations(projectRoot) }),
  lockfile: () => checkLockfile(projectRoot),
  secrets: () => findSecrets(projectRoot),
  sizes: () => checkFileSizes(projectRoot, files),
  budgets: checkBudgets,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}
/** @type {string[]} */
const failed = [];
for (const [name, check] of Object.entries(checks))
  if ((asked.length === 0 || asked.includes(name)) && !(await passes(name, check))) failed.push(name);
if (failed.length > 0) console.error(`Failed: ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;

function checkImports() {
  const graph = readImportGraph(projectRoot, files);
  return {
    figures: countFeatures(graph),
    faults: [...findWrongImports(graph), ...findFeatureCircles(graph)],
  };
}

/** The size of the pages as they are now: builds them first if needed. */
function checkBudgets() {
  try {
    ensureWebBuild(projectRoot, process.execPath);
  } catch (error) {
    if (error instanceof SetupError) return { faults: [error.message] };
    throw error;
  }
  return checkWebBudgets(join(projectRoot, 'dist', 'web'));
}

/**
 * @param {string} name
 * @param {() => import('./check/tools.mjs').Verdict | Promise<import('./check/tools.mjs').Verdict>} check
 */
async function passes(name, check) {
  const startedAt = performance.now();
  const { figures, faults } = await check();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${name} (${seconds} s)${figures ? `  ${figures}` : ''}`);
  for (const fault of faults) console.error(fault);
  return faults.length === 0;
}
