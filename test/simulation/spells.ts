import type { Calendar, LifeEvent } from './calendar.ts';
import type { Chronicle } from './chronicle.ts';
import type { Dice } from './dice.ts';
import type { Family } from './family.ts';
import type { Fault } from './file-store.ts';
import { zones } from './life.ts';
import type { Temper } from './post-office.ts';
import { decline, disown } from './recipients.ts';
import { releaseHolds } from './staff.ts';
import type { World } from './world.ts';

interface SpellOptions {
  start: Date;
  end: Date;
  workers: number;
  families: readonly Family[];
  chronicle: Pick<Chronicle, 'tell' | 'count'>;
  calendar: Calendar;
}

/** What goes wrong for a while; each seed leaves out about half of it. */
export function* spells(
  dice: Dice,
  world: World,
  { start, end, workers, families, chronicle, calendar }: SpellOptions,
): Generator<LifeEvent> {
  const times = (most: number) => Array.from({ length: dice.chance(0.5) ? dice.int(1, most) : 0 });
  const some = (hours: number) => {
    const from = new Date(start.getTime() + dice.int(0, (end.getTime() - start.getTime()) / 60_000) * 60_000);
    return { from, until: new Date(from.getTime() + dice.int(1, hours * 60) * 60_000) };
  };
  const withinLife = ({ from, until }: ReturnType<typeof some>) => ({
    from,
    until: until < end ? until : end,
  });
  const spell = (hours: number, what: string, set: (isOn: boolean) => void): LifeEvent[] => {
    const { from, until } = some(hours);
    const say = (words: string, isOn: boolean) => async () => {
      chronicle.tell(words);
      set(isOn);
    };
    return [
      { at: from, run: say(`${what} begins`, true) },
      { at: until, run: say(`${what} is over`, false) },
    ];
  };
  const { post, workers: processes, files, payments } = world;
  const fails = (fault: Fault) => (isOn: boolean) => files.set(fault, isOn);
  const temper = (unkind: Temper) => (isOn: boolean) => post.setTemper(isOn ? unkind : 'kind');
  for (const _ of times(5)) yield* spell(5 * 24, 'a mail server that refuses', temper('refuses'));
  for (const _ of times(5)) yield* spell(20 * 24, 'a mail server that falls silent', temper('silent'));
  for (const _ of times(4)) yield* spell(100 * 24, 'an outage', processes.setOutage);
  for (const _ of times(3)) {
    const days = dice.int(8, 60);
    const worse = () => stopWhileItIsAway(world, days, { chronicle, calendar });
    yield { at: some(1).from, run: async () => post.leaveAtNextDelivery(worse) };
  }
  for (const _ of times(2))
    yield loseTheDatabase(world, withinLife(some(150 * 24)), dice.int(1, 72), {
      chronicle,
      calendar,
      families,
      dice,
    });
  for (const _ of times(6)) {
    const worker = dice.int(0, workers - 1);
    const ahead = dice.pick([0.02, 0.3, 3, 25, -0.02, -3, -25, 86_400 * 700, -86_400 * 700]);
    const set = (isOn: boolean) => processes.setClockOf(worker, isOn ? ahead : 0);
    yield* spell(300 * 24, `a clock that is ${ahead} seconds off`, set);
  }
  for (const _ of times(8)) yield* spell(30 * 24, 'a full disk', fails('full'));
  for (const _ of times(6)) {
    const state = dice.pick(['mute', 'away'] as const);
    yield* spell(600 * 24, `a payment provider that is ${state}`, (isOn) =>
      payments.set(isOn ? state : 'answers'),
    );
  }
  for (const _ of times(4)) {
    const days = dice.int(2, 100);
    const mute = () =>
      endAfter(world, days, {
        ...{ chronicle, calendar, what: 'a payment provider that is mute' },
        end: () => payments.set('answers'),
      });
    yield { at: some(1).from, run: async () => payments.muteAtNextPayment(mute) };
  }
  for (const _ of times(8)) yield* spell(40 * 24, 'a disk that gives back other bytes', fails('damaged'));
  if (dice.chance(0.5)) yield changeRules(world, some(1).from, dice, chronicle);
  for (const fault of ['full', 'damaged'] as const)
    for (const _ of times(6)) {
      const days = dice.int(2, 12);
      const what = fault === 'full' ? 'a full disk' : 'a disk that gives back other bytes';
      const end = () => files.set(fault, false);
      const began = () => endAfter(world, days, { chronicle, calendar, what, end });
      yield { at: some(1).from, run: async () => files.failAtNextFile(fault, began) };
    }
  for (const _ of times(6)) {
    const seconds = dice.int(1, 20);
    yield* spell(300 * 24, `a disk that takes ${seconds} seconds`, (isOn) =>
      files.setSlow(isOn ? seconds : 0),
    );
  }
}

