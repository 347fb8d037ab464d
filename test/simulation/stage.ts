import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Dice } from './dice.ts';
import { type Actor, byContents, type Play, type Step, takeWhere } from './steps.ts';

// Several processes of the product live in one, and each step that leaves one of them (a statement, a mail) is performed here, one at a
// time, in an order that the dice choose. Between any two steps a process may die, as by kill -9: its code is never resumed. Or it may
// fall asleep, as a machine does that is suspended, and go on much later as if nothing had happened.

export interface Stage {
  /** Performs a step of `actor` when its turn has come. Never resolves once the actor has died. */
  step<T>(
    actor: Actor,
    label: string,
    perform: () => Promise<T>,
    more?: Partial<Pick<Step, 'session' | 'details'>>,
  ): Promise<T>;
  /**
   * Runs these at the same time, their steps interleaved; resolves when all have ended or their actors have died, and nothing is left of
   * what they did not wait for.
   */
  together(plays: readonly Play[]): Promise<void>;
}

const lockMilliseconds = 5;
/**
 * A session that is in use for so many turns without a step only holds something, and is not about to do anything. Turns and not time: a
 * machine that is busy may not let us run for a while.
 */
const idleTurns = 20;
const stuckAfterMilliseconds = 60_000;
/** Nobody tells of what a process does inside itself; it is looked at again after this. */
const lookAgainMilliseconds = 20;

