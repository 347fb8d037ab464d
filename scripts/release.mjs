/**
 * Checks every condition for a release, the cheapest first, and tags the commit with its version: `npm run
 * release`. With `-- --check` nothing is tagged.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChangelogFault } from './release/changelog.mjs';
import { projectRoot } from './setup/project.mjs';

const [option, ...more] = process.argv.slice(2);
const onlyChecks = option === '--check';
if ((option && !onlyChecks) || more.length > 0) {
  console.error('Use: npm run release, or with -- --check, which tags nothing');
  process.exit(2);
}

const { version } = JSON.parse(read('package.json'));
const tag = `v${version}`;

/** Each returns why it is not met, or nothing. @type {Record<string, () => string | undefined>} */
const conditions = {
  'CHANGELOG.md begins with this version': () =>
    findChangelogFault(read('CHANGELOG.md'), { version, today: new Date().toISOString().slice(0, 10) }),
  'everything is committed': () =>
    git('status', '--porcelain') && 'There are changes that are not committed.',
  [`${tag} is new`]: () =>
    git('tag', '--list', tag) && `${tag} exists already: package.json needs a new version.`,
  'published migrations are as they were': findEditedMigrations,
  'the benchmarks are those of this version': () =>
    existsSync(join(projectRoot, 'docs/benchmarks.md')) &&
    read('docs/benchmarks.md').includes(`Long After ${version},`)
      ? undefined
      : 'Run `npm run bench -- --markdown` on an idle machine, and commit docs/benchmarks.md.',
  'no package has a known vulnerability': findVulnerability,
  'the packages of production are listed': () => run('npm', ['run', '--silent', 'sbom']),
  'all checks and tests pass': () => run('npm', ['test']),
};

for (const [what, findFault] of Object.entries(conditions)) {
  const fault = findFault();
  console.log(`${fault ? '✗' : '✓'} ${what}`);
  if (!fault) continue;
  console.error(fault);
  process.exit(1);
}
if (!onlyChecks) {
  git('tag', '--annotate', tag, '--message', `Long After ${version}`);
  console.log(`This commit is ${tag}. Publish it with: git push origin ${tag}`);
}

/** A migration is never run again on a database that has already run it. */
function findEditedMigrations() {
  const [last] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n');
  if (!last) return undefined;
  const edited = git('diff', '--name-only', '--diff-filter=ad', last, '--', 'migrations/*.sql');
  return edited && `Changed since ${last}, although others have run them: ${edited.replaceAll('\n', ', ')}.`;
}

/** Asks the registry; not every registry can say. */
function findVulnerability() {
  const { stdout } = spawnSync('npm', ['audit', '--omit', 'dev', '--audit-level', 'high', '--json'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  const found = JSON.parse(stdout || '{}').metadata?.vulnerabilities;
  if (!found) return 'The registry does not say which packages have known vulnerabilities: ask another one.';
  return found.high + found.critical > 0
    ? `npm audit names ${found.high + found.critical} packages.`
    : undefined;
}

/** @param {string} command @param {string[]} args */
function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: projectRoot, stdio: 'inherit' });
  return status === 0 ? undefined : `${command} ${args.join(' ')} failed.`;
}

/** @param {string[]} args */
function git(...args) {
  const { stdout, stderr, status } = spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** @param {string} path */
function read(path) {
  return readFileSync(join(projectRoot, path), 'utf8');
}
