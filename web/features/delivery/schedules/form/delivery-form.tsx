import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { useMemories } from '../../../memories/memories/queries.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { ChoicesSkeleton } from '../choices-skeleton.tsx';
import { useSchedules } from '../queries.ts';
import { showPlanErrors } from '../schedule-toasts.ts';
import { useNow } from '../use-now.ts';
import { ColumnThreads } from './column-threads.tsx';
import type { DeliveryPlan, PlanErrors } from './delivery-plan.ts';
import { findPlanErrors } from './delivery-plan.ts';
import { DeliverySummary } from './delivery-summary.tsx';
import { MemoryChoice } from './memory-choice.tsx';
import { MomentChoice } from './moment-choice.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { PlanColumn, planColumnId } from './plan-column.tsx';

interface DeliveryFormProps {
  initial: DeliveryPlan;
  /** The schedule being changed; its memory cannot be. */
  changingId: string | null;
  isSaving: boolean;
  submitLabel: string;
  /** Shown below the submit button. */
  children?: ReactNode;
  onSubmit: (plan: DeliveryPlan) => void;
}

/** Asks what, when and for whom, and sums the answers up in a sentence. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { plan, change, errors, nowMs, submit, ...choices } = useDeliveryPlan(props);
  const { memories, recipients, schedules, memory, people } = choices;
  const hasDay = plan.deliveryType === 'on_death' || plan.date !== null;
  const isFirstTied = memory !== undefined && hasDay;
  const isSecondTied = hasDay && people.length > 0;
  return (
    <form noValidate onSubmit={submit}>
      <div className="rounded-card border border-line bg-card shadow-card lg:grid lg:grid-cols-[1fr_1.15fr_1fr]">
        <PlanColumn number={1} title="What" isTied>
          {memories.isPending && <ChoicesSkeleton label="Loading your memories" />}
          {memories.data && (
            <MemoryChoice
              memories={memories.data.filter(({ id }) => !props.changingId || id === plan.memoryId)}
              value={plan.memoryId}
              error={errors.memory}
              onChange={(memoryId) => change({ memoryId })}
            />
          )}
          <FailureOf query={memories} what="your memories" />
        </PlanColumn>
        <PlanColumn number={2} title="When" isTied={isFirstTied}>
          <MomentChoice plan={plan} nowMs={nowMs} errors={errors} onChange={change} />
        </PlanColumn>
        <PlanColumn number={3} title="For whom" isTied={isSecondTied}>
          {recipients.isPending && <ChoicesSkeleton label="Loading your recipients" />}
          {recipients.data && (
            <PeopleChoice
              recipients={recipients.data}
              plan={plan}
              error={errors.recipients}
              onChange={change}
            />
          )}
          <FailureOf query={recipients} what="your recipients" />
        </PlanColumn>
      </div>
      <ColumnThreads isFirstTied={isFirstTied} isSecondTied={isSecondTied} />
      <div className="mt-7 grid items-center gap-x-8 gap-y-6 md:grid-cols-[1fr_auto]">
        <DeliverySummary
          plan={plan}
          nowMs={nowMs}
          memory={memory}
          people={people}
          schedules={schedules.data}
          changingId={props.changingId}
        />
        <div className="grid justify-items-center gap-1">
          <Button type="submit" isPending={props.isSaving} pendingLabel="Saving" className="max-md:w-full">
            {props.submitLabel}
          </Button>
          {props.children}
        </div>
      </div>
    </form>
  );
}

const noErrors: PlanErrors = {};

function useDeliveryPlan({ initial, onSubmit }: DeliveryFormProps) {
  const [plan, setPlan] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const nowMs = useNow();
  const memories = useMemories();
  const recipients = useRecipients();
  const schedules = useSchedules();
  const memory = memories.data?.find(({ id, isApproved }) => id === plan.memoryId && isApproved);
  const people = recipients.data?.filter(({ id }) => plan.recipientIds.includes(id)) ?? [];
  const chosen: DeliveryPlan = {
    ...plan,
    memoryId: memory?.id ?? null,
    recipientIds: people.map(({ id }) => id),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    const errors = findPlanErrors(chosen, Date.now());
    const column = showPlanErrors(errors);
    if (column === null) onSubmit(chosen);
    else document.getElementById(planColumnId(column))?.focus();
  }

  return {
    plan,
    change: (changes: Partial<DeliveryPlan>) => setPlan((before) => ({ ...before, ...changes })),
    errors: isChecked ? findPlanErrors(chosen, nowMs) : noErrors,
    nowMs,
    submit,
    memories,
    recipients,
    schedules,
    memory,
    people,
  };
}

interface FailureOfProps {
  query: { isPending: boolean; isFetching: boolean; data: unknown; refetch: () => unknown };
  what: string;
}

function FailureOf({ query, what }: FailureOfProps) {
  if (query.isPending || query.data) return null;
  return <ReadFailure what={what} isRetrying={query.isFetching} onRetry={query.refetch} />;
}