export function createStage(options: {
  dice: Dice;
  /** The database sessions whose locks this one waits for. */
  blockersOf(session: number): Promise<number[]>;
  /** Hears of each step as it is performed. */
  performs(actor: Actor, label: string): void;
  died(actor: Actor, label: string): void;
  disconnected(actor: Actor, label: string): void;
}): Stage {
  const { dice, blockersOf, performs, died, disconnected } = options;
  /** Undefined while only one acts: then each step is performed at once. */
  let queue: Step[] | undefined;
  const blocked = new Set<Step>();
  const faults: unknown[] = [];
  const actors = new Map<number, Actor>();
  /** What the sleeping were about to do. */
  const parked: Step[] = [];
  const unfinished = new Set<Play>();
  /** To which play it belongs what is done now. */
  const playing = new AsyncLocalStorage<Play>();
  let changed = () => {};
  /** Until a step comes or somebody is done. */
  const waitForChange = () =>
    Promise.race([
      new Promise<void>((resolve) => {
        changed = resolve;
      }),
      delay(lookAgainMilliseconds, undefined, { ref: false }),
    ]);

  const die = async (actor: Actor, label: string) => {
    actor.isAlive = false;
    if (queue) takeWhere(queue, (step) => step.actor === actor);
    for (const step of blocked) if (step.actor === actor) blocked.delete(step);
    for (const play of unfinished) if (play.actor === actor) unfinished.delete(play);
    await actor.bury();
    died(actor, label);
  };

  /** Statements that wait for a session that has ended fail now. Later, how far its process had got by then would differ from run to run. */
  const failAll = async (actor: Actor) => {
    const lost = takeWhere(queue ?? [], (step) => step.actor === actor && step.session !== undefined);
    for (const one of lost) await one.perform();
  };

  /** The answer, or undefined if nobody is left to hear it. */
  const performed = async <T>(actor: Actor, label: string, perform: () => Promise<T>) => {
    if (!actor.isAlive) return undefined;
    actor.steps += 1;
    performs(actor, label);
    if (actor.disconnectsAt !== undefined && actor.steps >= actor.disconnectsAt) {
      actor.disconnectsAt = undefined;
      await actor.bury();
      disconnected(actor, label);
      await failAll(actor);
    }
    const isLast = actor.dies !== undefined && actor.steps >= actor.dies.at && fits(actor.dies.label, label);
    if (isLast && actor.dies?.when === 'before') {
      await die(actor, `before ${label}`);
      return undefined;
    }
    const answer = await perform().then(
      (value) => () => value,
      (error: unknown) => (): T => {
        throw error;
      },
    );
    if (isLast) {
      await die(actor, `after ${label}`);
      return undefined;
    }
    return actor.isAlive ? answer : undefined;
  };

  const step: Stage['step'] = (actor, label, perform, { session, details = () => '' } = {}) =>
    new Promise((resolve, reject) => {
      const settle = async () => {
        const answer = await performed(actor, label, perform);
        if (!answer) return;
        try {
          resolve(answer());
        } catch (error) {
          reject(error);
        }
      };
      if (session !== undefined) actors.set(session, actor);
      if (!queue) return void settle();
      queue.push({ actor, play: playing.getStore(), label, perform: settle, session, details });
      changed();
    });

  const fallAsleep = (steps: Step[]) => {
    for (const { actor, label } of steps) {
      if (label !== actor.sleepsBefore || actor.sessionsInUse() > 0) continue;
      actor.sleepsBefore = undefined;
      actor.isAsleep = true;
      parked.push(...takeWhere(steps, (step) => step.actor === actor));
    }
  };

  const waiting = (isMeant: (one: Step) => boolean) => [...(queue ?? []), ...blocked].filter(isMeant).length;
  const stepsOf = (actor: Actor) => waiting((one) => one.actor === actor);
  /**
   * Whether all that it does has come to its next step, as far as can be told: there is one for each session in use, and for each play. There
   * is more than one play where it has slept: what it was doing then goes on beside what it does now.
   */
  const hasCome = (actor: Actor) => {
    if (!actor.isAlive || actor.isAsleep) return true;
    const plays = [...unfinished].filter((one) => one.actor === actor);
    return (
      plays.every((one) => waiting(({ play }) => play === one) > 0) && stepsOf(actor) >= actor.sessionsInUse()
    );
  };

  /** Performs one step, to its end or until it waits for a lock that another holds. */
  const play = async (next: Step) => {
    blocked.add(next);
    next.ended = next.perform().finally(() => blocked.delete(next));
    await endOrLock(next);
    if (!next.actor.isAlive) await next.ended;
  };
  /** Most end at once; only what takes longer may be waiting for a lock. */
  const endOrLock = async (one: Step) => {
    // PostgreSQL is not asked ever more often where a busy machine makes everything slow.
    for (let wait = lockMilliseconds; blocked.has(one); wait *= 2) {
      await Promise.race([one.ended, delay(wait, undefined, { ref: false })]);
      if (blocked.has(one) && (await holdersOf(one)).length > 0) return;
    }
  };

  /** Who holds the lock for which a step waits. */
  const holdersOf = async ({ session }: Step) =>
    session === undefined ? [] : (await blockersOf(session)).flatMap((other) => actors.get(other) ?? []);

  /** Those that waited for a lock and have got it go on to the end of their statement; answers who holds what others wait for. */
  const unblock = async () => {
    const holders: Actor[] = [];
    for (const one of blocked) {
      const own = await holdersOf(one);
      if (own.length > 0) holders.push(...own);
      else await endOrLock(one);
    }
    return holders;
  };

  /**
   * Takes the next step out of the queue. Who holds a lock goes first: which of two that wait for the same lock gets it would be up to
   * PostgreSQL, and not to the dice.
   */
  const takeNext = (steps: Step[], holders: readonly Actor[]) => {
    // Which step was there first may differ from run to run.
    steps.sort(byContents);
    const first = steps.filter(({ actor }) => holders.includes(actor));
    const next = dice.pick(first.length > 0 ? first : steps);
    steps.splice(steps.indexOf(next), 1);
    return next;
  };

  return {
    step,
    async together(plays) {
      const steps = takeWhere(parked, ({ actor }) => !actor.isAsleep);
      queue = steps;
      for (const one of plays) {
        unfinished.add(one);
        playing
          .run(one, () => one.run())
          .catch((error: unknown) => faults.push(error))
          .finally(() => {
            unfinished.delete(one);
            changed();
          });
      }
      const awake = () =>
        [...unfinished].flatMap(({ actor }) => (actor.isAlive && !actor.isAsleep ? actor : []));
      const everyone = [...new Set([...unfinished].map(({ actor }) => actor))];
      try {
        let since = performance.now();
        let turns = 0;
        for (;;) {
          const holders = await unblock();
          await nextTurn();
          if (performance.now() - since > stuckAfterMilliseconds)
            throw new Error(describeStuck(unfinished, steps, blocked));
          fallAsleep(steps);
          const acting = awake();
          if (!acting.every((actor) => stepsOf(actor) > 0)) {
            await waitForChange();
            continue;
          }
          const isQuiet = everyone.every(hasCome) || (turns >= idleTurns && !isBusyInside(everyone));
          if (isQuiet && acting.length === 0 && steps.length === 0 && blocked.size === 0) break;
          if (!isQuiet || steps.length === 0) {
            await delay(1);
            turns += 1;
            continue;
          }
          since = performance.now();
          turns = 0;
          await play(takeNext(steps, holders));
        }
      } finally {
        queue = undefined;
      }
      if (faults.length > 0) throw faults.shift();
    },
  };
}

/** Whether somebody waits for a connection or a file. */
function isBusyInside(actors: readonly Actor[]): boolean {
  return (
    actors.some((actor) => actor.isAlive && actor.isConnecting()) ||
    process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'))
  );
}

/** A death that is planned for a commit waits for the next one. */
function fits(planned: string | undefined, label: string): boolean {
  return planned === undefined || planned === label;
}

function describeStuck(
  unfinished: Iterable<Play>,
  queue: readonly Step[],
  blocked: ReadonlySet<Step>,
): string {
  const names = [...unfinished].map(({ actor }) => actor.name).join(', ');
  return `Nothing happens any more: ${names} are not done, ${queue.length} steps wait, ${blocked.size} are blocked`;
}
