import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type Sheet, useDraft } from '../../../memories/memories/drafts/drafts.ts';
import { useMemories } from '../../../memories/memories/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { useSchedules } from '../schedules/queries.ts';
import { useNow } from '../schedules/use-now.ts';
import { isPreselecting, newSeriesPath, readAskedSeries } from './asked-series.ts';
import { beginSeries, type KnownToSeries } from './begin-series.ts';
import { planYears } from './planned-years.ts';
import { fromDraft, parseDraft, toDraft } from './series-draft.ts';
import { emptySeries, type SeriesPlan } from './series-plan.ts';

/** The state of the form: the plan, which is stored as a draft once something is chosen, and the available choices. */
export function useSeriesPlan({ sheet, timeZone }: { sheet: Sheet; timeZone: string }) {
  const nowMs = useNow();
  const memories = useMemories();
  const recipients = useLivingRecipients();
  const schedules = useSchedules();
  const known = useMemo(() => {
    if (!recipients.data || !memories.data || !schedules.data) return null;
    return { recipients: recipients.data, memories: memories.data, schedules: schedules.data, nowMs };
  }, [recipients.data, memories.data, schedules.data, nowMs]);
  const { plan, change, leave, isRestored, draft } = useStoredPlan(sheet, timeZone, known);

  const person = recipients.data?.find(({ id }) => id === plan.recipientId);
  const sources = { person, memories: memories.data ?? [], schedules: schedules.data ?? [], nowMs };
  return {
    ...{ plan, change, leave, isRestored, draft },
    ...{ nowMs, memories, recipients, schedules, person },
    years: planYears(plan, sources),
  };
}

/** The plan with its draft. What the link preselects stays in the URL until something is changed. */
function useStoredPlan(sheet: Sheet, timeZone: string, known: KnownToSeries | null) {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const asked = useMemo(() => readAskedSeries(search), [search]);
  const blank = emptySeries(timeZone);
  const { values, change, clear, isRestored, status, refusedFor } = useDraft({
    sheet,
    initial: toDraft(asked && known ? beginSeries(blank, asked, known) : blank),
    parse: parseDraft,
  });
  const [isBack, setBack] = useState(isRestored);
  const plan = fromDraft(values);

  const store = useCallback(
    (next: SeriesPlan) => {
      change(toDraft(next));
      if (isPreselecting(asked)) navigate(newSeriesPath(), { replace: true, state: window.history.state });
    },
    [change, navigate, asked],
  );

  useEffect(() => {
    if (!isRestored || !asked || !known) return;
    const restored = fromDraft(values);
    const begun = beginSeries(restored, asked, known);
    if (begun !== restored) store(begun);
  }, [isRestored, asked, known, values, store]);

  return {
    plan,
    change: (changes: Partial<SeriesPlan>) => store({ ...plan, ...changes }),
    leave: () => {
      clear();
      setBack(false);
    },
    isRestored: isBack,
    draft: { values, status, refusedFor },
  };
}

/** Days of somebody who has died are not offered. */
function useLivingRecipients() {
  const { data, isPending, isFetching, refetch } = useRecipients();
  const living = useMemo(() => data?.filter(({ diedAt }) => diedAt === null), [data]);
  return { data: living, isPending, isFetching, refetch };
}

export type SeriesForm = ReturnType<typeof useSeriesPlan>;
