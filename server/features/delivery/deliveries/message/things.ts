import { spellLength } from '../../../../../shared/lengths.ts';
import { type MemoryType, memoryNouns } from '../../../../../shared/memory-types.ts';

// What a message brings, in words that give the kind and never the title.

export interface Thing {
  type: MemoryType;
  createdAt: Date;
  durationSeconds: number | null;
  /** If it was passed on: the first name of the person it was left for. */
  leftFor: string | null;
}

/** Beyond this, there is one line per kind, with the number. */
const mostLines = 6;

/** For example 'a letter', 'a recording of 18 seconds' or 'three things'. */
export function nameThings(things: readonly Thing[]): string {
  const [only, ...others] = things;
  return only && others.length === 0 ? nameOf(only) : `${inWords(things.length)} things`;
}

/** The same without a length: 'a recording'. */
export function nameKind(things: readonly Thing[]): string {
  return nameThings(things.map((thing) => ({ ...thing, durationSeconds: null })));
}

/** A line for each thing, or for each kind. */
export function listThings(things: readonly Thing[]): string[] {
  const isPassedOn = things.every(({ leftFor }) => leftFor === things[0]?.leftFor);
  if (things.length <= mostLines || !isPassedOn)
    return things.map((thing) =>
      thing.leftFor && !isPassedOn
        ? `${nameOf(thing)}, which was for ${thing.leftFor}, who has died`
        : nameOf(thing),
    );
  const kinds = Map.groupBy(things, ({ type }) => type);
  return [...kinds].map(([type, alike]) =>
    alike.length === 1 ? nameThings(alike) : `${inWords(alike.length)} ${memoryNouns[type]}s`,
  );
}

function nameOf({ type, durationSeconds }: Thing): string {
  const length = durationSeconds === null ? '' : ` of ${spellLength(durationSeconds)}`;
  return `a ${memoryNouns[type]}${length}`;
}

const words = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

function inWords(count: number): string {
  return words[count] ?? String(count);
}
