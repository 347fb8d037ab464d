import { install } from '@sinonjs/fake-timers';
import { createStaff } from '../factories.ts';
import { openCalendar } from './calendar.ts';
import { openChronicle } from './chronicle.ts';
import { diceOf } from './dice.ts';
import { endOf } from './difference.ts';
import type { Family } from './family.ts';
import { createFamily } from './life.ts';
import { checkAllIsDone } from './liveness.ts';
import { watchLetters } from './oracles.ts';
import { heal, spells } from './spells.ts';
import { staffEmail, staffNames } from './staff.ts';
import { createWorld } from './world.ts';

export interface SimulationOptions {
  /** A database of its own, migrated, with the queues; it is used up. */
  databaseUrl: string;
  seed: string;
  families: number;
  years: number;
  workers?: number;
  /** In how many of a hundred settlings a process dies; the seed decides otherwise. */
  deathPercent?: number;
  /** The same for processes that fall asleep. */
  sleepPercent?: number;
  /** Names of what does not happen this time. */
  leaveOut?: ReadonlySet<string>;
  /** How the names begin of what happens; nothing else does. */
  only?: readonly string[];
  /** One worker, and nothing goes wrong. */
  isCalm?: boolean;
  logLevel?: string;
  /** Hears each line of the story as it happens. */
  onLine?: (line: string) => void;
}

export interface Outcome {
  /** A sentence for each promise that was broken. */
  faults: string[];
  story: string[];
  /** What happened to it from outside, by name: each can be left out. */
  names: string[];
  /** A hash of the story and of every step. */
  trace: string;
  counted: ReadonlyMap<string, number>;
  /** What was given to whom, to compare it with another run of the same lives. */
  end: ReadonlyMap<string, string>;
  deliveries: number;
  steps: number;
  seconds: number;
}

/** A run of many families in which one of these never happened has not tried what it should. */
export const sometimes = [
  'a process was killed',
  'a mail was accepted and not recorded',
  'a series over 29 February',
  'a bounce after "delivered"',
  'a bounce months later',
  'an owner died',
  'an owner alive in the window',
  'an owner alive in the last hour',
  'an address was corrected',
  'a guardian said "not yet"',
  'a revoke after part was delivered',
  'a dishonest report',
  'an intruder had an account deleted',
  'a process fell asleep',
  'a process lost its database',
  'a restored database was behind',
  'a recipient declined, between a backup and its restore',
  'a page was closed by a stranger, between a backup and its restore',
  'an outage before the mail server was back',
  'a recipient declined',
  'a recipient died',
  'a page was closed by a stranger',
  'a contact corrected an address',
  'a contact redirected letters',
  'a contact disagreed in the window',
  'somebody paid what was due',
  'two people paid at once',
  'a payment of which nobody told',
  'a proof for which there was no room',
  'a proof that could not be read',
  'a file that took its time',
  'the rules of a time zone changed',
];

/** A short life begins in the middle of a year, so that the next one with its 29 February is part of it. */
const startOf = (years: number) => new Date(years < 3 ? '2031-07-01T00:00:00Z' : '2031-01-01T00:00:00Z');
const day = 86_400_000;
const heartbeatDays = 90;
/** After everything is healed, whatever is due must have come to an end within this time. */
const healingDays = 45;

