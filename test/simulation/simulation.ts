import { createHash, createHmac } from 'node:crypto';
import { install } from '@sinonjs/fake-timers';
import type { Schedule } from '../../shared/delivery/schedules.ts';
import type { StaffDeliveryList } from '../../shared/delivery/staff-deliveries.ts';
import { hardBounces } from '../bounce-mails.ts';
import { createStaff } from '../factories.ts';
import { staffEmail, staffNames, staffSignIn } from './death.ts';
import { diceOf } from './dice.ts';
import { describeDay, type Family, type LifeEvent, openPage, type Promised, signIn } from './family.ts';
import { createFamily } from './life.ts';
import type { Letter } from './post-office.ts';
import { bounceSecret, createWorld, type World } from './world.ts';

export interface SimulationOptions {
  /** A database of its own, migrated, with the queues; it is used up. */
  databaseUrl: string;
  seed: string;
  families: number;
  years: number;
  workers?: number;
  /** In how many of a hundred settlings a process dies; the seed decides otherwise. */
  deathPercent?: number;
  logLevel?: string;
  /** Hears each line of the story as it happens. */
  onLine?: (line: string) => void;
}

export interface Outcome {
  /** A sentence for each promise that was broken. */
  faults: string[];
  story: string[];
  /** The same for the same seed. */
  trace: string;
  counted: ReadonlyMap<string, number>;
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
  'an owner died',
  'an owner alive in the window',
  'an owner alive in the last hour',
  'an address was corrected',
];

const start = new Date('2031-01-01T00:00:00Z');
const day = 86_400_000;
const heartbeatDays = 90;
/** After everything is healed, whatever is due must have come to an end within this time. */
const healingDays = 45;

/** Lives through the lives of some families on one time line. */
export async function simulate(options: SimulationOptions): Promise<Outcome> {
  const began = performance.now();
  const dates = install({ now: start, toFake: ['Date'] });
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
  const { seed, years, workers = 3 } = options;
  const dice = diceOf(seed);
  const end = new Date(start.getTime() + years * 365 * day);
  const world = await createWorld({ ...options, start, workers });
  const story: string[] = [];
  const faults: string[] = [];
  const counted = new Map<string, number>();
  const hash = createHash('sha256');
  const tell = (what: string) => {
    const line = `${describeDay(world.now())} ${what}`;
    hash.update(`${line}\n`);
    story.push(line);
    options.onLine?.(line);
  };
  const count = (what: string) => counted.set(what, (counted.get(what) ?? 0) + 1);
  const events: LifeEvent[] = [];
  const plan = (event: LifeEvent) => {
    events.push(event);
    events.sort((one, other) => one.at.getTime() - other.at.getTime());
  };
  for (const name of staffNames)
    await createStaff(world.people, { email: staffEmail(name), firstName: name });
  const families: Family[] = [];
  for (let number = 0; number < options.families; number++) {
    const own = createFamily({
      ...{ world, number, start, end, plan, tell, count },
      dice: dice.fork(`family ${number}`),
    });
    families.push(own.family);
    events.push(...own.events);
  }
  const readers = watchLetters({ world, families, faults, plan, tell, count });
  world.onDeath((what) => {
    tell(what);
    count('a process was killed');
  });

  world.setDeaths(options.deathPercent ?? dice.fork('deaths').pick([0, 0, 1, 5, 20]));
  events.push(...spells(dice.fork('spells'), world, end, tell));
  events.sort((one, other) => one.at.getTime() - other.at.getTime());
  let heartbeat = start;
  let idle = 0;
  const until = async (last: Date) => {
    for (;;) {
      const due = await world.nextDue();
      const later = due && due > world.now() ? due : undefined;
      // Something is due that was not done: it is looked at again after pauses that grow.
      const again =
        due && !later ? new Date(world.now().getTime() + 30_000 * 2 ** Math.min(idle, 14)) : undefined;
      idle = again ? idle + 1 : 0;
      const times = [events[0]?.at, later, again, heartbeat].flatMap((at) => at ?? []);
      const next = new Date(Math.min(...times.map((at) => at.getTime())));
      if (next > last) break;
      const isHeartbeat = next >= heartbeat;
      if (isHeartbeat) heartbeat = new Date(next.getTime() + heartbeatDays * day);
      if (next > world.now()) world.moveTo(next);
      setDate(world.now());
      while (events[0] && events[0].at <= world.now()) await events.shift()?.run();
      await world.settle(isHeartbeat ? 'thoroughly' : 'briefly');
      await readers.read();
    }
  };
  try {
    await until(end);
    heal(world, workers);
    tell('Everything is healed');
    await until(new Date(end.getTime() + healingDays * day));
    await checkAllIsDone(world, families, faults);
  } catch (error) {
    throw new Error(`Seed ${seed} broke off after:\n${story.slice(-20).join('\n')}`, { cause: error });
  } finally {
    await world.close();
  }
  return {
    ...{ faults, story, trace: hash.digest('hex'), counted, deliveries: readers.shown() },
    ...{ steps: world.steps(), seconds: (performance.now() - began) / 1000 },
  };
}

