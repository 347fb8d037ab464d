import { formatDay } from '../../../../shared/dates.ts';
import { nameSome } from '../../../../shared/in-words.ts';
import { formatDayAndMonth } from '../../../lib/dates.ts';
import type { Entry } from './view.ts';
import type { Years } from './years.ts';
import { layOutYears } from './years-layout.ts';
import { YearsLine } from './years-line.tsx';
import { YearsList } from './years-list.tsx';

/** The line of years, and the same in words below it. */
export function YearsView({ years: { dated, groups, guarantee } }: { years: Years }) {
  const days = dated.flatMap(({ dates }) => dates).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      {first && last && <Line dated={dated} first={first} last={last} guarantee={guarantee} />}
      <YearsList groups={groups} />
    </>
  );
}

interface LineProps extends Pick<Years, 'dated' | 'guarantee'> {
  first: string;
  last: string;
}

function Line({ dated, first, last, guarantee }: LineProps) {
  const single = dated.filter(({ dates }) => dates.length === 1);
  const layout = layOutYears(knotsOf(single), Number(first.slice(0, 4)), Number(last.slice(0, 4)));
  const series = dated
    .filter(({ dates }) => dates.length > 1)
    .map(({ key, dates, who }) => ({ key, dates, text: describeSeries(who, dates) }));
  return (
    <YearsLine
      layout={layout}
      series={series}
      guarantee={guarantee.date < `${Number(last.slice(0, 4)) + 1}` ? guarantee : null}
    />
  );
}

/** One knot for each day. */
function knotsOf(entries: readonly Entry[]) {
  return [...Map.groupBy(entries, ({ dates }) => dates[0] ?? '')].map(([date, own]) => knotOf(date, own));
}

function knotOf(date: string, entries: readonly Entry[]) {
  const trouble = entries.find((entry) => entry.trouble !== null)?.trouble ?? null;
  const name = nameSome([...new Set(entries.map(({ who }) => who))]);
  const text = trouble ? `${formatDay(date)}. ${trouble}` : formatDay(date);
  return { key: date, date, name, text, isTrouble: trouble !== null };
}

/** 'Leo, every 9 February until 2040' */
function describeSeries(who: string, dates: readonly string[]): string {
  return `${who}, every ${formatDayAndMonth(dates[0] ?? '')} until ${dates.at(-1)?.slice(0, 4)}`;
}
