import type { Rehearsal } from '../../../../shared/delivery/rehearsal.ts';
import { nameSome, numberWord } from '../../../../shared/in-words.ts';
import { capitalized } from '../../../../shared/letter-case.ts';

/** Who would receive something, and who would not: two sentences, either of which may be empty. */
export function describeHearing(hear: readonly string[], not: readonly string[]): readonly [string, string] {
  if (hear.length === 0) {
    return not.length === 0
      ? ['Nobody would hear from you.', '']
      : ['Nobody would hear from you as it stands.', `${nameSome(not)} would wait.`];
  }
  return [`${nameSome(hear)} would hear from you.`, not.length === 0 ? '' : `${nameSome(not)} would not.`];
}

type YearsFacts = Pick<Rehearsal['sums'], 'deliveries' | 'people' | 'years' | 'afterDeath'>;

/** 'Nine deliveries to three people, from 2026 to 2049,' and what else there is to say about them. */
export function describeYears({
  deliveries,
  people,
  years,
  afterDeath,
}: YearsFacts): readonly [string, string] {
  if (!years) {
    const waiting = `${capitalized(numberWord(afterDeath))} ${afterDeath === 1 ? 'waits' : 'wait'} for after your death.`;
    return ['Nothing is set for a day.', afterDeath === 0 ? '' : waiting];
  }
  const { first, last } = years;
  const what = `${capitalized(numberWord(deliveries))} ${deliveries === 1 ? 'delivery' : 'deliveries'}`;
  const whom = `${numberWord(people)} ${people === 1 ? 'person' : 'people'}`;
  const when = first === last ? `in ${first}` : `from ${first} to ${last}`;
  const more = `${capitalized(numberWord(afterDeath))} more ${afterDeath === 1 ? 'waits' : 'wait'} for after your death.`;
  return [
    `${what} to ${whom}, ${when},`,
    `whether you are alive or not.${afterDeath === 0 ? '' : ` ${more}`}`,
  ];
}
