import { formatDate, formatDay } from '../../../shared/dates.ts';
import { formatDollars } from '../../../shared/dollars.ts';
import type { OwnFigures } from '../../../shared/home/own-figures.ts';
import { countOf, nameSome, numberWord } from '../../../shared/in-words.ts';
import { capitalized } from '../../../shared/letter-case.ts';
import { describeKept } from '../../../shared/system/describe-kept.ts';
import { formatSize } from '../../lib/format-size.ts';
import type { PartId } from '../../pages/how-we-keep-it/part.tsx';

/** A figure and the words after it; together they make a sentence. */
export type Figure = readonly [figure: string, words: string];

/** Null if there is nothing to say, or nothing known. */
export const figures: Record<PartId, (of: OwnFigures) => Figure | null> = {
  files: ({ files, timezone }) => (files.files > 0 ? split(describeKept(files, timezone)) : null),
  readers: ({ memories, opened, timezone }) => {
    if (memories === 0) return null;
    if (!opened.lastAt) return ['None', 'of your memories has been opened by us.'];
    const day = formatDate(opened.lastAt, timezone);
    return opened.memories === 1
      ? ['One', `of your memories was opened by us, last on ${day}.`]
      : [capitalized(numberWord(opened.memories)), `of your memories were opened by us, last on ${day}.`];
  },
  death: ({ firstDay, tellers }) => [
    formatDay(firstDay),
    `is the first day on which anything for after your death could go out, if ${anyOf(tellers)} told us today.`,
  ],
  mistake: ({ reports: { count, lastAt }, timezone }) => {
    if (!lastAt) return ['No report', 'of your death is known to us.'];
    const came = count === 1 ? 'has come in, on' : 'have come in, the last on';
    return [capitalized(countOf(count, 'report')), `of your death ${came} ${formatDate(lastAt, timezone)}.`];
  },
  paying: ({ payment: { isFree, paidThrough, due }, timezone }) => {
    if (due > 0) return [formatDollars(due), 'is due. Until it is paid, your deliveries wait.'];
    if (isFree) return ['Free', 'is your plan. No delivery waits for money.'];
    if (!paidThrough) return null;
    return [
      formatDate(paidThrough, timezone),
      'is the day you have paid up to. No delivery waits for money.',
    ];
  },
  closing: () => null,
  export: ({ files: { files, bytes }, letters }) => {
    const written = letters > 0 ? countOf(letters, 'letter') : null;
    if (files === 0) return written ? [capitalized(written), 'as of today.'] : null;
    const kept = `in ${countOf(files, 'file')}`;
    return [formatSize(bytes), `${written ? `${kept}, and ${written},` : `${kept},`} as of today.`];
  },
  limits: ({ people: { count, unreachable } }) => {
    if (count === 0) return null;
    if (unreachable.length === 0)
      return ['Everybody', 'you wrote down can be reached today, as far as we know.'];
    if (unreachable.length === count) return ['Nobody', 'you wrote down can be reached today.'];
    const names = nameSome(unreachable.map(({ firstName }) => firstName));
    const few = capitalized(numberWord(unreachable.length));
    return [`${few} of ${numberWord(count)}`, `people cannot be reached today: ${names}.`];
  },
};

/** Splits a sentence into '214 of 214' and 'files are whole.' */
function split(sentence: string): Figure {
  const [, figure = '', words = ''] = /^(\S+ of \S+) (.*)$/.exec(sentence) ?? [];
  return [figure, words];
}

function anyOf(names: readonly string[]): string {
  const [one, other, ...more] = names;
  if (!one) return 'somebody';
  if (!other) return one;
  return more.length > 0 ? 'one of your trusted contacts' : `${one} or ${other}`;
}
