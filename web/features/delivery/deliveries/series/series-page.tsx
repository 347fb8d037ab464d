import { Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { Series } from '../../../../../shared/delivery/series.ts';
import { lazyComponent } from '../../../../lib/lazy.ts';
import { Button } from '../../../../ui/button.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Page } from '../../../../ui/page.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { useMemories } from '../../../memories/memories/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { ChoicesSkeleton } from '../schedules/choices-skeleton.tsx';
import { ScheduleLists } from '../schedules/lists/schedule-lists.tsx';
import { useSchedules } from '../schedules/queries.ts';
import { newSeriesPath, seriesPath } from './asked-series.ts';
import { BirthdayQuestion } from './birthday-question.tsx';
import { ManyYears } from './many-years.tsx';
import { useSeriesList } from './queries.ts';
import { useSeriesChanges } from './series-changes.ts';
import { describeStored, itemsOfSeries, leadOfSeries, titleOfSeries } from './stored-series.tsx';
import { forgetYear, rememberYear } from './wanted-year.tsx';
import { writePath } from './year-items.tsx';

const MemoryDialog = lazyComponent(async () => (await import('./memory-dialog.tsx')).MemoryDialog);

/** A scheduled series: its years, what became of those that have begun, and changes to the others. */
export function SeriesPage({ seriesId }: { seriesId: string }) {
  const list = useSeriesList();
  const series = list.data?.find(({ id }) => id === seriesId);
  return (
    <Page title={series ? titleOfSeries(series) : 'Every year'} lead={series && leadOfSeries(series)}>
      <title>Every year · Long After</title>
      {list.isPending && <ChoicesSkeleton label="Loading this delivery" />}
      {series && <Loaded series={series} />}
      {list.data && !series && <Stopped />}
      {!list.isPending && !list.data && (
        <ReadFailure what="this delivery" isRetrying={list.isFetching} onRetry={list.refetch} />
      )}
      <ScheduleLists />
    </Page>
  );
}

function Stopped() {
  return (
    <EmptyState
      headingLevel={2}
      title="This is not there any more"
      description="It was stopped. The memories themselves are kept."
      action={<ButtonLink href={newSeriesPath()}>Schedule another</ButtonLink>}
    />
  );
}

function Loaded({ series }: { series: Series }) {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState(Number(search.get('year')) || null);
  const [, navigate] = useLocation();
  const written = asked === Number(search.get('year')) ? search.get('memory') : null;
  const { data: schedules } = useSchedules();
  const { data: memories } = useMemories();
  const { data: recipients } = useRecipients();
  const { setYear, stop, isBusy } = useSeriesChanges(series);
  const [person] = series.recipients;
  const year = series.years.find((each) => each.year === asked);
  const items = itemsOfSeries(series, {
    schedules: schedules ?? [],
    person: recipients?.find(({ id }) => id === person?.id),
    onAsk: setAsked,
    onWrite: (year) => {
      if (!person) return;
      rememberYear(series.id, year);
      navigate(writePath(person.id));
    },
  });

  function close() {
    setAsked(null);
    forgetYear();
    navigate(seriesPath(series.id), { replace: true });
  }

  async function choose(memoryId: string | null) {
    if (asked !== null && (await setYear(asked, memoryId))) close();
  }

  return (
    <>
      <BirthdayQuestion series={series} />
      <h2 className="sr-only">Years</h2>
      <ManyYears label="Years" items={items} isSame={false} />
      <div className="mt-11 grid items-center gap-x-12 gap-y-6 border-t border-line pt-7.5 md:grid-cols-[minmax(0,1fr)_auto]">
        <p className="max-w-[44ch] font-serif text-[1.5625rem] leading-[1.35] wrap-anywhere">
          {describeStored(series)}
        </p>
        <Button variant="quiet" isPending={isBusy} pendingLabel="Stopping" onPress={() => void stop()}>
          Stop the rest
        </Button>
      </div>
      <Suspense fallback={null}>
        {year && (
          <MemoryDialog
            title={`Something for ${year.year}`}
            action={`Put it in ${year.year}`}
            emptyLabel={year.memory ? `Leave ${year.year} empty` : undefined}
            memories={memories ?? []}
            recipientId={person?.id ?? ''}
            value={year.memory?.id ?? written}
            isBusy={isBusy}
            onChoose={(memoryId) => void choose(memoryId)}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}