/** What goes wrong for a while; each seed leaves out about half of it. */
function* spells(
  dice: ReturnType<typeof diceOf>,
  world: World,
  end: Date,
  tell: (what: string) => void,
): Generator<LifeEvent> {
  const times = (most: number) => Array.from({ length: dice.chance(0.5) ? dice.int(1, most) : 0 });
  const some = (hours: number) => {
    const from = new Date(start.getTime() + dice.int(0, (end.getTime() - start.getTime()) / 60_000) * 60_000);
    return { from, until: new Date(from.getTime() + dice.int(1, hours * 60) * 60_000) };
  };
  const spell = (hours: number, what: string, begin: () => void, over: () => void): LifeEvent[] => {
    const { from, until } = some(hours);
    const say = (words: string, act: () => void) => async () => {
      tell(words);
      act();
    };
    return [
      { at: from, run: say(`${what} begins`, begin) },
      { at: until, run: say(`${what} is over`, over) },
    ];
  };
  const kind = () => world.post.setTemper('kind');
  for (const _ of times(12))
    yield* spell(9 * 24, 'a mail server that refuses', () => world.post.setTemper('refuses'), kind);
  for (const _ of times(12))
    yield* spell(20 * 24, 'a mail server that falls silent', () => world.post.setTemper('silent'), kind);
  for (const _ of times(4))
    yield* spell(
      100 * 24,
      'an outage',
      () => world.setOutage(true),
      () => world.setOutage(false),
    );
  for (const _ of times(6)) {
    const worker = dice.int(0, 2);
    const ahead = dice.pick([0.02, 0.3, 3, 25, -0.02, -3, -25, 86_400 * 700, -86_400 * 700]);
    yield* spell(
      300 * 24,
      `a clock that is ${ahead} seconds off`,
      () => world.setClockOf(worker, ahead),
      () => world.setClockOf(worker, 0),
    );
  }
}

function heal(world: World, workers: number): void {
  world.post.setTemper('kind');
  world.setDeaths(0);
  world.setOutage(false);
  for (let worker = 0; worker < workers; worker++) world.setClockOf(worker, 0);
}

interface Watched {
  world: World;
  families: readonly Family[];
  faults: string[];
  plan(event: LifeEvent): void;
  tell(what: string): void;
  count(what: string): void;
}

