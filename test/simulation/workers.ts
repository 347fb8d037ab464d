import {
  applyRules,
  applyRulesToSoon,
} from '../../server/features/delivery/deliveries/plan/time-zone-rules.ts';
import type { TimerDefinition } from '../../server/platform/jobs.ts';
import { startWorker } from '../../server/worker.ts';
import type { Dice } from './dice.ts';
import { openProcess, type Process, type Shared } from './process.ts';
import { isBackground, isLeftOut, runsNow } from './timers.ts';

// The background half of the product: some processes that run by turns or at the same time, die, fall asleep and are replaced.

export interface Workers {
  /** Lets them do what is to be done at this moment: everything, or what a person would notice at once and some of the rest. */
  settle(how: 'thoroughly' | 'briefly'): Promise<void>;
  /** Its clock from now on: that many seconds ahead of the database's. */
  setClockOf(worker: number, aheadSeconds: number): void;
  /** How many of a hundred settlings a process dies in, from now on. */
  setDeaths(percent: number): void;
  /** The same for processes that fall asleep. */
  setSleeps(percent: number): void;
  /** The same for processes whose database sessions are all ended at once, as when PostgreSQL is restarted. */
  setDisconnections(percent: number): void;
  /** None runs while it lasts. */
  setOutage(isOut: boolean): void;
  /** From now on they apply these rules of time zones before anything else. */
  setRules(version: string): void;
  /** Ends all of them; others take their places when there is something to do. */
  stop(): Promise<void>;
  /** When those that sleep wake up. */
  wakeTimes(): Date[];
  steps(): number;
  close(): Promise<void>;
}

interface Worker {
  process: Process;
  timers: Timer[];
  wakesAt: Date | undefined;
}

interface Timer {
  timer: TimerDefinition;
  work: () => Promise<unknown>;
  /** In seconds since 1970; 0 if it has not run yet. */
  ranAt: number;
}

const unanswered = `
  select 1 from pgboss.job
  where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1 second' < $1 limit 1`;

/** How many times as often a process dies where it sends something. */
const sendingIsWorse = 4;
/** From less than a lease to longer than anybody waits. */
const sleepSeconds = [10, 25, 40, 120, 4_000, 86_400 * 3];

interface Options {
  shared: Shared;
  count: number;
  dice: Dice;
  /** Hears what happens to them. */
  tell(what: string): void;
}

