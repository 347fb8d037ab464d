import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../../../../ui/button.tsx';
import { joinClasses } from '../../../../../ui/join-classes.ts';
import { Steps } from '../../../../../ui/progress-steps.tsx';
import { ReadFailure } from '../../../../../ui/read-failure.tsx';
import { useProfile } from '../../../../accounts/auth/sessions/queries.ts';
import {
  DraftNotice,
  KeptBeside,
  type Sheet,
  useSheetOf,
} from '../../../../memories/memories/drafts/drafts.ts';
import { SeeItAs } from '../../../../memories/memories/memories.ts';
import { PlanSkeleton } from '../choices-skeleton.tsx';
import { beginPlan, memoryOfAsked, readAsked } from './asked-plan.ts';
import { ComparePlans, type StalePlan } from './compare-plans.tsx';
import type { DeliveryPlan, FullPlan } from './delivery-plan.ts';
import { DeliverySummary } from './delivery-summary.tsx';
import { describeDraft } from './describe-draft.ts';
import { ColumnThreads, PlanHeading } from './plan-column.tsx';
import { PlanColumns } from './plan-columns.tsx';
import { memoryOfDraft, parseDraft, planDraftKind, readUndone } from './plan-draft.ts';
import { firstStepOf, isStepwise, PlanStepBar, planSteps, usePlanSteps } from './plan-steps.tsx';
import { useDeliveryPlan } from './use-delivery-plan.ts';

interface DeliveryFormProps {
  initial: DeliveryPlan;
  /** The schedule being changed, whose memory is fixed. */
  changingId: string | null;
  isSaving: boolean;
  submitLabel: string;
  /** Saves the plan; resolves to the next page, or to null if it failed. */
  onSubmit: (plan: FullPlan) => Promise<string | null>;
  /** Why a save was refused: the schedule was changed elsewhere. */
  stale?: StalePlan | null;
  onStaleSettled?: () => void;
  /** Leaves a schedule unchanged. */
  onLeave?: (() => void) | undefined;
}

/** Asks what, when and for whom, and summarizes the answers in a sentence. Restores a draft from any device. */
export function DeliveryForm(props: DeliveryFormProps) {
  const { data: profile, isPending, isFetching, refetch } = useProfile();
  const asked = useAskedMemory();
  const sheet = useSheetOf(planDraftKind(props.changingId), profile?.id, {
    of: memoryOfDraft,
    asked: props.changingId === null ? asked : null,
  });
  if (isPending || (profile && !sheet)) return <PlanSkeleton />;
  if (!sheet)
    return <ReadFailure headingLevel={2} what="the form" isRetrying={isFetching} onRetry={refetch} />;
  return <OpenForm key={sheet.key} {...props} sheet={sheet} />;
}

/** The memory for which the page is asked, also once it is no longer in the URL. */
function useAskedMemory(): string | null {
  const [search] = useSearchParams();
  const [asked, setAsked] = useState<string | null>(null);
  const news = readUndone()?.memoryId ?? memoryOfAsked(readAsked(search));
  if (news !== null && news !== asked) setAsked(news);
  return news ?? asked;
}

interface OpenFormProps extends DeliveryFormProps {
  sheet: Sheet;
}

function OpenForm(props: OpenFormProps) {
  const form = useDeliveryPlan(props);
  const { plan, memory, people, isRestored, submit, leave } = form;
  const [read] = useState(props.initial);
  const [search] = useSearchParams();
  const asked = readAsked(search);
  const begun = readUndone() ?? (asked ? beginPlan(plan, asked) : plan);
  const steps = usePlanSteps(firstStepOf(begun, props.changingId !== null), form);
  const hasDay = plan.deliveryType === 'on_death' || plan.date !== null;
  const ties = { isFirstTied: memory !== undefined && hasDay, isSecondTied: hasDay && people.length > 0 };

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isStepwise() && steps.step !== 4) steps.goOn();
    else void submit(steps.showFault);
  }

  if (props.stale) {
    return (
      <ComparePlans
        stale={props.stale}
        read={read}
        book={form.recipients.data ?? []}
        isSaving={props.isSaving}
        onBack={() => props.onStaleSettled?.()}
        onSave={(chosen) => {
          props.onStaleSettled?.();
          void form.saveAs(chosen);
        }}
      />
    );
  }
  return (
    <form noValidate onSubmit={handleSubmit}>
      <KeptBeside
        sheet={props.sheet}
        draft={form.draft}
        parse={parseDraft}
        textOf={(draft) => describeDraft(draft, form.memories.data ?? [], form.recipients.data ?? [])}
        what="delivery"
      />
      {isRestored && (
        <DraftNotice consequence="What you have chosen here will be removed." onDiscard={leave}>
          What you had chosen is back.
        </DraftNotice>
      )}
      <div className="mb-4 md:hidden">
        <Steps steps={planSteps} current={steps.step - 1} />
      </div>
      <div
        className={joinClasses(
          'rounded-card border border-line bg-card shadow-card lg:grid lg:grid-cols-[1fr_1.15fr_1fr]',
          steps.step === 4 && 'max-md:hidden',
        )}
      >
        <PlanColumns
          form={form}
          step={steps.step}
          faults={steps.faults}
          changingId={props.changingId}
          {...ties}
        />
        {!hasNothing(form) && <PlanStepBar {...steps} />}
      </div>
      <ColumnThreads {...ties} />
      <div className={joinClasses(steps.step !== 4 && 'max-md:hidden')}>
        <Check {...props} form={form} onBack={steps.goBack} />
      </div>
    </form>
  );
}

/** If there is nothing to schedule yet, adding something is the only thing to do. */
function hasNothing({ memories }: ReturnType<typeof useDeliveryPlan>): boolean {
  return memories.data?.length === 0;
}

interface CheckProps extends DeliveryFormProps {
  form: ReturnType<typeof useDeliveryPlan>;
  /** Returns to the previous question, on phones. */
  onBack: () => void;
}

/** What will happen, in one sentence, and the button that schedules it. */
function Check({ form, changingId, isSaving, submitLabel, onLeave, onBack }: CheckProps) {
  const { plan, nowMs, memory, people, schedules, leave } = form;
  return (
    <>
      <PlanHeading number={4} className="md:hidden">
        Check
      </PlanHeading>
      <div className="grid items-center gap-x-8 gap-y-6 md:mt-7 md:grid-cols-[1fr_auto]">
        <DeliverySummary
          plan={plan}
          nowMs={nowMs}
          memory={memory}
          people={people}
          schedules={schedules.data}
          changingId={changingId}
        />
        <div className="grid justify-items-center gap-1">
          <Button
            type="submit"
            variant={hasNothing(form) ? 'quiet' : 'primary'}
            isPending={isSaving}
            pendingLabel="Saving"
            className="max-md:w-full"
          >
            {submitLabel}
          </Button>
          {memory && plan.deliveryMethod === 'digital' && <SeeItAs memoryId={memory.id} people={people} />}
          <Button variant="text" className="md:hidden" onPress={onBack}>
            Back
          </Button>
          {onLeave && (
            <Button
              variant="text"
              onPress={() => {
                leave();
                onLeave();
              }}
            >
              Leave it as it is
            </Button>
          )}
        </div>
      </div>
    </>
  );
}
