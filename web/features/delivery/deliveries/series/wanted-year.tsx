import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { NoticeLine } from '../../../memories/memories/drafts/drafts.ts';
import { joinFirstNames } from '../schedules/recipient-names.ts';
import { useSeriesList } from './queries.ts';

const key = 'year_written_for';

/** Remembers, until this tab is signed out, for which year of a scheduled series something is being written. */
export function rememberYear(seriesId: string, year: number): void {
  sessionStorage.setItem(key, `${seriesId} ${year}`);
}

export function forgetYear(): void {
  sessionStorage.removeItem(key);
}

/** Leads from what was written back to the year of the series for which it was written. */
export function WantedYear() {
  const [search] = useSearchParams();
  // The form removes it from the URL at once.
  const [written] = useState(() => search.get('memory'));
  const [seriesId, year] = (sessionStorage.getItem(key) ?? '').split(' ');
  const { data: list } = useSeriesList();
  const series = list?.find(({ id }) => id === seriesId);
  const isEmpty = series?.years.some((each) => String(each.year) === year && each.state === 'empty');
  if (!written || !series || !isEmpty) return null;
  return (
    <NoticeLine
      action={
        <ButtonLink
          variant="text"
          size="small"
          href={`/schedule?series=${series.id}&year=${year}&memory=${written}`}
        >
          Put it in {year}
        </ButtonLink>
      }
    >
      You were writing this for {year}, for {joinFirstNames(series.recipients)}.
    </NoticeLine>
  );
}