export async function openWorkers({ shared, count, dice, tell }: Options): Promise<Workers> {
  const { stage, boss, control, now } = shared;
  const workers: Worker[] = [];
  for (let index = 0; index < count; index++)
    workers.push({ ...(await begin(shared, index)), wakesAt: undefined });
  let deathPercent = 0;
  let sleepPercent = 0;
  let disconnectPercent = 0;
  let isOut = false;
  let rules: string | undefined;
  let stepsOfTheDead = 0;

  const replaceDead = async () => {
    for (const [index, worker] of workers.entries()) {
      const { isAlive, steps, sessions, aheadSeconds } = worker.process;
      if (isAlive) continue;
      stepsOfTheDead += steps;
      void sessions.close().catch(() => undefined);
      Object.assign(worker, await begin(shared, index), { wakesAt: undefined });
      worker.process.aheadSeconds = aheadSeconds;
      // It has no memory of when anything ran; the others have done the background work.
      for (const one of worker.timers) if (isBackground(one.timer)) one.ranAt = now().getTime() / 1000;
    }
  };

  const wake = () => {
    for (const worker of workers) {
      const { process } = worker;
      if (process.isAsleep && !worker.wakesAt) {
        worker.wakesAt = new Date(now().getTime() + dice.pick(sleepSeconds) * 1000);
        tell(`${process.name} falls asleep`);
      }
      if (!worker.wakesAt || (worker.wakesAt > now() && sleepPercent > 0)) continue;
      tell(`${process.name} wakes up`);
      process.isAsleep = false;
      worker.wakesAt = undefined;
    }
  };

  /** What will happen to a process before it is done. */
  const decideFate = (process: Process) => {
    const { steps } = process;
    process.dies = undefined;
    const when = dice.pick(['before', 'after'] as const);
    if (dice.chance(deathPercent / 100))
      process.dies = { when, at: steps + dice.int(1, 120), ...(dice.chance(0.3) && { label: 'commit' }) };
    // In most settlings nothing is sent; where something is, it is the worst moment.
    else if (dice.chance((deathPercent * sendingIsWorse) / 100))
      process.dies = { when, at: steps, label: dice.pick(['sending', 'mail', 'accepted']) };
    process.disconnectsAt = dice.chance(disconnectPercent / 100) ? steps + dice.int(1, 60) : undefined;
    process.sleepsBefore = dice.chance(sleepPercent / 100)
      ? dice.pick(['sending', 'mail', 'accepted'])
      : undefined;
  };

  /** What pg-boss does of its own accord once a minute: jobs whose workers no longer answer are free again. */
  const supervise = async () => {
    const { rows } = await control.query(unanswered, [now()]);
    if (rows.length > 0) await boss.supervise();
  };

  return {
    async settle(how) {
      if (isOut) return;
      await supervise();
      await replaceDead();
      wake();
      const awake = workers.filter(({ process }) => !process.isAsleep);
      if (awake.length === 0) return;
      const players = dice.chance(0.3) ? awake : [dice.pick(awake)];
      for (const { process } of players) decideFate(process);
      const isThorough = how === 'thoroughly';
      await stage.together(
        players.map((worker) => ({
          actor: worker.process,
          run: () => runTimers(worker, { shared, dice, isThorough, rules }),
        })),
      );
      for (const { process } of players)
        Object.assign(process, { dies: undefined, sleepsBefore: undefined, disconnectsAt: undefined });
    },
    setClockOf(index, aheadSeconds) {
      const process = workers[index]?.process;
      if (process) process.aheadSeconds = aheadSeconds;
    },
    setDeaths(percent) {
      deathPercent = percent;
    },
    setSleeps(percent) {
      sleepPercent = percent;
    },
    setDisconnections(percent) {
      disconnectPercent = percent;
    },
    setOutage(out) {
      isOut = out;
    },
    setRules(version) {
      rules = version;
    },
    async stop() {
      for (const { process } of workers) {
        process.isAlive = false;
        await process.bury();
      }
    },
    wakeTimes: () => workers.flatMap(({ wakesAt }) => wakesAt ?? []),
    steps: () => workers.reduce((sum, { process }) => sum + process.steps, stepsOfTheDead),
    async close() {
      // Whatever they were about to do is never done, and holds its session.
      for (const { process } of workers) void process.sessions.close().catch(() => undefined);
    },
  };
}

async function begin(shared: Shared, index: number): Promise<Pick<Worker, 'process' | 'timers'>> {
  const process = await openProcess(shared, `worker ${index + 1}`);
  const timers: Timer[] = [];
  await startWorker(process.services, {
    every: (timer, work) => {
      if (!isLeftOut(timer)) timers.push({ timer, work, ranAt: 0 });
    },
    stop: async () => undefined,
  });
  return { process, timers };
}

/** What one process does at this moment. */
async function runTimers(
  { process, timers }: Worker,
  {
    shared,
    dice,
    isThorough,
    rules,
  }: { shared: Shared; dice: Dice; isThorough: boolean; rules: string | undefined },
): Promise<void> {
  const { services } = process;
  const failed = (what: string) => (error: unknown) => shared.log.error({ err: error }, what);
  if (rules) {
    // Without them a sweep of the product does not begin either.
    const areApplied = await applyRulesToSoon(services, rules).then(
      () => true,
      failed('rules were not applied'),
    );
    if (!areApplied) return;
    if (dice.chance(0.25)) await applyRules(services, rules).catch(failed('rules were not applied to all'));
  }
  const seconds = shared.now().getTime() / 1000;
  const due = timers.filter(({ timer, ranAt }) => runsNow(timer, seconds - ranAt, { isThorough, dice }));
  // At the same time, as in the product, the order of their steps would differ from run to run.
  for (const one of due) {
    one.ranAt = seconds;
    await one.work().catch(failed(`${one.timer.name} failed`));
  }
  // As pg-boss does, it looks again the next time.
  await process.queue.workOff().catch(failed('jobs could not be taken'));
}
