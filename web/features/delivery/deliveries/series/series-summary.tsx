import type { Recipient } from '../../../../../shared/people/recipients.ts';
import { plans } from '../../../../../shared/plans.ts';
import { Link } from '../../../../ui/link.tsx';
import { useSessionUser } from '../../../accounts/auth/sessions/sessions.ts';
import { useStats } from '../../../memories/memories/queries.ts';
import { describeAddressing } from '../schedules/form/delivery-sentence.ts';
import { contentOf, isChoosable } from './planned-years.ts';
import {
  describeClockChanges,
  describeFullYears,
  describeScheduled,
  describeSeriesGuarantee,
  describeUse,
  newYears,
} from './series-notes.ts';
import type { SeriesPlan } from './series-plan.ts';
import { describeSeries } from './series-sentence.ts';
import type { SeriesForm } from './use-series-plan.ts';

interface SeriesSummaryProps {
  form: SeriesForm;
  person: Recipient | undefined;
  /** Why the server did not schedule it: there are no delivery dates left. */
  refusal: string | null;
}

/** What will happen in one sentence, with the years that stay empty, and what it uses of the plan. */
export function SeriesSummary({ form, person, refusal }: SeriesSummaryProps) {
  const { plan, years, memories } = form;
  const same = memories.data?.find((memory) => memory.id === plan.sameMemoryId && isChoosable(memory));
  const sentence =
    person &&
    plan.day &&
    describeSeries({
      ...plan,
      day: plan.day,
      person,
      years,
      same: plan.isSame && same ? contentOf(same) : null,
    });
  return (
    <div className="min-w-0 wrap-anywhere">
      <p
        aria-live="polite"
        className={`max-w-[44ch] font-serif text-[1.5625rem] leading-[1.35] ${sentence ? '' : 'text-ink-soft'}`}
      >
        {sentence ?? missingOf(plan, years.length)}
      </p>
      <Notes form={form} person={person} refusal={refusal} />
    </div>
  );
}

function missingOf({ recipientId, day }: SeriesPlan, count: number): string {
  if (recipientId === null) return 'Choose who it is for.';
  if (day === null) return 'Choose a day of the year.';
  return count === 0 ? 'Choose a later year.' : 'Choose something for at least one year.';
}

/** A warning if one of the memories is addressed to somebody else, about the first of them. */
function describeOtherAddressee({ years, memories }: SeriesForm, person: Recipient): string | undefined {
  const given = newYears(years).map(({ content }) => memories.data?.find(({ id }) => id === content?.id));
  return given
    .map((memory) => memory && describeAddressing(memory, [person]))
    .find((difference) => typeof difference === 'string');
}

function Notes({ form, person, refusal }: SeriesSummaryProps) {
  const { plan, years, schedules, nowMs } = form;
  const { subscriptionPlan, timezone } = useSessionUser();
  const { data: stats } = useStats();
  const inForce = plans[stats?.planInForce ?? subscriptionPlan];
  const limits = { plan: inForce, schedules: schedules.data ?? [], timeZone: timezone ?? plan.timeZone };
  const full = describeFullYears(years, limits);
  const cautions = [
    person && describeOtherAddressee(form, person),
    describeClockChanges(years, plan),
    describeSeriesGuarantee(years, plans[subscriptionPlan], plan.timeZone, nowMs),
  ];
  const use = describeUse(years, limits);
  const facts = [describeScheduled(years), use, use && 'You can change or cancel any of them until its day.'];
  return (
    <>
      {(refusal ?? full) && (
        <p role={refusal ? 'alert' : undefined} className="mt-2 text-small font-medium text-rose">
          {refusal ?? full} <Link href="/checkout">See the plans</Link>
        </p>
      )}
      {cautions.map(
        (caution) =>
          caution && (
            <p key={caution} className="mt-2 text-small text-gold">
              {caution}
            </p>
          ),
      )}
      <p className="mt-2 max-w-measure text-small text-ink-soft empty:hidden">
        {facts.filter(Boolean).join(' ')}
      </p>
    </>
  );
}
