import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { loaderOptions, projectRoot } from '../scripts/setup/project.mjs';
import type { Benchmark } from './harness.ts';

const years = 3;

export const simulation: Benchmark = {
  name: 'simulate',
  about: `how many families the simulation lives through in a minute, ${years} years of each, on all cores`,
  async run({ quick }) {
    const families = quick ? 10 : 100;
    const options = ['--families', String(families), '--years', String(years), '--seed', 'bench'];
    const child = spawn(process.execPath, [...loaderOptions, 'scripts/simulate.ts', ...options], {
      cwd: projectRoot,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await text(child.stdout);
    const [, faults, seconds] = /, (\d+) faults, (\d+) s,/.exec(said) ?? [];
    if (faults !== '0') throw new Error(`The simulation broke:\n${said}`);
    const value = (families * 60) / Number(seconds);
    return [{ name: 'simulate', value, unit: 'families/min', details: `${families} families, 0 faults` }];
  },
};
