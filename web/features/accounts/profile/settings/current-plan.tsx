import type { User } from '../../../../../shared/accounts/accounts.ts';
import { formatDate } from '../../../../../shared/dates.ts';
import { type Plan, plans } from '../../../../../shared/plans.ts';
import { planNotes } from '../../../../lib/plan-text.ts';
import { ButtonLink } from '../../../../ui/button-link.tsx';

export function CurrentPlan({ profile }: { profile: User }) {
  const { subscriptionPlan, requestedPlan, subscriptionStartDate, paidThrough, timezone } = profile;
  const plan = plans[subscriptionPlan];
  const { extras } = planNotes[subscriptionPlan];
  return (
    <div className="grid justify-items-start gap-3">
      <div className="grid gap-1">
        <p className="leading-normal">
          <strong className="font-semibold">{plan.name}</strong>
          {paidThrough && `, ${describePaid(paidThrough, timezone)}`}.
        </p>
        <p className="text-small text-ink-soft">
          {describeLimits(plan)}
          {extras && ` ${extras}.`}
          {subscriptionStartDate && ` You have had it since ${formatDate(subscriptionStartDate, timezone)}.`}
        </p>
      </div>
      {requestedPlan && requestedPlan !== subscriptionPlan && (
        <p>You chose {plans[requestedPlan].name}. It begins once a method of payment is set up.</p>
      )}
      <ButtonLink href="/checkout" variant="quiet" size="small">
        Add method of payment for subscription
      </ButtonLink>
    </div>
  );
}

function describePaid(paidThrough: string, timeZone: string): string {
  const tense = Date.parse(paidThrough) > Date.now() ? 'paid' : 'was paid';
  return `${tense} until ${formatDate(paidThrough, timeZone)}`;
}

/** The limits of a plan in one sentence, including physical items if it has any. */
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
