/** Size is a signal: a file that does not fit on a few screens contains more than one thing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest } from './source-files.mjs';

const limits = { median: 80, p90: 120, longest: 300, longestTest: 500 };

/**
 * @param {string} root
 * @param {string[]} files
 * @returns {{ figures: string, faults: string[] }}
 */
export function checkFileSizes(root, files) {
  const sizes = files.map((file) => ({ file, lines: countLines(join(root, file)) }));
  const sources = sizes.filter(({ file }) => !isTest(file));
  const tests = sizes.filter(({ file }) => isTest(file));
  const figures = {
    median: percentile(sources, 0.5),
    p90: percentile(sources, 0.9),
    longest: percentile(sources, 1),
  };
  const faults = [
    ...tooLong(sources, limits.longest),
    ...tooLong(tests, limits.longestTest),
    ...(figures.median > limits.median ? [`median of ${figures.median} lines is over ${limits.median}`] : []),
    ...(figures.p90 > limits.p90 ? [`90th percentile of ${figures.p90} lines is over ${limits.p90}`] : []),
  ];
  return {
    figures:
      `${sources.length} files: median ${figures.median} lines (≤ ${limits.median}), p90 ${figures.p90} (≤ ${limits.p90}), ` +
      `longest ${figures.longest} (≤ ${limits.longest}); ${tests.length} test files: longest ${percentile(tests, 1)} (≤ ${limits.longestTest})`,
    faults,
  };
}

/** @param {string} path */
function countLines(path) {
  return readFileSync(path, 'utf8').trimEnd().split('\n').length;
}

/**
 * The smallest size that the given share of files does not exceed.
 * @param {{ lines: number }[]} sizes
 * @param {number} share 0 to 1
 * @returns {number}
 */
function percentile(sizes, share) {
  const sorted = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

/**
 * @param {{ file: string, lines: number }[]} sizes
 * @param {number} limit
 */
function tooLong(sizes, limit) {
  return sizes
    .filter(({ lines }) => lines > limit)
    .map(({ file, lines }) => `${file} has ${lines} lines, more than ${limit}`);
}
