import { join } from 'node:path';
import { pino } from 'pino';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts';
import { type Benchmark, milliseconds, rounded } from './harness.ts';

const log = pino({ level: 'warn' });

export const startJoin: Benchmark = {
  name: 'start.join',
  about: 'joining the embedded database while it runs : starting it',
  async run({ folder, quick }) {
    const dataDir = join(folder, 'join');
    const enter = () => joinEmbeddedPostgres({ dataDir, log });
    await (await enter()).leave();
    const times = { start: [] as number[], join: [] as number[] };
    for (let round = 0; round < (quick ? 3 : 9); round++) {
      const members: { leave(): Promise<void> }[] = [];
      for (const kind of ['start', 'join'] as const) {
        times[kind].push(await milliseconds(async () => members.push(await enter())));
      }
      for (const { leave } of members.reverse()) await leave();
    }
    // The best of each, because other load on the machine only makes them slower.
    const [starting, joining] = [Math.min(...times.start), Math.min(...times.join)];
    const details = `${rounded(joining)} : ${rounded(starting)} ms`;
    return [
      { name: 'start.join', value: joining / starting, unit: 'ratio', bar: { atMost: 0.5 }, details },
      { name: 'start.join time', value: joining, unit: 'ms', bar: { atMost: 150 } },
      { name: 'start.join start', value: starting, unit: 'ms', bar: { atMost: 1000 } },
    ];
  },
};
