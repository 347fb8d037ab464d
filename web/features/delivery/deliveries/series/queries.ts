import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  BirthdayUndo,
  Series,
  SeriesChanges,
  SeriesForm,
  SeriesStopped,
} from '../../../../../shared/delivery/series.ts';
import { invalidateTopics } from '../../../../lib/api/changed-queries.ts';
import { createOnce } from '../../../../lib/api/create-once.ts';
import { write } from '../../../../lib/api/request.ts';

const seriesListPath = '/api/series';

/** What comes every year. */
export function useSeriesList() {
  return useQuery<Series[]>({
    queryKey: [seriesListPath],
    meta: { failure: 'Failed to fetch what comes every year' },
  });
}

/** Schedules all years or none: 402 names those whose delivery dates are used up. */
export function useCreateSeries() {
  const { show, refresh } = useShownSeries();
  return useMutation({
    mutationFn: (form: z.input<typeof SeriesForm>) => createOnce<Series>(seriesListPath, form),
    onSuccess: (made) => {
      show(made);
      return refresh();
    },
  });
}

interface SeriesToChange {
  id: string;
  changes: z.input<typeof SeriesChanges>;
}

/** Fills, swaps or empties years that have not begun; for one that has, the server responds with 409. */
export function useChangeSeries() {
  const { show, refresh } = useShownSeries();
  return useMutation({
    mutationFn: ({ id, changes }: SeriesToChange) =>
      write<Series>('PATCH', `${seriesListPath}/${id}`, changes),
    onSuccess: (changed) => {
      show(changed);
      void refresh();
    },
  });
}

/** Stops the years that have not begun. */
export function useStopSeries() {
  const { refresh } = useShownSeries();
  return useMutation({
    mutationFn: (id: string) => write<SeriesStopped>('DELETE', `${seriesListPath}/${id}`),
    onSuccess: refresh,
  });
}

/** Answers whether a series moves with a corrected birthday, and takes that back. */
export function useAnswerBirthday() {
  const { show, refresh } = useShownSeries();
  return useMutation({
    mutationFn: ({
      id,
      answer,
      isUndo,
    }: {
      id: string;
      answer: z.input<typeof BirthdayUndo>;
      isUndo: boolean;
    }) => write<Series>('POST', `${seriesListPath}/${id}/birthday${isUndo ? '/undo' : ''}`, answer),
    onSuccess: (changed) => {
      show(changed);
      return refresh();
    },
  });
}

function useShownSeries() {
  const queries = useQueryClient();
  return {
    /** The page shows it at once, even if the list cannot be loaded again. */
    show: (series: Series) =>
      queries.setQueryData<Series[]>([seriesListPath], (known) => {
        const others = known?.filter(({ id }) => id !== series.id);
        return others && [...others, series];
      }),
    refresh: () => invalidateTopics(queries, ['schedules', 'stats']),
  };
}
