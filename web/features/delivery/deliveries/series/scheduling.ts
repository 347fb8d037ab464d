import { useState } from 'react';
import type { z } from 'zod';
import type { SeriesForm } from '../../../../../shared/delivery/series.ts';
import { countOf } from '../../../../../shared/in-words.ts';
import { capitalized } from '../../../../../shared/letter-case.ts';
import { ApiError, messageOf } from '../../../../lib/api/api-error.ts';
import { toast } from '../../../../ui/toast.ts';
import { showSchedulingFailure, showUndoable } from '../schedules/schedule-toasts.ts';
import type { PlannedYear } from './planned-years.ts';
import { useCreateSeries, useStopSeries } from './queries.ts';
import { newYears } from './series-notes.ts';
import type { SeriesPlan } from './series-plan.ts';

/** The request body; null while the sentence is not complete. */
export function toSeriesForm(
  plan: SeriesPlan,
  years: readonly PlannedYear[],
): z.input<typeof SeriesForm> | null {
  const [first, last] = [years[0], years.at(-1)];
  if (!first || !last || plan.recipientId === null || plan.day === null || plan.until === null) return null;
  const usual = plan.isSame ? plan.sameMemoryId : null;
  const own = years.filter(({ content, scheduled }) => !scheduled && (content?.id ?? null) !== usual);
  const adopted = years.flatMap(({ year, scheduled }) =>
    scheduled && scheduled.seriesId === null ? [[year, scheduled.id] as const] : [],
  );
  const kept = years.filter(({ scheduled }) => scheduled && scheduled.seriesId !== null);
  return {
    recipientIds: [plan.recipientId],
    ...plan.day,
    fromYear: first.year,
    ...(plan.until.kind === 'age' ? { untilAge: plan.until.value } : { untilYear: last.year }),
    localTime: plan.time,
    timezone: plan.timeZone,
    memoryId: usual,
    memories: Object.fromEntries([
      ...own.map(({ year, content }) => [year, content?.id ?? null] as const),
      ...kept.map(({ year }) => [year, null] as const),
    ]),
    ...(adopted.length > 0 && { schedules: Object.fromEntries(adopted) }),
  };
}

/** Schedules all years at once. Resolves to the id of the series, or to null if it failed, which the page or a toast says. */
export function useSchedulingSeries() {
  const { mutateAsync: create, isPending } = useCreateSeries();
  const { mutateAsync: stop } = useStopSeries();
  const [refusal, setRefusal] = useState<string | null>(null);

  async function schedule(plan: SeriesPlan, years: readonly PlannedYear[]): Promise<string | null> {
    const form = toSeriesForm(plan, years);
    if (!form) return null;
    setRefusal(null);
    try {
      const made = await create(form);
      const title = `${capitalized(countOf(newYears(years).length, 'year'))} scheduled`;
      // Stopping it would also stop what had been scheduled before.
      if (form.schedules) toast({ title });
      else showUndoable(title, undefined, () => undo(made.id));
      return made.id;
    } catch (error) {
      if (error instanceof ApiError && error.status === 402) setRefusal(messageOf(error, ''));
      else showSchedulingFailure(error);
      return null;
    }
  }

  function undo(id: string) {
    stop(id).then(
      () => toast({ title: 'Nothing is scheduled', description: 'The memories themselves are kept.' }),
      showSchedulingFailure,
    );
  }

  return { schedule, isPending, refusal, forgetRefusal: () => setRefusal(null) };
}
