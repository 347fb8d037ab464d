/** A process of the product. */
export interface Actor {
  name: string;
  isAlive: boolean;
  /** Dies at this step, counted from 1: before it is performed, or after it, and then nobody hears the answer. */
  dies: { at: number; when: 'before' | 'after'; label?: string } | undefined;
  /** Falls asleep before the next step of this kind at which no session is in use, since it would hold locks. */
  sleepsBefore: string | undefined;
  isAsleep: boolean;
  /** Its database sessions are all ended before this step, counted like `dies.at`. */
  disconnectsAt: number | undefined;
  steps: number;
  /** How many database sessions it is using. */
  sessionsInUse(): number;
  /** Whether one more is being opened. */
  isConnecting(): boolean;
  /** Ends what it has open, as the machine does when a process ends. */
  bury(): Promise<void>;
}

/** Something that a process does from beginning to end, step by step. */
export interface Play {
  actor: Actor;
  run(): Promise<unknown>;
}

/** What a simulated process does outside itself, such as `commit` or `mail`. */
export interface Step {
  actor: Actor;
  /** Undefined where nobody can tell. */
  play: Play | undefined;
  label: string;
  perform(): Promise<void>;
  /** Resolves once it is performed. */
  ended?: Promise<void>;
  /** The database session that may have to wait for another's lock. */
  session: number | undefined;
  /** Tells it from others with the same label. */
  details(): string;
}

/** An order that is the same in every run, whichever step was there first. */
export function byContents(one: Step, other: Step): number {
  return (
    compare(one.actor.name, other.actor.name) ||
    compare(one.label, other.label) ||
    compare(one.details(), other.details())
  );
}

/** Character by character, the same on every machine: for `sort`. */
export function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

/** Takes those that fit out of a list. */
export function takeWhere<T>(list: T[], fits: (one: T) => boolean): T[] {
  const taken = list.filter(fits);
  list.splice(0, list.length, ...list.filter((one) => !fits(one)));
  return taken;
}
