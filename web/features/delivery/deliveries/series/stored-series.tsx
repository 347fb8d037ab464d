import type { Schedule } from '../../../../../shared/delivery/schedules.ts';
import type { Series } from '../../../../../shared/delivery/series.ts';
import { listNames } from '../../../../../shared/names.ts';
import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { previewPath } from '../../../memories/memories/memories.ts';
import { joinFirstNames } from '../schedules/recipient-names.ts';
import { notedDays } from './planned-years.ts';
import { describeDays, describeEmptyYears, describeLeapYears } from './series-sentence.ts';
import { formatClock, formatDayOfYear, kindOf } from './series-words.ts';
import { YearActions, type YearItem, yearNotes } from './year-items.tsx';
import { YearMark } from './year-mark.tsx';

type SeriesYear = Series['years'][number];

/** 'Every 4 May, for Maya' */
export function titleOfSeries(series: Series): string {
  return `Every ${formatDayOfYear(series)}, for ${joinFirstNames(series.recipients) || 'nobody yet'}`;
}

/** 'Until they are 30, in 2031, at 12:00 Eastern.' */
export function leadOfSeries({ untilAge, untilYear, localTime, timezone }: Series): string {
  const until = untilAge === null ? String(untilYear) : `they are ${untilAge}, in ${untilYear}`;
  return `Until ${until}, at ${formatClock(localTime.slice(0, 5), timezone)}.`;
}

/** What is still to come, and which years stay empty. */
export function describeStored(series: Series): string {
  const open = series.years.filter(({ state }) => state === 'scheduled' || state === 'empty');
  const coming = open.filter(({ state }) => state === 'scheduled');
  const names = joinFirstNames(series.recipients) || 'Nobody';
  if (coming.length === 0) return `Nothing more of this is to come for ${names}.`;
  return [
    `${names} will get something ${describeDays(series, coming)}.`,
    describeLeapYears(series, coming),
    describeEmptyYears(open.map(({ year, memory }) => ({ year, content: memory, age: null }))),
  ]
    .filter(Boolean)
    .join(' ');
}

/** '“A” (2027) and “B” (2028)' */
export function listComing(series: Series): string {
  const coming = series.years.filter(({ state }) => state === 'scheduled');
  return listNames(coming.map(({ year, memory }) => `“${memory?.title ?? 'A memory'}” (${year})`));
}

interface Shown {
  schedules: readonly Schedule[];
  person: Recipient | undefined;
  onAsk: (year: number) => void;
  onWrite: (year: number) => void;
}

/** Its years as shown on the line. Only those that have not begun can be changed. */
export function itemsOfSeries(series: Series, { schedules, person, onAsk, onWrite }: Shown): YearItem[] {
  const noted = person
    ? notedDays(
        person,
        series.years.map(({ year }) => year),
      )
    : new Map();
  const isOpen = ({ state }: SeriesYear) => state === 'scheduled' || state === 'empty';
  return series.years.map((each) => {
    const { year, memory, state, date } = each;
    return {
      year,
      kind: memory ? 'usual' : 'empty',
      notes: yearNotes({ note: noted.get(date)?.note ?? null, date }, series),
      memory: memory && {
        ...memory,
        kind: kindOf(memory),
        href: state === 'scheduled' ? previewPath(memory.id, person?.id) : undefined,
      },
      emptyText: emptyTexts[state],
      mark: <YearMark year={each} schedule={schedules.find(({ id }) => id === each.scheduleId)} />,
      actions: isOpen(each) && (
        <YearActions year={year} isEmpty={!memory} onWrite={() => onWrite(year)} onAsk={() => onAsk(year)} />
      ),
    };
  });
}

const emptyTexts: Record<SeriesYear['state'], string> = {
  empty: 'Nothing yet',
  past: 'Nothing went',
  scheduled: 'A memory you deleted',
  begun: 'A memory you deleted',
  delivered: 'A memory you deleted',
};
