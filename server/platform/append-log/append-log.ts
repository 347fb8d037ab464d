import { dayOf } from '../clock.ts';
// Lines that are only ever added, kept outside the database so that they survive its loss. Two implementations: files in a
// folder, and objects in the file storage's bucket.

export interface AppendLog {
  /**
   * Adds lines to the day of `at` (UTC); resolves once they survive the death of this process, and with `durable` a power
   * failure.
   */
  append(at: Date, lines: readonly string[], options?: { durable: boolean }): Promise<void>;
  /** The days of a month (`2031-05`) that have lines, latest first. */
  days(month: string): Promise<string[]>;
  /** All lines of a day (`2031-05-04`), in the order of each writer. */
  read(day: string): AsyncIterable<string>;
  /** Rejects, with the reason, if lines for the day of `at` cannot be written. */
  check(at: Date): Promise<void>;
  close(): Promise<void>;
}

interface Group {
  day: string;
  at: Date;
  lines: string[];
  durable: boolean;
  written: Promise<void>;
}

/** An `append` that collects lines while a write is in progress and writes them together, so that a burst costs few writes. */
export function groupAppends(write: (group: Omit<Group, 'written'>) => Promise<void>): Pick<
  AppendLog,
  'append'
> & {
  settled(): Promise<void>;
  /** Runs `work` between two writes. */
  afterOthers(work: () => Promise<void>): Promise<void>;
} {
  let waiting: Group | undefined;
  let last: Promise<void> = Promise.resolve();

  const startGroup = (at: Date): Group => {
    const contents = { day: dayOf(at), at, lines: [], durable: false };
    const settled = last.catch(() => undefined);
    const group: Group = { ...contents, written: settled.then(() => close(group)) };
    last = group.written;
    return group;
  };
  const close = (group: Group) => {
    if (waiting === group) waiting = undefined;
    return write(group);
  };

  return {
    append(at, lines, { durable } = { durable: false }) {
      if (waiting?.day !== dayOf(at)) waiting = startGroup(at);
      waiting.lines.push(...lines);
      waiting.durable ||= durable;
      return waiting.written;
    },
    settled: () => last.catch(() => undefined),
    afterOthers(work) {
      waiting = undefined;
      const done = last.catch(() => undefined).then(work);
      last = done;
      return done;
    },
  };
}