/** Lives through the lives of some families on one time line. */
export async function simulate(options: SimulationOptions): Promise<Outcome> {
  const began = performance.now();
  const dates = install({ now: startOf(options.years), toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    return await live(options, (at) => dates.setSystemTime(at), began);
  } finally {
    dates.uninstall();
  }
}

async function live(
  options: SimulationOptions,
  setDate: (at: Date) => void,
  began: number,
): Promise<Outcome> {
  const { seed, years, isCalm = false, workers = isCalm ? 1 : 3 } = options;
  const start = startOf(years);
  const dice = diceOf(seed);
  const end = new Date(start.getTime() + years * 365 * day);
  const last = new Date(end.getTime() + healingDays * day);
  const lastReading = new Date(last.getTime() - 10 * day);
  const chronicle = openChronicle(() => world.now(), options.onLine);
  const { story, faults, counted, tell, count } = chronicle;
  const world = await createWorld({
    ...{ ...options, start, workers },
    onStep: chronicle.step,
    onFate: chronicle.fate,
    onMove: setDate,
    count,
  });
  const calendar = openCalendar();
  const names: string[] = [];
  const happens = (name: string, plan: () => void) => {
    const isWanted = options.only?.some((beginning) => name.startsWith(beginning)) ?? true;
    if (!isWanted || options.leaveOut?.has(name)) return;
    names.push(name);
    plan();
  };
  for (const name of staffNames)
    await createStaff(world.people, { email: staffEmail(name), firstName: name });
  const families: Family[] = [];
  for (let number = 0; number < options.families; number++) {
    const own = createFamily({
      ...{ world, number, start, end, nothingNewFrom: lastReading, tell, count },
      plan: calendar.planForPeople,
      dice: dice.fork(`family ${number}`),
    });
    families.push(own.family);
    for (const event of own.events) happens(event.name, () => calendar.planForPeople(event));
  }
  const readers = watchLetters({
    ...{ world, families, end, last, faults, tell, count },
    dice: dice.fork('guardians'),
    plan: calendar.planForPeople,
  });
  if (!isCalm) {
    world.workers.setDeaths(options.deathPercent ?? dice.fork('deaths').pick([0, 0, 1, 2, 5]));
    world.workers.setDisconnections(dice.fork('disconnections').pick([0, 0, 1, 4]));
    world.workers.setSleeps(options.sleepPercent ?? dice.fork('sleeps').pick([0, 5, 20]));
    const weather = { start, end, workers, families, chronicle, calendar };
    for (const [number, event] of [...spells(dice.fork('spells'), world, weather)].entries())
      happens(`spell ${number}`, () => calendar.plan(event));
  }
  let heartbeat = start;
  let idle = 0;
  const looks = dice.fork('looks');
  const happened = () => world.steps() + story.length;
  const until = async (time: Date) => {
    for (;;) {
      const due = await world.nextDue();
      const later = due && due > world.now() ? due : undefined;
      // Something is due that was not done: it is looked at again after pauses that grow.
      const again =
        due && !later ? new Date(world.now().getTime() + 30_000 * 2 ** Math.min(idle, 14)) : undefined;
      idle = again ? idle + 1 : 0;
      // Now and then everybody looks just before something falls due, too.
      const justBefore = later && looks.chance(0.2) ? new Date(later.getTime() - 1000) : undefined;
      const early = justBefore && justBefore > world.now() ? justBefore : undefined;
      const times = [calendar.next(), early, later, again, heartbeat].flatMap((at) => at ?? []);
      const next = new Date(Math.min(...times.map((at) => at.getTime())));
      if (next > time) break;
      const isHeartbeat = next >= heartbeat;
      if (isHeartbeat) heartbeat = new Date(next.getTime() + heartbeatDays * day);
      if (next > world.now()) world.moveTo(next);
      const before = happened();
      await calendar.run(world.now());
      const isDue = isHeartbeat || [early, later, again].some((at) => at && at <= next);
      // Somebody has looked for a mail that has not come yet: nothing follows from that.
      if (!isDue && happened() === before) continue;
      await world.workers.settle(isHeartbeat ? 'thoroughly' : 'briefly');
      await readers.read();
    }
  };
  try {
    await until(end);
    heal(world, workers);
    // Everything is done at once that is done every few months.
    heartbeat = end;
    calendar.plan({ at: lastReading, run: readers.readAgain });
    tell('Everything is healed');
    await until(last);
    await checkAllIsDone(world, families, faults);
  } catch (error) {
    throw new Error(`Seed ${seed} broke off after:\n${story.slice(-20).join('\n')}`, { cause: error });
  } finally {
    await world.close();
  }
  return {
    ...{ faults, story, names, trace: chronicle.trace(), counted, deliveries: readers.shown() },
    end: endOf(families, end),
    ...{ steps: world.steps(), seconds: (performance.now() - began) / 1000 },
  };
}
