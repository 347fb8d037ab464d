/**
 * Lives through the lives of many families with the real product, on a PostgreSQL of its own, and says what broke. Prints the seed of each
 * world, which makes the same world again. There are as many worlds at a time as the machine has cores.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { Client } from 'pg';
import { pino } from 'pino';
import { joinEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts';
import { databaseFolder } from '../test/database-folder.ts';
import { databaseUrl, fillTemplate, templateName } from '../test/global-setup.ts';
import { compareEnds } from '../test/simulation/difference.ts';
import { shrink } from '../test/simulation/shrink.ts';
import { type Outcome, sometimes } from '../test/simulation/simulation.ts';
import { loaderOptions } from './setup/project.mjs';
import type { WorldOrder } from './simulate-world.ts';
import { readToolOptions } from './tool-options.ts';

const usage = `Use: npm run simulate -- [--families 20] [--years 50] [--seed 1] [--per-world 50]
  [--deaths <percent>] [--sleeps <percent>] [--only <beginning of a name>]… [--story] [--shrink] [--difference]`;

const { values } = readToolOptions(
  {
    options: {
      families: { type: 'string', default: '20' },
      years: { type: 'string', default: '50' },
      seed: { type: 'string', default: '1' },
      /** Families that share a world. The more there are, the more share a sweep: with a hundred a family costs half as much as with twenty. */
      'per-world': { type: 'string', default: '50' },
      /** In how many of a hundred settlings a process dies; by default the seed decides. */
      deaths: { type: 'string' },
      /** The same for those that fall asleep for a while. */
      sleeps: { type: 'string' },
      /** How the names begin of what happens in it, for example `Family 42,` or `spell`; by default everything does. */
      only: { type: 'string', multiple: true },
      /** Prints the whole story as it happens. */
      story: { type: 'boolean', default: false },
      /** Looks for the fewest events with which a world that broke still breaks, and prints their story. */
      shrink: { type: 'boolean', default: false },
      /** Lives the same lives in calm weather too, with one worker, and compares what everybody was given in the end. */
      difference: { type: 'boolean', default: false },
    },
  },
  usage,
);
const familiesPerWorld = Number(values['per-world']);
const worldFile = fileURLToPath(new URL('simulate-world.ts', import.meta.url));
/** Every such world is lived through twice, and has to come out the same. */
const everySoOften = 50;
/** From here on it would be chance if something that should happen now and then never did. */
const manyFamilies = 200;

const log = pino({ level: 'warn' });
const dataDir = await mkdtemp(join(await databaseFolder(), 'long-after-simulation-'));
// As root PostgreSQL runs as another account, which has to reach its folder.
await chmod(dataDir, 0o755);
/** By which the worlds reach it: cheaper than a connection over the network. */
const sockets = join(dataDir, 'sockets');
await mkdir(sockets);
await chmod(sockets, 0o777);
const settings = {
  unix_socket_directories: sockets,
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
  track_activities: 'off',
  track_counts: 'off',
  update_process_title: 'off',
};
const server = await joinEmbeddedPostgres({ dataDir, log, settings });
try {
  process.exitCode = (await simulateAll(Number(values.families), Number(values.years))) ? 0 : 1;
} finally {
  await server.leave();
  await rm(dataDir, { recursive: true, force: true });
}

export interface Figures {
  faults: number;
  seconds: number;
}

/** World after world; true if nothing broke. */
async function simulateAll(families: number, years: number): Promise<boolean> {
  await ask(`create database ${templateName}`);
  await fillTemplate(databaseUrl(server.url, templateName));
  const counted = new Map<string, number>();
  let [deliveries, steps, faults] = [0, 0, 0];
  const began = performance.now();
  const inTurn = pLimit(availableParallelism());
  const count = Math.ceil(families / familiesPerWorld);
  const worlds = Array.from({ length: count }, (_, world) => ({
    world,
    families: Math.min(familiesPerWorld, families - world * familiesPerWorld),
    seed: count === 1 ? values.seed : `${values.seed}.${world}`,
  }));
  await inTurn.map(worlds, async ({ world, ...own }) => {
    const options = { ...own, years };
    const outcome = await liveIn(`world_${world}`, options).catch(brokenOff);
    if (outcome.faults.length === 0)
      await liveAgain(`world_${world}`, options, outcome, world).then(
        (found) => outcome.faults.push(...found),
        (error: unknown) => outcome.faults.push(String(error)),
      );
    for (const [what, times] of outcome.counted) counted.set(what, (counted.get(what) ?? 0) + times);
    deliveries += outcome.deliveries;
    steps += outcome.steps;
    faults += outcome.faults.length;
    describeWorld(own, outcome);
    if (values.shrink && outcome.faults.length > 0)
      await tellShortest(`world_${world}_shrunk`, options, outcome);
  });
  const seconds = Math.round((performance.now() - began) / 1000);
  console.info(
    `\n${families} families, ${families * years} years of theirs, ${steps} steps, ${deliveries} deliveries, ${faults} faults, ${seconds} s, ${Math.round((families * 60) / seconds)} families a minute`,
  );
  // Whoever started it as a child hears the figures.
  process.send?.({ faults, seconds } satisfies Figures);
  for (const [what, times] of [...counted].toSorted()) console.info(`${String(times).padStart(8)}  ${what}`);
  const never = families < manyFamilies ? [] : sometimes.filter((what) => !counted.has(what));
  for (const what of never) console.error(`Never happened, and should have: ${what}`);
  return faults === 0 && never.length === 0;
}

