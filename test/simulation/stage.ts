import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import type { Dice } from './dice.ts';

// Several processes of the product live in one, and each step that leaves one of them (a statement, a mail) is performed here, one at a
// time, in an order that the dice choose. Between any two steps a process may die, as by kill -9: its code is never resumed.

/** What a simulated process does outside itself, such as `commit` or `mail`. */
interface Step {
  actor: Actor;
  perform(): Promise<void>;
  /** Resolves once it is performed. */
  ended?: Promise<void>;
  /** The database session that may have to wait for another's lock. */
  session: number | undefined;
}

/** A process of the product. */
export interface Actor {
  name: string;
  isAlive: boolean;
  /** Dies at this step, counted from 1: before it is performed, or after it, and then nobody hears the answer. */
  dies: { at: number; when: 'before' | 'after'; label?: string } | undefined;
  steps: number;
  /** Ends what it has open, as the machine does when a process ends. */
  bury(): Promise<void>;
}

export interface Stage {
  /** Performs a step of `actor` when its turn has come. Never resolves once the actor has died. */
  step<T>(actor: Actor, label: string, perform: () => Promise<T>, session?: number): Promise<T>;
  /** Runs these at the same time, their steps interleaved; resolves when all have ended or their actors have died. */
  together(plays: readonly Play[]): Promise<void>;
}

interface Play {
  actor: Actor;
  run(): Promise<unknown>;
}

const lockMilliseconds = 5;
const stuckAfterMilliseconds = 60_000;

export function createStage(options: {
  dice: Dice;
  /** Whether this database session waits for another's lock. */
  waits(session: number): Promise<boolean>;
  died(actor: Actor, label: string): void;
}): Stage {
  const { dice, waits, died } = options;
  /** Undefined while only one acts: then each step is performed at once. */
  let queue: Step[] | undefined;
  const blocked = new Set<Step>();

  const die = async (actor: Actor, label: string) => {
    actor.isAlive = false;
    queue = queue?.filter((step) => step.actor !== actor);
    for (const step of blocked) if (step.actor === actor) blocked.delete(step);
    await actor.bury();
    died(actor, label);
  };

  /** The answer, or undefined if nobody is left to hear it. */
  const performed = async <T>(actor: Actor, label: string, perform: () => Promise<T>) => {
    if (!actor.isAlive) return undefined;
    actor.steps += 1;
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

  const step: Stage['step'] = (actor, label, perform, session) =>
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
      if (queue) queue.push({ actor, perform: settle, session });
      else void settle();
    });

  const isBusy = (actor: Actor) =>
    queue?.some((one) => one.actor === actor) || [...blocked].some((one) => one.actor === actor);

  /** Performs one step, to its end or until it waits for a lock that another holds. */
  const play = async (next: Step) => {
    blocked.add(next);
    next.ended = next.perform().finally(() => blocked.delete(next));
    await endOrLock(next);
  };
  /** Most end at once; only what takes longer may be waiting for a lock. */
  const endOrLock = async (one: Step) => {
    while (blocked.has(one)) {
      await Promise.race([one.ended, delay(lockMilliseconds, undefined, { ref: false })]);
      if (blocked.has(one) && one.session !== undefined && (await waits(one.session))) return;
    }
  };

  /** Those that waited for a lock and have got it go on to the end of their statement. */
  const unblock = async () => {
    for (const one of blocked)
      if (one.session === undefined || !(await waits(one.session))) await endOrLock(one);
  };

  return {
    step,
    async together(plays) {
      queue = [];
      const unfinished = new Set(plays);
      const faults: unknown[] = [];
      for (const one of plays) {
        one
          .run()
          .catch((error: unknown) => faults.push(error))
          .finally(() => unfinished.delete(one));
      }
      try {
        let since = performance.now();
        while ([...unfinished].some(({ actor }) => actor.isAlive)) {
          await nextTurn();
          const isQuiet = [...unfinished].every(({ actor }) => !actor.isAlive || isBusy(actor));
          if (performance.now() - since > stuckAfterMilliseconds)
            throw new Error(describeStuck(unfinished, queue, blocked));
          if (!isQuiet) continue;
          if (queue.length === 0) {
            await delay(1);
            await unblock();
            continue;
          }
          since = performance.now();
          // Whose step was there first may differ from run to run; each one's own steps come in order.
          queue.sort((one, other) => one.actor.name.localeCompare(other.actor.name));
          const index = dice.int(0, queue.length - 1);
          const [next] = queue.splice(index, 1);
          if (next) await play(next);
          await unblock();
        }
      } finally {
        queue = undefined;
      }
      if (faults.length > 0) throw faults[0];
    },
  };
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
