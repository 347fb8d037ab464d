import { BookmarkCheck, Check } from 'lucide-react';
import type { BillingPeriod, PaidPlanKey } from '../../../../shared/billing/billing.ts';
import { type Plan, plans } from '../../../../shared/plans.ts';
import { limitsOf, planNotes } from '../../../lib/plan-text.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, Spinner } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { OfferContents, OfferPrice } from '../../../ui/offer.tsx';
import { useTimeZone } from '../../accounts/auth/sessions/queries.ts';
import { describePrice } from './checkout-prices.ts';
import { availabilityOf, type CurrentPlan } from './held-plan.ts';
import { describeEffect, isChoosable, labelOf } from './plan-effects.ts';

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
  const isOpen = isChoosable(availability);
  const note = describeEffect(planKey, availability, current, useTimeZone());
  return (
    <Card
      as="section"
      isHighlighted={isIntended || isCurrent}
      aria-labelledby={`plan-${planKey}`}
      className="flex flex-col md:row-span-5 md:grid md:grid-rows-subgrid md:p-7"
    >
      <Title planKey={planKey} isCurrent={isCurrent} isIntended={isIntended} />
      <Price plan={plan} period={period} />
      <OfferContents rows={limitsOf(plan)} />
      <p className="mt-4 text-small text-ink-soft">{planNotes[planKey].extras}</p>
      <div className="grid content-end gap-3 pt-6">
        {note && <p className="text-small">{note}</p>}
        <Button
          variant={isIntended && isOpen ? 'primary' : 'quiet'}
          isFullWidth
          isDisabled={isDisabled || !isOpen}
          icon={isSettingUp && <Spinner />}
          onPress={onChoose}
        >
          {labelOf(planKey, availability, period, current.plan)}
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
      <OfferPrice amount={amount} per={per} />
      <p className="mt-3 text-small text-ink-soft">{saving ?? 'Paid month by month.'}</p>
      <p className="text-small text-ink-soft">{later}</p>
    </div>
  );
}
