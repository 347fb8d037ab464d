import type { ReactNode } from 'react';
import { formatDollars } from '../../../shared/dollars.ts';
import type { Plan } from '../../../shared/plans.ts';
import {
  annualDiscountPercent,
  formatYears,
  isPaid,
  limitsOf,
  planNotes,
  reducedAfterYears,
} from '../../lib/plan-text.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { OfferContents, OfferPrice } from '../../ui/offer.tsx';

export function PlanCard({ plan }: { plan: Plan }) {
  const isMiddle = plan.key === 'basic';
  return (
    <Card
      as="section"
      isHighlighted={isMiddle}
      aria-labelledby={`plan-${plan.key}`}
      className="flex flex-col md:max-lg:p-4 lg:p-7"
    >
      <h3 id={`plan-${plan.key}`} className="text-title">
        {plan.name}
      </h3>
      {isPaid(plan) ? <PaidPrice plan={plan} /> : <FreePrice />}
      <OfferContents rows={limitsOf(plan)} />
      <p className="mt-4 text-small text-ink-soft empty:hidden">{planNotes[plan.key].extras}</p>
      <div className="mt-auto pt-6">
        <ButtonLink
          href={`/auth?mode=signup&plan=${plan.key}`}
          variant={isMiddle ? 'primary' : 'quiet'}
          isFullWidth
          className="md:max-lg:px-2 md:max-lg:text-small"
        >
          {isPaid(plan) ? `Choose ${plan.name}` : 'Get Started'}
        </ButtonLink>
      </div>
    </Card>
  );
}

function FreePrice() {
  return (
    <Price amount="Free">
      <p>No card, no payment details.</p>
    </Price>
  );
}

function PaidPrice({ plan }: { plan: Plan }) {
  const { reducedRate } = planNotes[plan.key];
  return (
    <Price amount={formatDollars(plan.monthlyPrice)} per="a month">
      <p>
        {formatDollars(plan.reducedMonthlyPrice)} a month after {formatYears(reducedAfterYears(plan))}
        {reducedRate && ` (${reducedRate})`}.
      </p>
      <p>
        Or {formatDollars(plan.annualPrice)} a year instead of {formatDollars(12 * plan.monthlyPrice)}:{' '}
        {annualDiscountPercent(plan)}% less.
      </p>
    </Price>
  );
}

function Price({ amount, per, children }: { amount: string; per?: string; children: ReactNode }) {
  return (
    <>
      <div className="mt-4">
        <OfferPrice amount={amount} per={per} />
      </div>
      <div className="mt-3 text-small text-ink-soft md:max-lg:min-h-30 lg:min-h-18">{children}</div>
    </>
  );
}
