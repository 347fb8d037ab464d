import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { loaderOptions, projectRoot } from '../../scripts/setup/project.mjs';

/** Two minutes on a quiet machine. */
const patience = 30 * 60_000;
/** With it everything happens that should, now and then, in so many families. */
const seed = 't1';

test(
  'two hundred families live for a year: nothing is early, lost, doubled or another’s, and nothing that matters did not happen',
  async () => {
    const options = ['--families', '200', '--years', '1', '--seed', seed];
    const child = spawn(process.execPath, [...loaderOptions, 'scripts/simulate.ts', ...options], {
      cwd: projectRoot,
    });
    const [[code], said, complaints] = await Promise.all([
      once(child, 'exit'),
      text(child.stdout),
      text(child.stderr),
    ]);
    expect({ code, complaints, said: code === 0 ? '' : said }).toEqual({ code: 0, complaints: '', said: '' });
    expect(said).toMatch(/200 families, 200 years of theirs, \d+ steps, \d{3,} deliveries, 0 faults/);
  },
  patience,
);
