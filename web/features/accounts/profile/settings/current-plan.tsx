import type { User } from '../../../../../shared/accounts/accounts.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import type { Plan } from '../../../../../shared/plans.ts';
import { plans } from '../../../../../shared/plans.ts';
import { planNotes } from '../../../../lib/plan-text.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';

export function CurrentPlan({ profile }: { profile: User }) {
  const { subscriptionPlan, requestedPlan, subscriptionStartDate, paidThrough, timezone } = profile;
  const plan = plans[subscriptionPlan];
  const { extras } = planNotes[subscriptionPlan];
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        <strong className="font-serif text-lead font-medium">{plan.name}</strong>
        <span className="block text-ink-soft">{describeLimits(plan)}</span>
        {extras && <span className="block text-ink-soft">{extras}.</span>}
        {subscriptionStartDate && (
          <span className="block">You have had it since {formatDate(subscriptionStartDate, timezone)}.</span>
        )}
        {paidThrough && (
          <span className="block">
            {Date.parse(paidThrough) > Date.now() ? 'Paid until' : 'It was paid until'}{' '}
            {formatDate(paidThrough, timezone)}.
          </span>
        )}
      </p>
      {requestedPlan && requestedPlan !== subscriptionPlan && (
        <p>You chose {plans[requestedPlan].name}. It begins once a method of payment is set up.</p>
      )}
      <ButtonLink href="/checkout" variant="quiet" size="small">
        Add method of payment for subscription
      </ButtonLink>
    </div>
  );
}

/** The limits of a plan in one sentence, with its physical items where it holds any. */
export function describeLimits({
  memoryLimits,
  physicalItems,
  deliveryDatesPerYear,
  guaranteeYears,
}: Plan): string {
  const { letter, photo, video, audio } = memoryLimits;
  const memories = `${letter} letters, ${photo} photos, ${count(video, 'video')}, ${count(audio, 'recording')}`;
  const items = physicalItems > 0 ? `, ${count(physicalItems, 'physical item')}` : '';
  return `${memories}${items}, ${deliveryDatesPerYear} delivery dates a year. Kept for ${count(guaranteeYears, 'year')}, guaranteed.`;
}

function count(number: number, thing: string): string {
  return number === 1 ? `1 ${thing}` : `${number} ${thing}s`;
}
