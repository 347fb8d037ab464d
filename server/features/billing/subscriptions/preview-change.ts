import type { z } from 'zod';
import { whenToChange } from '../../../../shared/billing/billing.ts';
import type { ChangePreview, SeenPlan } from '../../../../shared/billing/subscriptions.ts';
import type { Plan, PlanKey } from '../../../../shared/plans.ts';
import type { Services } from '../../../platform/context.ts';
import type { Queryable } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { askAmount, isBeingCharged } from './ask-provider.ts';
import { findRunning, type Owner } from './change-lease.ts';
import {
  describeCancelling,
  describeChangeLater,
  describeChangeNow,
  describeStaying,
} from './change-texts.ts';
import { type Choice, nameOf } from './prices.ts';
import type { SubscriptionRow } from './subscriptions.table.ts';

/** How many memories of each type an owner keeps; `server/wiring.ts` provides it. */
export type CountKept = (
  db: Queryable,
  userId: string,
) => Promise<Readonly<Record<keyof Plan['memoryLimits'], number>>>;

type Preview = z.output<typeof ChangePreview>;

/** The price rises from minute to minute while somebody decides, since less is left of the current period. */
const toleratedCents = 100;

/** Says what a change, or with `free` a cancellation, would do. 409 if it would be refused. */
export async function previewChange(
  services: Services,
  countKept: CountKept,
  owner: Owner,
  wanted: { plan: PlanKey; billingPeriod: Choice['billingPeriod'] },
): Promise<Preview> {
  const { db } = services;
  const held = await findRunning(db, services, owner);
  const { texts, amountCents } = await describe(services, owner, held, wanted);
  const stays = describeStaying(await countKept(db, owner.id), wanted.plan);
  return { ...texts, stays, seen: seenOf(held, amountCents) };
}

async function describe(
  services: Services,
  { timezone: timeZone }: Owner,
  held: SubscriptionRow,
  { plan, billingPeriod }: { plan: PlanKey; billingPeriod: Choice['billingPeriod'] },
) {
  if (plan === 'free') {
    const endsAtOnce = await isBeingCharged(services, held);
    return { texts: describeCancelling(held, { endsAtOnce, timeZone }), amountCents: 0 };
  }
  const choice = { plan, billingPeriod };
  requireChange(held, choice);
  if (whenToChange(held, choice) === 'period-end')
    return { texts: describeChangeLater(held, choice, timeZone), amountCents: 0 };
  const amountCents = await askAmount(services, held, choice);
  const now = services.clock.now();
  return { texts: describeChangeNow(held, choice, amountCents, { now, timeZone }), amountCents };
}

function seenOf(
  { plan, billingPeriod, endsAt, nextPlan, nextPeriod }: SubscriptionRow,
  cents: number | null,
) {
  return { plan, billingPeriod, endsAt, nextPlan, nextPeriod, amount: cents === null ? null : cents / 100 };
}

/** Throws 409 if nothing would change, or if the last payment is owed. */
export function requireChange(held: SubscriptionRow, choice: Choice): void {
  const isSame = (plan: PlanKey | null, period: string | null) =>
    plan === choice.plan && period === choice.billingPeriod;
  if (isSame(held.plan, held.billingPeriod))
    throw new AppError('conflict', `You have ${nameOf(choice)} already.`);
  if (isSame(held.nextPlan, held.nextPeriod))
    throw new AppError('conflict', 'This change is already planned. Nothing has changed.');
  if (held.status !== 'active')
    throw new AppError('conflict', 'Your last payment did not go through. Please change your card first.');
}

/** Throws 409 if the owner decided on outdated figures. */
export async function requireSeen(
  services: Services,
  held: SubscriptionRow,
  choice: Choice,
  seen: z.output<typeof SeenPlan>,
): Promise<void> {
  const isNow = whenToChange(held, choice) === 'now';
  const asked = isNow && seen.amount !== null ? await askAmount(services, held, choice) : 0;
  const { amount, ...present } = seenOf(held, asked);
  const { amount: agreed, ...known } = seen;
  const costsMore = ((amount ?? 0) - (agreed ?? 0)) * 100 > toleratedCents;
  if (JSON.stringify(present) !== JSON.stringify(inOrder(known)) || (agreed !== null && costsMore))
    throw new AppError(
      'conflict',
      'Your plan, or what the change costs, has changed in the meantime. Please look again.',
    );
}

function inOrder({
  plan,
  billingPeriod,
  endsAt,
  nextPlan,
  nextPeriod,
}: Omit<z.output<typeof SeenPlan>, 'amount'>) {
  return { plan, billingPeriod, endsAt, nextPlan, nextPeriod };
}
