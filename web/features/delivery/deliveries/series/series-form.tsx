import { Eye } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { defaultTimeZone } from '../../../../../shared/time-zones.ts';
import { Button } from '../../../../ui/button.tsx';
import { ButtonLink } from '../../../../ui/button-link.tsx';
import { joinClasses } from '../../../../ui/join-classes.ts';
import { Steps } from '../../../../ui/progress-steps.tsx';
import { ReadFailure } from '../../../../ui/read-failure.tsx';
import { useProfile } from '../../../accounts/auth/sessions/queries.ts';
import { DraftNotice, KeptBeside, type Sheet, useSheetOf } from '../../../memories/memories/drafts/drafts.ts';
import { previewPath } from '../../../memories/memories/memories.ts';
import { useRecipients } from '../../../people/recipients/queries.ts';
import { shortName } from '../life-thread/short-name.ts';
import { ChoicesSkeleton } from '../schedules/choices-skeleton.tsx';
import { NobodyYet } from '../schedules/form/people-choice.tsx';
import { PlanHeading } from '../schedules/form/plan-column.tsx';
import { isStepwise, type PlanStep, PlanStepBar, planColumnId } from '../schedules/form/plan-steps.tsx';
import { readAskedSeries, seriesPath } from './asked-series.ts';
import { describeSeriesDraft } from './describe-series-draft.ts';
import { EveryYearType } from './every-year-type.tsx';
import { FormYears } from './form-years.tsx';
import { PersonChoice } from './person-choice.tsx';
import { useSchedulingSeries } from './scheduling.ts';
import { SentenceFields } from './sentence-fields.tsx';
import { parseDraft, personOfDraft, seriesDraftKind } from './series-draft.ts';
import { findSeriesErrors, showSeriesErrors } from './series-errors.ts';
import { labelOfScheduling, newYears } from './series-notes.ts';
import { SeriesSummary } from './series-summary.tsx';
import { countYears } from './series-words.ts';
import { type SeriesForm, useSeriesPlan } from './use-series-plan.ts';
import { seriesSteps, useSeriesSteps } from './use-series-steps.ts';

/** Asks who gets something every year, on which day, until when, and what in each year. Restores a draft from any device. */
export function SeriesFormPage() {
  const { data: profile, isPending, isFetching, refetch } = useProfile();
  const asked = useAskedPerson();
  const sheet = useSheetOf(seriesDraftKind, profile?.id, { of: personOfDraft, asked: asked ?? null });
  if (isPending || (profile && !sheet) || asked === undefined)
    return <ChoicesSkeleton label="Loading this delivery" />;
  if (!sheet) return <ReadFailure what="this delivery" isRetrying={isFetching} onRetry={refetch} />;
  return <OpenForm key={sheet.key} sheet={sheet} timeZone={profile?.timezone ?? defaultTimeZone} />;
}

/** The person whom the link preselects, also once it is no longer in the URL; null without one, undefined while loading. */
function useAskedPerson(): string | null | undefined {
  const [search] = useSearchParams();
  const { data, isPending } = useRecipients();
  const [asked, setAsked] = useState<string | null>(null);
  const id = readAskedSeries(search)?.recipientId ?? null;
  const isNews = id !== null && id !== asked && data?.some((recipient) => recipient.id === id);
  if (isNews) setAsked(id);
  if (id === null || !isPending) return isNews ? id : asked;
  return undefined;
}

