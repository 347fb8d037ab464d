import type { Checkout } from '../../shared/billing/checkout.ts';
import { lapse } from '../arrears.ts';
import { paymentAt, press } from '../checkout.ts';
import type { Person } from '../factories.ts';
import type { Dice } from './dice.ts';
import { type Family, someDays } from './family.ts';
import { newestTo } from './post-office.ts';
import type { World } from './world.ts';

// Plans that are paid for some years and then no longer, and those who pay what is due, some of them at the same time.

const day = 86_400_000;
const linkToPay = /\/keep-current\/([\w-]{43})/;

export function isUnpaid({ plan }: Family, now: Date): boolean {
  return plan !== undefined && now > plan.paidUntil;
}

/** The owner pays for some years; after that perhaps somebody pays what is missing. */
export async function payForSomeYears(
  world: World,
  family: Family,
  owner: Person,
  dice: Dice,
): Promise<void> {
  const paidThrough = new Date(world.now().getTime() + someDays(family, dice, 200, 1_500));
  await lapse(world.people, owner, { subscriptionPlan: 'premium', paidThrough });
  family.plan = { paidUntil: paidThrough, unpaidFrom: paidThrough };
  family.tell(`the plan is paid until ${paidThrough.toISOString()}`);
  family.count('a plan that ends');
  const wait = paidThrough.getTime() - world.now().getTime() + someDays(family, dice, 5, 900);
  const isTwice = dice.chance(0.7);
  if (dice.chance(0.7)) family.later(wait, () => payWhatIsDue(world, family, isTwice));
}

/** Whoever got the link pays; two people who open it at the same time may both do so. */
async function payWhatIsDue(world: World, family: Family, isTwice: boolean, tries = 0): Promise<void> {
  const everybody = [family.owner.email, ...family.people.flatMap(({ addresses }) => [...addresses])];
  const token = newestTo(world.post, new Set(everybody), linkToPay)?.found;
  if (!token) return family.tell('nobody has a link to pay by');
  const url = `/api/keep-current/${token}/checkout`;
  const open = async (payerName: string) => {
    const payload = { payerName, payerEmail: `${payerName.toLowerCase()}.${family.owner.email}` };
    const answer = await world.app.inject({ method: 'POST', url, payload });
    return answer.statusCode === 201 ? paymentAt(world.people, answer.json<Checkout>().url) : undefined;
  };
  const payments = [await open('Leo'), ...(isTwice ? [await open('Ada')] : [])].flatMap((one) => one ?? []);
  if (payments.length === 0) {
    family.tell('nobody can pay now');
    if (tries < 30) family.later(7 * day, () => payWhatIsDue(world, family, isTwice, tries + 1));
    return;
  }
  const presses = [];
  for (const one of payments) presses.push(await press(world.people, one, 'pay'));
  // The provider has the money, though it may not be able to tell us of it.
  if (presses.some(({ statusCode }) => statusCode === 503)) family.count('a payment of which nobody told');
  const now = world.now();
  family.tell(`${payments.length} pay what is due`);
  family.count(payments.length > 1 ? 'two people paid at once' : 'somebody paid what was due');
  // A second payment of which the provider tells us only months later pays for what has come due since.
  const isUnpaidAgain = payments.length === 1 && family.plan?.unpaidFrom !== undefined;
  family.plan = {
    paidUntil: now,
    unpaidFrom: isUnpaidAgain ? new Date(now.getTime() + 32 * day) : undefined,
  };
}
