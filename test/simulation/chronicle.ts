import { createHash } from 'node:crypto';
import { describeDay } from './family.ts';

/** What happened in a world, to be read, and to compare two runs. */
export interface Chronicle {
  story: string[];
  /** A sentence for each promise that was broken. */
  faults: string[];
  counted: Map<string, number>;
  tell(what: string): void;
  count(what: string): void;
  /** Tells and counts what happens to a process. */
  fate(what: string): void;
  /** Something that is not told, and yet has to be the same in every run of a seed. */
  step(what: string): void;
  /** A hash of the story and of every step. */
  trace(): string;
}

export function openChronicle(now: () => Date, onLine?: (line: string) => void): Chronicle {
  const story: string[] = [];
  const counted = new Map<string, number>();
  const hash = createHash('sha256');
  const step = (what: string) => void hash.update(`${what}\n`);
  const tell = (what: string) => {
    const line = `${describeDay(now())} ${what}`;
    step(line);
    story.push(line);
    onLine?.(line);
  };
  const count = (what: string) => void counted.set(what, (counted.get(what) ?? 0) + 1);
  return {
    ...{ story, faults: [], counted, tell, count, step },
    fate(what) {
      tell(what);
      if (what.includes('was killed')) count('a process was killed');
      if (what.includes('falls asleep')) count('a process fell asleep');
      if (what.includes('lost its database')) count('a process lost its database');
    },
    trace: () => hash.digest('hex'),
  };
}
