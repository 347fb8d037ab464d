import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { type Sheet, useDraft } from '../../../../memories/memories/drafts/drafts.ts';
import { useMemories } from '../../../../memories/memories/queries.ts';
import { useRecipients } from '../../../../people/recipients/queries.ts';
import { useSchedules } from '../queries.ts';
import { showPlanErrors } from '../schedule-toasts.ts';
import { useNow } from '../use-now.ts';
import { findAddressee } from './addressee.ts';
import { beginPlan, readAsked } from './asked-plan.ts';
import { type DeliveryPlan, type FullPlan, findPastErrors, findPlanErrors } from './delivery-plan.ts';
import { fromDraft, parseDraft, readUndone, toDraft } from './plan-draft.ts';

interface PlanSource {
  initial: DeliveryPlan;
  sheet: Sheet;
  /** Saves the plan; resolves to the next page, or to null if it failed. */
  onSubmit: (plan: FullPlan) => Promise<string | null>;
}

/** The state of the form: the plan, which is stored as a draft until it is saved, and the available choices. */
export function useDeliveryPlan({ onSubmit, ...source }: PlanSource) {
  const { plan: chosen, change, clear, isRestored, draft } = useKeptPlan(source);
  const [, navigate] = useLocation();
  const [isChecked, setChecked] = useState(false);
  const nowMs = useNow();
  const memories = useMemories();
  const recipients = useRecipients();
  const schedules = useSchedules();
  const memory = memories.data?.find(
    ({ id, isApproved, deleteOnDeath }) => id === chosen.memoryId && isApproved && !deleteOnDeath,
  );
  const addressee = memory && findAddressee(memory, recipients.data ?? []);
  const recipientIds = chosen.recipientIds ?? (addressee ? [addressee.id] : []);
  const people = recipients.data?.filter(({ id }) => recipientIds.includes(id)) ?? [];
  const plan: FullPlan = { ...chosen, recipientIds };

  /** Saves the plan, or shows the column in which something is missing. */
  async function submit(showColumn: (column: 1 | 2 | 3) => void) {
    setChecked(true);
    const known = { ...plan, memoryId: memory?.id ?? null, recipientIds: people.map(({ id }) => id) };
    const column = showPlanErrors(findPlanErrors(known, Date.now()));
    if (column !== null) showColumn(column);
    else await save(known);
  }

  async function save(known: FullPlan) {
    const next = await onSubmit(known);
    if (next === null) return;
    // Before the page is left, which would store the draft.
    leave();
    navigate(next, { replace: true });
  }

  /** Saves what was chosen between this plan and one from elsewhere. */
  async function saveAs(known: FullPlan) {
    change(known);
    await save(known);
  }

  function leave() {
    clear();
    setChecked(false);
  }

  return {
    plan,
    change,
    errors: isChecked
      ? findPlanErrors({ ...plan, memoryId: memory?.id ?? null }, nowMs)
      : findPastErrors(plan, nowMs),
    nowMs,
    submit,
    saveAs,
    leave,
    isRestored,
    draft,
    ...{ memories, recipients, schedules, memory, people },
  };
}

/** The plan with its draft. What the link preselects stays in the URL, and is no draft, until something is changed. */
function useKeptPlan({ initial, ...source }: Omit<PlanSource, 'onSubmit'>) {
  const [search, setSearch] = useSearchParams();
  const asked = useMemo(() => readAsked(search), [search]);
  const { values, change, clear, isRestored, status, refusedFor } = useDraft({
    ...source,
    initial: toDraft(asked ? beginPlan(initial, asked) : initial),
    parse: parseDraft,
  });
  const [isBack, setBack] = useState(isRestored);

  const store = useCallback(
    (next: DeliveryPlan) => {
      change(toDraft(next));
      // This also replaces the state of the history entry.
      if (asked ?? readUndone()) setSearch({}, { replace: true });
    },
    [change, asked, setSearch],
  );

  useEffect(() => {
    const undone = readUndone();
    if (undone) store(undone);
    else if (isRestored && asked) store(beginPlan(fromDraft(values), asked));
  }, [isRestored, asked, values, store]);

  return {
    plan: fromDraft(values),
    ...{ isRestored: isBack, draft: { values, status, refusedFor } },
    change: (changes: Partial<DeliveryPlan>) => store({ ...fromDraft(values), ...changes }),
    clear: () => {
      clear();
      setBack(false);
    },
  };
}
