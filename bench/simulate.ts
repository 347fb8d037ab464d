import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loaderOptions, projectRoot } from '../scripts/setup/project.mjs';
import type { Figures } from '../scripts/simulate.ts';
import type { Benchmark } from './harness.ts';

const years = 3;

export const simulation: Benchmark = {
  name: 'simulate',
  about: `how many families the simulation lives through in a minute, ${years} years of each, on all cores`,
  async run({ quick }) {
    const families = quick ? 10 : 100;
    const options = ['--families', String(families), '--years', String(years), '--seed', 'bench'];
    const child = fork('scripts/simulate.ts', options, {
      cwd: projectRoot,
      execArgv: loaderOptions,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit');
    const [{ faults, seconds }] = (await Promise.race([once(child, 'message'), brokenOff(ended)])) as [
      Figures,
    ];
    await ended;
    if (faults > 0) throw new Error('The simulation broke: npm run simulate -- --seed bench says what');
    const value = (families * 60) / seconds;
    return [{ name: 'simulate', value, unit: 'families/min', details: `${families} families, 0 faults` }];
  },
};

async function brokenOff(ended: Promise<unknown>): Promise<never> {
  await ended;
  throw new Error('The simulation broke off');
}
