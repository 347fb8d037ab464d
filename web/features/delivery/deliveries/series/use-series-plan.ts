import { useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type Sheet, useDraft } from '../../../memories/memories/drafts/drafts.ts';
import { useMemories } from '../../../memories/memories/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { useSchedules } from '../schedules/queries.ts';
import { useNow } from '../schedules/use-now.ts';
import { newSeriesPath, readAskedSeries } from './asked-series.ts';
import { beginSeries } from './begin-series.ts';
import { planYears } from './planned-years.ts';
import { fromDraft, parseDraft, toDraft } from './series-draft.ts';
import { emptySeries, type SeriesPlan } from './series-plan.ts';

/** The state of the form: the plan, which is stored as a draft until it is scheduled, and the available choices. */
export function useSeriesPlan({ sheet, timeZone }: { sheet: Sheet; timeZone: string }) {
  const nowMs = useNow();
  const memories = useMemories();
  const recipients = useLivingRecipients();
  const schedules = useSchedules();
  const { values, change, clear, isRestored, status, refusedFor } = useDraft({
    sheet,
    initial: toDraft(emptySeries(timeZone)),
    parse: parseDraft,
  });
  const [isBack, setBack] = useState(isRestored);
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const plan = fromDraft(values);

  useEffect(() => {
    const asked = readAskedSeries(search);
    const isAsked = asked && (asked.recipientId ?? asked.memoryId ?? asked.sameMemoryId) !== null;
    if (!isAsked || !recipients.data || !memories.data || !schedules.data) return;
    navigate(newSeriesPath(), { replace: true, state: window.history.state });
    const read = { recipients: recipients.data, memories: memories.data, schedules: schedules.data };
    const begun = beginSeries(fromDraft(values), asked, { ...read, nowMs });
    change(toDraft(begun.plan));
    if (begun.isNew) setBack(false);
  }, [search, recipients.data, memories.data, schedules.data, values, change, navigate, nowMs]);

  const person = recipients.data?.find(({ id }) => id === plan.recipientId);
  const sources = { person, memories: memories.data ?? [], schedules: schedules.data ?? [], nowMs };
  return {
    plan,
    change: (changes: Partial<SeriesPlan>) => change(toDraft({ ...plan, ...changes })),
    leave: () => {
      clear();
      setBack(false);
    },
    isRestored: isBack,
    draft: { values, status, refusedFor },
    ...{ nowMs, memories, recipients, schedules, person },
    years: planYears(plan, sources),
  };
}

/** Days of somebody who has died are not offered. */
function useLivingRecipients() {
  const { data, isPending, isFetching, refetch } = useRecipients();
  const living = useMemo(() => data?.filter(({ diedAt }) => diedAt === null), [data]);
  return { data: living, isPending, isFetching, refetch };
}

export type SeriesForm = ReturnType<typeof useSeriesPlan>;
