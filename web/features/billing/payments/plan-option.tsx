import { BookmarkCheck, Check } from 'lucide-react';
import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { type Plan, type PlanKey, plans } from '../../../../shared/plans.ts';
import { formatYears, planNotes } from '../../../lib/plan-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, Spinner } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { useSessionUser } from '../../accounts/auth/sessions/sessions.ts';
import { payBy } from '../subscriptions/subscriptions.tsx';
import { describePrice } from './checkout-prices.ts';
import { type Availability, availabilityOf, type CurrentPlan, endsEarly } from './held-plan.ts';

interface PlanOptionProps {
  planKey: PaidPlanKey;
  period: BillingPeriod;
  current: CurrentPlan;
  /** Whether this plan was chosen at sign-up. */
  isIntended: boolean;
  isSettingUp: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

export function PlanOption(props: PlanOptionProps) {
  const { planKey, period, current, isIntended, isSettingUp, isDisabled, onChoose } = props;
  const plan = plans[planKey];
  const availability = availabilityOf({ plan: planKey, billingPeriod: period }, current, Date.now());
  const isCurrent = availability === 'current' || current.running?.plan === planKey;
  const isOpen = choosable.has(availability);
  return (
    <Card
      as="section"
      isHighlighted={isIntended || isCurrent}
      aria-labelledby={`plan-${planKey}`}
      className="flex flex-col md:row-span-5 md:grid md:grid-rows-subgrid md:p-7"
    >
      <Title planKey={planKey} isCurrent={isCurrent} isIntended={isIntended} />
      <Price plan={plan} period={period} />
      <Limits plan={plan} />
      <p className="mt-4 text-small text-ink-soft">{planNotes[planKey].extras}</p>
      <div className="grid content-end gap-3 pt-6">
        <PlanNote planKey={planKey} availability={availability} current={current} />
        <Button
          variant={isIntended && isOpen ? 'primary' : 'quiet'}
          isFullWidth
          isDisabled={isDisabled || !isOpen}
          icon={isSettingUp && <Spinner />}
          onPress={onChoose}
        >
          {labelOf(availability, planKey, period, current.plan)}
          {isSettingUp && (
            <span role="status" className="sr-only">
              Setting up the payment
            </span>
          )}
        </Button>
      </div>
    </Card>
  );
}

const choosable: ReadonlySet<Availability> = new Set(['open', 'change-now', 'change-later']);

function labelOf(
  availability: Availability,
  planKey: PaidPlanKey,
  period: BillingPeriod,
  present: PlanKey,
): string {
  const { name } = plans[planKey];
  switch (availability) {
    case 'open':
      return `Select ${name}`;
    case 'current':
      return `You have ${name}`;
    case 'included':
      return `Included in ${plans[present].name}`;
    case 'planned':
      return `${name} comes next`;
    case 'change-now':
    case 'change-later':
      return planKey === present ? `Pay ${payBy[period]}` : `Change to ${name}`;
  }
}

type TitleProps = Pick<PlanOptionProps, 'planKey' | 'isIntended'> & { isCurrent: boolean };

function Title({ planKey, isCurrent, isIntended }: TitleProps) {
  return (
    <div className="flex min-h-8 flex-wrap content-start items-center justify-between gap-x-4 gap-y-2">
      <h2 id={`plan-${planKey}`} className="text-title">
        {plans[planKey].name}
      </h2>
      {isCurrent && (
        <Badge tone="sage" icon={Check}>
          Your plan
        </Badge>
      )}
      {isIntended && !isCurrent && (
        <Badge tone="gold" icon={BookmarkCheck}>
          Your choice at sign-up
        </Badge>
      )}
    </div>
  );
}

function Price({ plan, period }: { plan: Plan; period: BillingPeriod }) {
  const { amount, per, saving, later } = describePrice(plan, period);
  return (
    <div className="mt-4" aria-live="polite">
      <p className="font-serif text-[2.5rem] leading-none lining-nums">
        {amount}
        <span className="font-sans text-[1.0625rem] text-ink-soft"> {per}</span>
      </p>
      <p className="mt-3 text-small text-ink-soft">{saving ?? 'Paid month by month.'}</p>
      <p className="text-small text-ink-soft">{later}</p>
    </div>
  );
}

function Limits({ plan }: { plan: Plan }) {
  const { memoryLimits } = plan;
  const rows = [
    ['Letters', memoryLimits.letter],
    ['Photos', memoryLimits.photo],
    ['Videos', memoryLimits.video],
    ['Audio', memoryLimits.audio],
    ['Delivery dates a year', plan.deliveryDatesPerYear],
    ['Physical items', plan.physicalItems || 'none'],
    ['Legacy guarantee', formatYears(plan.guaranteeYears)],
  ] as const;
  return (
    <dl className="mt-4 text-[1.0625rem]">
      {rows.map(([label, value]) => (
        <div key={label} className="flex justify-between gap-4 border-b border-line py-2">
          <dt>{label}</dt>
          <dd className={value === 'none' ? 'text-ink-soft' : 'font-semibold lining-nums'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface PlanNoteProps {
  planKey: PaidPlanKey;
  availability: Availability;
  current: CurrentPlan;
}

/** What choosing this plan would do to the present one; all of it is said before it is done. */
function PlanNote({ planKey, availability, current }: PlanNoteProps) {
  const { timezone } = useSessionUser();
  const { paidThrough } = current;
  const day = (instant: string) => formatDate(instant, timezone ?? 'UTC');
  const { name } = plans[current.plan];
  const isOther = planKey !== current.plan;
  if (availability === 'change-now')
    return (
      <p className="text-small">
        It begins at once. What is left of {isOther ? name : 'the current period'} is taken off the price.
      </p>
    );
  if (!paidThrough) return null;
  if (availability === 'current') return <p className="text-small">Paid until {day(paidThrough)}.</p>;
  if (availability === 'change-later' || availability === 'planned')
    return (
      <p className="text-small">
        {isOther ? `You keep ${name} until ${day(paidThrough)}.` : `From ${day(paidThrough)} on.`}
      </p>
    );
  const ends = endsEarly(planKey, current, Date.now());
  if (!ends) return null;
  return (
    <p className="text-small">
      It begins at once and takes the place of {name}, which is paid until {day(ends)}. What is left of that
      plan is not carried over.
    </p>
  );
}
