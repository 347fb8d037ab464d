import { Button } from '../../../../ui/button.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { useProfile } from '../../../accounts/sessions/queries.ts';
import type { ServerDraft } from '../../../memories/drafts/drafts.ts';
import { DraftNotice } from '../../../memories/drafts/drafts.ts';
import { useServerDrafts } from '../../../memories/drafts/queries.ts';
import { ChoicesSkeleton } from '../choices-skeleton.tsx';
import { ColumnThreads } from './column-threads.tsx';
import type { DeliveryPlan, FullPlan } from './delivery-plan.ts';
import { DeliverySummary } from './delivery-summary.tsx';
import { MemoryChoice } from './memory-choice.tsx';
import { MomentChoice } from './moment-choice.tsx';
import { PeopleChoice } from './people-choice.tsx';
import { PlanColumn } from './plan-column.tsx';
import { planDraftKind } from './plan-draft.ts';
import { useDeliveryPlan } from './use-delivery-plan.ts';

interface DeliveryFormProps {
  initial: DeliveryPlan;
  /** The schedule being changed; its memory cannot be. */
  changingId: string | null;
  isSaving: boolean;
  submitLabel: string;
  /** Saves the plan; resolves to the page that follows, or to null where that failed. */
  onSubmit: (plan: FullPlan) => Promise<string | null>;
  /** Leaves a schedule as it is. */
  onLeave?: (() => void) | undefined;
}

/** Asks what, when and for whom, and sums the answers up in a sentence. Restores a draft from any device. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { data: profile, isPending, isFetching, refetch } = useProfile();
  const drafts = useServerDrafts();
  const kind = planDraftKind(props.changingId);
  if (isPending || !drafts.isSettled) return <ChoicesSkeleton label="Loading this delivery" />;
  if (!profile) return <ReadFailure what="this delivery" isRetrying={isFetching} onRetry={refetch} />;
  return <OpenForm key={kind} {...props} kind={kind} ownerId={profile.id} stored={drafts.find(kind)} />;
}

interface OpenFormProps extends DeliveryFormProps {
  kind: string;
  ownerId: string;
  stored: ServerDraft<unknown> | null | undefined;
}

function OpenForm(props: OpenFormProps) {
  const { plan, change, errors, nowMs, submit, leave, ...choices } = useDeliveryPlan(props);
  const { memories, recipients, schedules, memory, people } = choices;
  const hasDay = plan.deliveryType === 'on_death' || plan.date !== null;
  const isFirstTied = memory !== undefined && hasDay;
  const isSecondTied = hasDay && people.length > 0;
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      {choices.isRestored && (
        <DraftNotice consequence="What you have chosen here is removed." onDiscard={leave}>
          What you had chosen is back.
        </DraftNotice>
      )}
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
          {props.onLeave && (
            <Button
              variant="text"
              onPress={() => {
                leave();
                props.onLeave?.();
              }}
            >
              Leave it as it is
            </Button>
          )}
        </div>
      </div>
    </form>
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
