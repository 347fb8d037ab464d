import type { RehearsalLine } from '../../../../shared/delivery/rehearsal.ts';
import { countOf } from '../../../../shared/in-words.ts';
import { listNames } from '../../../../shared/names.ts';

const ways: Partial<Record<string, string>> = {
  email: 'in one email',
  text: 'in one text message',
  post: 'in one parcel',
};

/** If there are more, they are counted. */
const mostTitles = 3;

/**
 * Among these lines of a plan, what one person gets at one instant, in the same message: 'Daniel gets “Rain”
 * and “Where everything is” in one email.' Yearly things are named together with single ones on the same day.
 */
export function describeTogether(own: readonly RehearsalLine[], all: readonly RehearsalLine[]): string[] {
  const arrivals = all
    .filter(({ reason, channel }) => reason === null && ways[channel ?? ''])
    .flatMap((line) => instantsOf(line).map((instant) => ({ line, instant })));
  const messages = Map.groupBy(
    arrivals,
    ({ line, instant }) => `${line.recipient.id} ${line.channel} ${instant}`,
  );
  const sentences = [...messages.values()]
    .map((message) => message.map(({ line }) => line))
    .filter((lines) => lines.length > 1 && standsHere(lines, own))
    .map(describe);
  return [...new Set(sentences)];
}

function instantsOf({ at, localDate, localTime, furtherDates }: RehearsalLine): string[] {
  if (localDate === null) return at === null ? [] : [at];
  return [localDate, ...furtherDates].map((day) => `${day} ${localTime}`);
}

function standsHere(lines: readonly RehearsalLine[], own: readonly RehearsalLine[]): boolean {
  const here = lines.filter((line) => own.includes(line));
  return here.length === lines.length || here.some(({ furtherDates }) => furtherDates.length === 0);
}

function describe(lines: readonly RehearsalLine[]): string {
  const titles = lines.map(({ thing }) => `“${thing.title}”`);
  const what = titles.length > mostTitles ? countOf(titles.length, 'thing') : listNames(titles);
  const [line] = lines;
  return `${line?.recipient.firstName} gets ${what} ${ways[line?.channel ?? '']}.`;
}
