/** Passwords, keys and tokens of real services do not belong in the repository: secretlint knows what they look like. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

const config = { rules: [{ id: 'preset-recommend', rule: creator, options: {} }] };
/** Stripe's and Twilio's keys, which the recommended rules do not cover. */
const ofOurServices = /\b[rs]k_live_[0-9A-Za-z]{16,}|\bwhsec_[0-9A-Za-z+/]{32,}|\bSK[0-9a-f]{32}\b/;
const binary = /\.(png|jpe?g|webp|gif|woff2?|mp[34]|webm|wav|ico|gz|zip|age)$/;

// secretlint's profiler, which nobody reads here, looks through all of its marks for each one that ends something: with
// three thousand files it would go on for minutes after the check.
performance.mark = () => /** @type {import('node:perf_hooks').PerformanceMark} */ ({});

/**
 * Checks every file that git tracks, or would track after `git add`.
 * @param {string} root
 * @returns {Promise<import('./tools.mjs').Verdict>}
 */
export async function findSecrets(root) {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((path) => path !== '' && !binary.test(path));
  const faults = await Promise.all(files.map((path) => secretsIn(path, join(root, path))));
  return { figures: `${files.length} files`, faults: faults.flat() };
}

/** @param {string} path @param {string} filePath @returns {Promise<string[]>} */
async function secretsIn(path, filePath) {
  const content = readIfThere(filePath);
  const { messages } = await lintSource({
    source: { filePath, content, ext: extname(path), contentType: 'text' },
    options: { config, maskSecrets: true },
  });
  const ours = content
    .split('\n')
    .flatMap((line, index) =>
      ofOurServices.test(line) ? `${path}:${index + 1} a key of Stripe or Twilio` : [],
    );
  return [...messages.map(({ loc, message }) => `${path}:${loc.start.line} ${message}`), ...ours];
}

/** Empty for a file whose removal is not committed yet: git still lists it. @param {string} path */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}