/** The mail server goes away, and before it is back we are away for some days ourselves: they must not count as time in which we tried. */
function stopWhileItIsAway(
  world: World,
  days: number,
  { chronicle, calendar }: Pick<SpellOptions, 'chronicle' | 'calendar'>,
): void {
  const hour = 3_600_000;
  const later = (hours: number, what: string, act: () => void) => {
    const run = async () => {
      chronicle.tell(what);
      act();
    };
    calendar.plan({ at: new Date(world.now().getTime() + hours * hour), run });
  };
  chronicle.tell('the mail server goes away');
  chronicle.count('an outage before the mail server was back');
  later(1, 'an outage begins before it is back', () => world.workers.setOutage(true));
  later(days * 24, 'the outage is over', () => world.workers.setOutage(false));
  later(days * 24 + 6, 'the mail server is back', () => world.post.setAway(false));
}

/** Something goes wrong as somebody comes to it, and for some days. */
function endAfter(
  world: World,
  days: number,
  {
    what,
    end,
    chronicle,
    calendar,
  }: Pick<SpellOptions, 'chronicle' | 'calendar'> & { what: string; end(): void },
): void {
  chronicle.tell(`${what} begins`);
  const run = async () => {
    chronicle.tell(`${what} is over`);
    end();
  };
  calendar.plan({ at: new Date(world.now().getTime() + days * 86_400_000), run });
}

/** A country moves its clocks by an hour: what was planned there keeps its instants of the old rules until they are all computed again. */
function changeRules(world: World, at: Date, dice: Dice, chronicle: SpellOptions['chronicle']): LifeEvent {
  const zone = dice.pick(zones);
  const hours = dice.pick([1, -1] as const);
  const run = async () => {
    const moved = await world.changeRules(zone, hours);
    chronicle.tell(`${zone} moves its clocks: ${moved} dates have to be computed anew`);
    if (moved > 0) chronicle.count('the rules of a time zone changed');
  };
  return { at, run };
}

/**
 * A backup is made, and days later the database is what it was then. What people did meanwhile would be lost, and with it what was
 * promised: in that time they do only what the send log knows too, and what fell due has been sent.
 */
function loseTheDatabase(
  world: World,
  { from, until }: Record<'from' | 'until', Date>,
  hoursHeld: number,
  {
    chronicle,
    calendar,
    families,
    dice,
  }: Pick<SpellOptions, 'chronicle' | 'calendar' | 'families'> & { dice: Dice },
): LifeEvent {
  const restore = async () => {
    chronicle.tell('the database is lost, and restored from the backup');
    await world.restore();
    lookAfter(hoursHeld);
  };
  /** While no worker runs, nothing is held yet: staff look again every two weeks for half a year. */
  const lookAfter = (hours: number, looksLeft = 12) => {
    const run = async () => {
      const found = await releaseHolds(world, chronicle);
      if (found !== 'released' && looksLeft > 0) lookAfter(found === 'not yet' ? 1 : 14 * 24, looksLeft - 1);
    };
    calendar.plan({ at: new Date(world.now().getTime() + hours * 3_600_000), run });
  };
  const run = async (): Promise<void> => {
    // One at a time: what people did after one restore would be lost with another.
    if (calendar.isQuiet(world.now())) return;
    // Whose account is being deleted by somebody else cannot be kept from taking that back.
    if (families.some(({ isTakenOver }) => isTakenOver)) {
      const tomorrow = new Date(world.now().getTime() + 86_400_000);
      if (tomorrow < until) calendar.plan({ at: tomorrow, run });
      return;
    }
    chronicle.tell('a backup is made');
    await world.backUp();
    calendar.keepQuiet(until);
    const said = dice.fork(`said from ${from.toISOString()} on`);
    for (const family of families)
      if (said.chance(0.3)) calendar.plan(sayMeanwhile(world, family, { from: world.now(), until }, said));
    calendar.plan({ at: until, run: restore });
  };
  return { at: from, run };
}

/** Somebody says on their page what has to count after the restore as well. */
function sayMeanwhile(
  world: World,
  family: Family,
  { from, until }: Record<'from' | 'until', Date>,
  dice: Dice,
): LifeEvent {
  const act = dice.pick([decline, disown]);
  const hear = (what: string) => family.count(`${what}, between a backup and its restore`);
  return {
    at: new Date(dice.int(from.getTime(), until.getTime())),
    run: async () => {
      if (family.people.length > 0) await act(world, { ...family, count: hear }, dice);
    },
  };
}

/** Nothing goes wrong any more. */
export function heal(world: World, workers: number): void {
  world.post.setTemper('kind');
  world.post.setAway(false);
  world.files.heal();
  world.payments.set('answers');
  world.workers.setDeaths(0);
  world.workers.setSleeps(0);
  world.workers.setDisconnections(0);
  world.workers.setOutage(false);
  for (let worker = 0; worker < workers; worker++) world.workers.setClockOf(worker, 0);
}
