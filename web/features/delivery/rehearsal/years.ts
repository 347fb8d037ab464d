import type { Rehearsal, RehearsalLine } from '../../../../shared/delivery/rehearsal.ts';
import { formatDayAndMonth } from '../../../lib/dates.ts';
import { describeYears } from './describe-rehearsal.ts';
import { entriesOf } from './entries.ts';
import { describeTogether } from './together.ts';
import type { Entry } from './view.ts';
import type { YearGroup } from './years-list.tsx';

export interface Years {
  /** Two sentences, the first in bold. */
  lead: readonly [string, string];
  dated: readonly Entry[];
  groups: readonly YearGroup[];
  /** Until when delivery is guaranteed: YYYY-MM-DD, and the words for it. */
  guarantee: { date: string; text: string };
}

/** What is sent in which year, whatever happens, and what waits for a death. */
export function yearsOf(rehearsal: Rehearsal): Years {
  const { lines, guarantee, sums } = rehearsal;
  const own = lines.filter(({ localDate }) => localDate !== null);
  const waiting = entriesOf(
    lines.filter(({ localDate }) => localDate === null),
    rehearsal,
  );
  const dated = entriesOf(own, rehearsal);
  const year = guarantee.until.slice(0, 4);
  return {
    lead: describeYears(sums),
    dated,
    groups: [...groupsOf(dated, own), ...(waiting.length > 0 ? [afterDeath(waiting)] : [])],
    guarantee: { date: guarantee.until, text: `guaranteed until ${year}, if you died today` },
  };
}

function groupsOf(entries: readonly Entry[], lines: readonly RehearsalLine[]): YearGroup[] {
  const linesOf = Map.groupBy(lines, ({ localDate, furtherDates }) =>
    yearsIn([localDate ?? '', ...furtherDates]),
  );
  return [...Map.groupBy(entries, ({ dates }) => yearsIn(dates))].map(([heading, own]) => ({
    ...{ key: heading, heading },
    rows: own.map((entry) => ({ entry, when: whenOf(entry) })),
    together: describeTogether(linesOf.get(heading) ?? [], lines),
  }));
}

/** '2031', '2031 to 2046' */
function yearsIn(dates: readonly string[]): string {
  const [first = '', last = first] = [dates[0]?.slice(0, 4), dates.at(-1)?.slice(0, 4)];
  return first === last ? first : `${first} to ${last}`;
}

function whenOf({ dates }: Entry): string {
  const day = formatDayAndMonth(dates[0] ?? '');
  return dates.length > 1 ? `each ${day}` : day;
}

function afterDeath(entries: readonly Entry[]): YearGroup {
  const rows = entries.map((entry) => ({ entry, when: 'once confirmed' }));
  return { key: 'after', heading: 'After your death', rows, together: [] };
}