/** Everybody opens what they are sent, and what they are shown is compared with what was promised. */
function watchLetters({ world, families, faults, plan, tell, count }: Watched) {
  const unread: Letter[] = [];
  const messagesTo = new Map<string, Map<string, number>>();
  let shown = 0;
  const fault = (what: string) => {
    tell(`BROKEN: ${what}`);
    faults.push(`${describeDay(world.now())} ${what}`);
  };
  world.post.onAccepted((letter) => {
    unread.push(letter);
    tell(`mail to ${letter.to}: ${letter.subject}`);
  });
  const personAt = (address: string) => {
    for (const family of families)
      for (const person of family.people) if (person.addresses.has(address)) return { family, person };
    return undefined;
  };
  const read = async (letter: Letter) => {
    const token = /\/received\/([\w-]{43})/.exec(letter.text)?.[1];
    if (!token) return;
    if (world.post.isReturned(letter)) {
      const hours = letter.to.length % 90;
      plan({
        at: new Date(world.now().getTime() + hours * 3_600_000),
        run: () => comeBack(world, letter, count),
      });
      return;
    }
    const found = personAt(letter.to);
    if (!found) return fault(`something was sent to ${letter.to}, whom nobody named`);
    const { family, person } = found;
    const messages = messagesTo.get(`${family.name} ${person.name}`) ?? new Map<string, number>();
    messagesTo.set(`${family.name} ${person.name}`, messages);
    messages.set(letter.messageId, (messages.get(letter.messageId) ?? 0) + 1);
    if ((messages.get(letter.messageId) ?? 0) > 1) count('a mail was accepted and not recorded');
    const page = await openPage(person, token);
    if (!page) return fault(`${person.name} cannot open what ${family.owner.firstName} left`);
    const titles = page.memories.map(({ title }) => title);
    for (const title of titles) {
      const promised = family.promised.find((one) => one.title === title && one.to === person);
      if (!promised) fault(`${person.name} of ${family.name} is shown "${title}", which is not for them`);
      else if (!promised.dueAt || promised.dueAt > world.now())
        fault(`"${title}" came to ${person.name} before ${promised.dueAt?.toISOString()}`);
      else if (!promised.shownAt) {
        promised.shownAt = world.now();
        shown += 1;
        if (promised.withdrawnAt && promised.withdrawnAt < promised.dueAt)
          fault(`"${title}" came to ${person.name} although it had been cancelled`);
        tell(`${person.name} reads "${title}"`);
      }
    }
    const told = family.promised.filter((one) => one.to === person && one.shownAt).length;
    if (messages.size > told)
      fault(`${person.name} of ${family.name} got ${messages.size} messages for ${told} letters`);
  };
  return {
    shown: () => shown,
    async read() {
      for (let letter = unread.shift(); letter; letter = unread.shift()) await read(letter);
    },
  };
}

/** Liveness: what fell due was shown, or stands before a person. */
async function checkAllIsDone(world: World, families: readonly Family[], faults: string[]): Promise<void> {
  for (const family of families)
    for (const one of family.promised) {
      const { title, to, dueAt, withdrawnAt, shownAt } = one;
      if (!dueAt || dueAt > world.now() || withdrawnAt || shownAt) continue;
      if (!(await standsBeforeSomebody(world, family, one)))
        faults.push(`"${title}" of ${family.name} never came to ${to.name}, and stands before nobody`);
    }
}

/** Before its owner while they live, and else before staff: with the reason why it has not come. */
async function standsBeforeSomebody(
  world: World,
  family: Family,
  { scheduleId, to }: Promised,
): Promise<boolean> {
  const owner = await signIn(world, family);
  if (owner) {
    const answer = await owner.request({ url: `/api/schedules/${scheduleId}` });
    const recipients = answer.json<Schedule>().recipients ?? [];
    return recipients.some(
      ({ id, state, waitingReason }) => id === to.id && (state === 'failed' || waitingReason !== null),
    );
  }
  const staff = await staffSignIn(world, 'anna');
  const answer = await staff.request({
    url: `/api/admin/deliveries?owner=${encodeURIComponent(family.owner.email)}&recipient=${to.name}`,
  });
  return answer.json<StaffDeliveryList>().deliveries.length > 0;
}

/** A mail that was accepted comes back to its return path. */
async function comeBack(
  world: World,
  { to, returnPath }: Letter,
  count: (what: string) => void,
): Promise<void> {
  const write = hardBounces['Postfix'];
  if (!returnPath || !write) throw new Error('There is nowhere to return it to');
  const payload = Buffer.from(write({ to: returnPath, address: to }));
  const signature = createHmac('sha256', bounceSecret).update(payload).digest('hex');
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/mail/bounces',
    headers: { 'content-type': 'message/rfc822', 'x-signature': `sha256=${signature}` },
    payload,
  });
  if (answer.statusCode !== 204) throw new Error(`A bounce answered ${answer.body}`);
  count('a bounce after "delivered"');
}
