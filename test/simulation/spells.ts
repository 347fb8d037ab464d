import type { Dice } from './dice.ts';
import type { LifeEvent } from './family.ts';
import type { World } from './world.ts';

/** What goes wrong for a while; each seed leaves out about half of it. */
export function* spells(
  dice: Dice,
  world: World,
  { start, end, workers, tell }: { start: Date; end: Date; workers: number; tell(what: string): void },
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
    yield* spell(5 * 24, 'a mail server that refuses', () => world.post.setTemper('refuses'), kind);
  for (const _ of times(12))
    yield* spell(20 * 24, 'a mail server that falls silent', () => world.post.setTemper('silent'), kind);
  for (const _ of times(4))
    yield* spell(
      100 * 24,
      'an outage',
      () => world.workers.setOutage(true),
      () => world.workers.setOutage(false),
    );
  for (const _ of times(6)) {
    const worker = dice.int(0, workers - 1);
    const ahead = dice.pick([0.02, 0.3, 3, 25, -0.02, -3, -25, 86_400 * 700, -86_400 * 700]);
    yield* spell(
      300 * 24,
      `a clock that is ${ahead} seconds off`,
      () => world.workers.setClockOf(worker, ahead),
      () => world.workers.setClockOf(worker, 0),
    );
  }
}

/** Nothing goes wrong any more. */
export function heal(world: World, workers: number): void {
  world.post.setTemper('kind');
  world.workers.setDeaths(0);
  world.workers.setSleeps(0);
  world.workers.setOutage(false);
  for (let worker = 0; worker < workers; worker++) world.workers.setClockOf(worker, 0);
}
