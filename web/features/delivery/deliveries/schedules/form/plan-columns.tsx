import { ReadFailure } from '../../../../../ui/read-failure.tsx';
import { ChoicesSkeleton } from '../choices-skeleton.tsx';
import type { PlanErrors } from './delivery-plan.ts';
import { ForNobody } from './for-nobody.tsx';
import { MemoryChoice } from './memory-choice.tsx';
import { MomentChoice } from './moment-choice.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { PlanColumn } from './plan-column.tsx';
import type { PlanStep } from './plan-steps.tsx';
import type { useDeliveryPlan } from './use-delivery-plan.ts';

interface PlanColumnsProps {
  form: ReturnType<typeof useDeliveryPlan>;
  /** The step that phones show. */
  step: PlanStep;
  /** What prevented the next step. */
  faults: PlanErrors;
  /** The schedule being changed, whose memory is fixed. */
  changingId: string | null;
  isFirstTied: boolean;
  isSecondTied: boolean;
}

/** What, when and for whom. */
export function PlanColumns({ form, step, faults, changingId, isFirstTied, isSecondTied }: PlanColumnsProps) {
  const { plan, change, nowMs, memories, memory, recipients, leave } = form;
  const errors = { ...form.errors, ...faults };
  return (
    <>
      <PlanColumn number={1} title="What" isTied isShown={step === 1}>
        {memories.isPending && <ChoicesSkeleton label="Loading your memories" />}
        {memories.data && (
          <MemoryChoice
            memories={memories.data.filter(({ id }) => !changingId || id === plan.memoryId)}
            value={plan.memoryId}
            error={errors.memory}
            onChange={(memoryId) => change({ memoryId })}
          />
        )}
        <FailureOf query={memories} what="your memories" />
      </PlanColumn>
      <PlanColumn number={2} title="When" isTied={isFirstTied} isShown={step === 2}>
        <MomentChoice
          plan={plan}
          nowMs={nowMs}
          errors={errors}
          isChange={changingId !== null}
          onChange={change}
        />
        {plan.deliveryType === 'on_death' && memory && <ForNobody memory={memory} onChosen={leave} />}
      </PlanColumn>
      <PlanColumn number={3} title="For whom" isTied={isSecondTied} isShown={step === 3}>
        {recipients.isPending && <ChoicesSkeleton label="Loading your recipients" />}
        {recipients.data && (
          <PeopleChoice
            key={memory?.id}
            recipients={recipients.data}
            plan={plan}
            error={errors.recipients}
            onChange={change}
          />
        )}
        <FailureOf query={recipients} what="your recipients" />
      </PlanColumn>
    </>
  );
}

interface FailureOfProps {
  query: { isPending: boolean; isFetching: boolean; data: unknown; refetch: () => unknown };
  what: string;
}

function FailureOf({ query, what }: FailureOfProps) {
  if (query.isPending || query.data) return null;
  return <ReadFailure what={what} isRetrying={query.isFetching} onRetry={query.refetch} />;
}