function OpenForm({ sheet, timeZone }: { sheet: Sheet; timeZone: string }) {
  const form = useSeriesPlan({ sheet, timeZone });
  const { plan, years, person, recipients, memories, schedules } = form;
  const steps = useSeriesSteps(form);
  const scheduling = useSchedulingSeries();
  const [, navigate] = useLocation();
  const [isChecked, setChecked] = useState(false);
  const errors = { ...(isChecked ? findSeriesErrors(plan, years) : {}), ...steps.faults };

  async function submit() {
    setChecked(true);
    const fault = showSeriesErrors(findSeriesErrors(plan, years));
    if (fault !== null) return steps.showFault(fault);
    const id = await scheduling.schedule(plan, years);
    if (id === null) return;
    // Before the page is left, which would store the draft.
    form.leave();
    navigate(seriesPath(id), { replace: true });
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isStepwise() && steps.step !== 4) steps.goOn();
    else void submit();
  }

  const failed = [recipients, memories, schedules].find((query) => !query.isPending && !query.data);
  if (failed) {
    return <ReadFailure what="this delivery" isRetrying={failed.isFetching} onRetry={failed.refetch} />;
  }
  if (!recipients.data || !memories.data || !schedules.data) {
    return <ChoicesSkeleton label="Loading this delivery" />;
  }
  if (recipients.data.length === 0) return <NobodyYet />;
  return (
    <form noValidate onSubmit={handleSubmit}>
      <KeptBeside
        sheet={sheet}
        draft={form.draft}
        parse={parseDraft}
        textOf={(draft) => describeSeriesDraft(draft, memories.data ?? [], recipients.data ?? [])}
        what="delivery"
      />
      {form.isRestored && (
        <DraftNotice consequence="What you have chosen here will be removed." onDiscard={form.leave}>
          What you had chosen is back.
        </DraftNotice>
      )}
      <div className="mb-4 md:hidden">
        <Steps steps={seriesSteps} current={steps.step - 1} />
      </div>
      <div
        className={joinClasses(
          'max-md:rounded-card max-md:border max-md:border-line max-md:bg-card max-md:shadow-card',
          steps.step === 4 && 'max-md:hidden',
        )}
      >
        <Step number={1} title="For whom?" step={steps.step} className="md:hidden">
          <PersonChoice form={form} error={errors.person} />
        </Step>
        <Step number={2} title={person ? `When, for ${person.firstName}?` : 'When?'} step={steps.step}>
          <EveryYearType recipientId={plan.recipientId} className="mb-4 md:hidden" />
          <SentenceFields form={form} errors={errors} />
          <p className="mt-3 text-small text-ink-soft md:hidden">
            <span className="font-medium text-ink">{countYears(years.map(({ year }) => year))}.</span> Whether
            you are alive then or not.
          </p>
        </Step>
        {person && years.length > 0 && (
          <Step number={3} title="What, in each year?" step={steps.step} className="md:mt-6.5">
            <FormYears form={form} person={person} error={errors.years} />
          </Step>
        )}
        <PlanStepBar {...steps} />
      </div>
      <Step
        number={4}
        title="Is this right?"
        step={steps.step}
        className="md:mt-11 md:border-t md:border-line md:pt-7.5"
      >
        <Check form={form} isBusy={scheduling.isPending} refusal={scheduling.refusal} onBack={steps.goBack} />
      </Step>
    </form>
  );
}

interface StepProps {
  number: PlanStep;
  title: string;
  /** The current step on a phone. */
  step: PlanStep;
  className?: string;
  children: ReactNode;
}

/** One of the four questions. Phones show one at a time; larger screens show them as one sentence, without headings. */
function Step({ number, title, step, className, children }: StepProps) {
  return (
    <section
      aria-labelledby={planColumnId(number)}
      className={joinClasses(
        'min-w-0',
        number < 4 && 'max-md:p-4 max-md:pb-6',
        step !== number && 'max-md:hidden',
        className,
      )}
    >
      <PlanHeading number={number} className="md:sr-only">
        {title}
      </PlanHeading>
      {children}
    </section>
  );
}

interface CheckProps {
  form: SeriesForm;
  isBusy: boolean;
  refusal: string | null;
  /** Returns to the previous question, on phones. */
  onBack: () => void;
}

/** What will happen, and the button that schedules it. */
function Check({ form, isBusy, refusal, onBack }: CheckProps) {
  const { years, person } = form;
  const [first, ...more] = newYears(years).flatMap(({ content }) => content ?? []);
  return (
    <div className="grid items-center gap-x-12 gap-y-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <SeriesSummary form={form} person={person} refusal={refusal} />
      <div className="grid justify-items-center gap-1">
        <Button type="submit" isPending={isBusy} pendingLabel="Saving" className="max-md:w-full">
          {labelOfScheduling(years)}
        </Button>
        {first && person && (
          <ButtonLink
            variant="text"
            size="small"
            href={previewPath(first.id, person.id)}
            icon={<Eye aria-hidden="true" className="size-5 flex-none" strokeWidth={1.5} />}
          >
            See {more.length > 0 ? 'the first' : 'it'} as {shortName(person.firstName)} will
          </ButtonLink>
        )}
        <Button variant="text" className="md:hidden" onPress={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
