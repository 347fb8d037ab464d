import { type BillingPeriod, monthsOf } from '../../../../shared/billing/billing.ts';
import { formatDate } from '../../../../shared/dates.ts';
import { formatDollars, formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { type Plan, type PlanKey, plans } from '../../../../shared/plans.ts';
import { monthsAfter } from '../../../platform/local-time.ts';
import { type Choice, priceFor } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';

export const allStays = 'Everything that you have left stays as it is.';

type Held = Pick<SubscriptionRow, 'plan' | 'billingPeriod' | 'status' | 'paidThrough' | 'endsAt'>;
type Kept = Readonly<Record<keyof Plan['memoryLimits'], number>>;

interface Change {
  change: string;
  cost: string;
}

const perPeriod: Readonly<Record<BillingPeriod, string>> = {
  monthly: 'a month',
  annual: 'a year',
  three_years: 'for three years',
};

function priceText(choice: Choice): string {
  return `${formatDollars(priceFor(choice).amountCents / 100)} ${perPeriod[choice.billingPeriod]}`;
}

/** `amountCents`: what the provider will charge, if it said so. */
export function describeChangeNow(
  held: Held,
  choice: Choice,
  amountCents: number | null,
  at: { now: Date; timeZone: string },
): Change {
  const name = plans[choice.plan].name;
  const until = formatDate(monthsAfter(at.now, monthsOf[choice.billingPeriod]), at.timeZone);
  const price = formatDollarsAndCents(priceFor(choice).amountCents / 100);
  const left = `what is left of ${choice.plan === held.plan ? 'the current period' : plans[held.plan].name}`;
  return {
    change: `${name} begins at once, is paid until ${until}, and then renews at ${priceText(choice)}.`,
    cost: costNow(amountCents, price, left),
  };
}

function costNow(amountCents: number | null, price: string, left: string): string {
  if (amountCents === null) return `You pay ${price} now, less ${left}.`;
  if (amountCents === 0)
    return `You pay nothing now: ${left} covers it, and what remains is taken off your next payments.`;
  return `You pay about ${formatDollarsAndCents(amountCents / 100)} now: ${price}, less ${left}.`;
}

export function describeChangeLater(held: Held, choice: Choice, timeZone: string): Change {
  const until = held.paidThrough ? formatDate(held.paidThrough, timeZone) : '';
  const back = held.endsAt ? ' This also takes back your cancellation.' : '';
  return {
    change: `You keep ${plans[held.plan].name} until ${until}. From then on it is ${plans[choice.plan].name}, at ${priceText(choice)}.${back}`,
    cost: 'You pay nothing now.',
  };
}

/** `endsAtOnce`: a renewal is being charged, which a cancellation stops. */
export function describeCancelling(
  { plan, status, paidThrough }: Held,
  at: { endsAtOnce: boolean; timeZone: string },
): Change {
  const isPaid = status === 'active' && !at.endsAtOnce;
  const until = isPaid && paidThrough && formatDate(paidThrough, at.timeZone);
  const free = plans.free.name;
  return {
    change: until
      ? `You keep ${plans[plan].name} until ${until}, and nothing more is charged. After that you have ${free}.`
      : `${plans[plan].name} ends now, and nothing more is charged. From now on you have ${free}.`,
    cost: 'You pay nothing now.',
  };
}

const nouns = { letter: 'letter', photo: 'photo', video: 'video', audio: 'recording' } as const;

/** What exceeds the limits of `target` and stays: nothing is deleted or hidden, and new ones have to wait for room. */
export function describeStaying(kept: Kept, target: PlanKey): string[] {
  const { memoryLimits } = plans[target];
  const full = (['letter', 'photo', 'video', 'audio'] as const)
    .filter((type) => kept[type] >= memoryLimits[type])
    .map((type) => {
      const few = memoryLimits[type] > 1 ? `fewer than ${memoryLimits[type]}` : 'none';
      const all = kept[type] > 2 ? `all ${kept[type]}` : 'both';
      const these = kept[type] > 1 ? `${all} ${nouns[type]}s` : `your ${nouns[type]}`;
      return `You keep ${these}; new ones are possible once there are ${few}.`;
    });
  return [allStays, ...full];
}
