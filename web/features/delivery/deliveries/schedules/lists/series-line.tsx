import { CalendarClock } from 'lucide-react';
import { formatDay } from '../../../../../../shared/dates.ts';
import type { Schedule } from '../../../../../../shared/delivery/schedules.ts';
import { countOf } from '../../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../../shared/letter-case.ts';
import { Badge } from '../../../../../ui/badge.tsx';
import { ButtonLink } from '../../../../../ui/button-link.tsx';
import { SideBySide } from '../../../../../ui/side-by-side.tsx';
import { seriesPath } from '../../series/asked-series.ts';
import { describeDayOfYear, listYears } from '../../series/series-words.ts';
import { joinFirstNames } from '../recipient-names.ts';
import { titleOf } from '../schedules.ts';
import { SchedulePeople } from './schedule-people.tsx';

interface SeriesLineProps {
  /** All of one series, in the order of the list. */
  schedules: readonly [Schedule, ...Schedule[]];
}

/** The future deliveries of a series, in one line. */
export function UpcomingSeries({ schedules }: SeriesLineProps) {
  const [next] = schedules;
  const day = describeDayOfYear(schedules.map(({ localDate }) => localDate));
  return (
    <article className="grid grid-cols-1 gap-x-8 gap-y-1 md:grid-cols-[1fr_auto]">
      <div className="min-w-0 wrap-anywhere">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <h3 className="text-[1.3125rem] leading-tight">Every {day}</h3>
          <Badge tone="pine" icon={CalendarClock}>
            Scheduled
          </Badge>
        </div>
        <p className="mt-1">
          <SideBySide>
            {`${capitalized(countOf(schedules.length, 'year'))}, ${yearsOf(schedules)}`}
            <span className="text-ink-soft">
              next “{titleOf(next)}”, {formatDay(next.localDate)}
            </span>
          </SideBySide>
        </p>
        <SchedulePeople schedule={next} />
      </div>
      {next.seriesId && (
        <ButtonLink variant="text" className="self-start justify-self-start" href={seriesPath(next.seriesId)}>
          See and change
          <span className="sr-only">
            {' '}
            every {day}, for {joinFirstNames(next.recipients)}
          </span>
        </ButtonLink>
      )}
    </article>
  );
}

/** What has been delivered of a series, in one line. */
export function DeliveredSeries({ schedules }: SeriesLineProps) {
  const [latest] = schedules;
  return (
    <>
      <p>
        Every {describeDayOfYear(schedules.map(({ localDate }) => localDate))}: {yearsOf(schedules)}
      </p>
      <SchedulePeople schedule={latest} />
    </>
  );
}

function yearsOf(schedules: readonly Schedule[]): string {
  const years = schedules.map(({ year, localDate }) => year ?? Number(localDate.slice(0, 4)));
  return listYears(years.toSorted((one, other) => one - other));
}