/** A world that did not come to its end is broken as much as one that breaks a promise; the others go on. */
function brokenOff(error: unknown): Outcome {
  return {
    ...{ faults: [String(error)], story: [], names: [], trace: '', counted: new Map(), end: new Map() },
    ...{ deliveries: 0, steps: 0, seconds: 0 },
  };
}

/** Once more in calm weather where that was asked for, and every so often exactly as before; answers what is not as it should be. */
async function liveAgain(name: string, options: Lives, outcome: Outcome, world: number): Promise<string[]> {
  const faults: string[] = [];
  if (values.difference) {
    const calm = await liveIn(`${name}_calm`, { ...options, isCalm: true });
    faults.push(...calm.faults, ...compareEnds(calm.end, outcome.end));
  }
  if (world % everySoOften === everySoOften - 1) {
    const { trace } = await liveIn(`${name}_again`, options);
    if (trace !== outcome.trace) faults.push(`The same seed came out differently: ${trace.slice(0, 12)}`);
  }
  return faults;
}

async function tellShortest(name: string, options: Lives, broken: Outcome): Promise<void> {
  const live = (leaveOut: ReadonlySet<string>) =>
    liveIn(name, { ...options, leaveOut }).catch(
      (error: unknown) => void console.error(String(error).slice(0, 200)),
    );
  const { story, names, faults } = await shrink(broken, live, (what) => console.info(`  ${what}`));
  for (const line of [...story, ...names, ...faults.map((fault) => `BROKEN ${fault}`)])
    console.info(`  ${line}`);
}

type Lives = Pick<WorldOrder, 'seed' | 'families' | 'years' | 'isCalm' | 'leaveOut'>;

/** Rejects if the world breaks off, having printed why. */
async function liveIn(name: string, options: Lives): Promise<Outcome> {
  await ask(`create database ${name} template ${templateName}`);
  const child = fork(worldFile, {
    execArgv: ['--max-semi-space-size=64', ...loaderOptions],
    serialization: 'advanced',
  });
  try {
    const percents = {
      ...(values.deaths !== undefined && { deathPercent: Number(values.deaths) }),
      ...(values.sleeps !== undefined && { sleepPercent: Number(values.sleeps) }),
      ...(values.only && { only: values.only }),
    };
    const order: WorldOrder = {
      ...options,
      ...percents,
      databaseUrl: overSocket(databaseUrl(server.url, name)),
      isTold: values.story,
    };
    child.send(order);
    const ended = once(child, 'exit').then(() => {
      throw new Error('It broke off');
    });
    const [outcome] = await Promise.race([once(child, 'message'), ended]);
    return outcome;
  } finally {
    child.kill('SIGKILL');
    await ask(`drop database ${name} with (force)`);
  }
}

function describeWorld({ seed, families }: Pick<Lives, 'seed' | 'families'>, outcome: Outcome): void {
  const { faults, deliveries, steps, seconds, trace } = outcome;
  const figures = `${families} families, ${deliveries} deliveries, ${steps} steps, ${seconds.toFixed(0)} s`;
  console.info(`seed ${seed}: ${figures}, trace ${trace.slice(0, 12)}`);
  for (const fault of faults) console.error(`  BROKEN  ${fault}`);
  if (faults.length > 0)
    console.error(
      `  Again, with its story: npm run simulate -- --seed ${seed} --families ${families} --per-world ${families} --years ${values.years} --story`,
    );
}

function overSocket(url: string): string {
  return `${url}?host=${encodeURIComponent(sockets)}`;
}

async function ask(statement: string): Promise<void> {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
