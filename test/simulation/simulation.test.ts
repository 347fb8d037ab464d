import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { loaderOptions, projectRoot } from '../../scripts/setup/project.mjs';

/** About a minute and a half on a quiet machine with two cores. */
const patience = 40 * 60_000;
/** With it everything happens at least once that should happen now and then. */
const seed = 'w125';

test(
  'two hundred families live for a year: nothing is early, lost, doubled or another’s',
  async () => {
    const lives = ['--families', '200', '--per-world', '100', '--years', '1', '--seed', seed];
    const ended = await promisify(execFile)(
      process.execPath,
      [...loaderOptions, 'scripts/simulate.ts', ...lives],
      { cwd: projectRoot },
    ).then(
      (output) => ({ ...output, code: 0 }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    expect(ended.code, ended.stdout + ended.stderr).toBe(0);
    expect(ended.stdout).toMatch(/^200 families, .* [2-9]\d\d deliveries, 0 faults/m);
  },
  patience,
);
