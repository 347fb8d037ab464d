import type Stripe from 'stripe';
import type { RecurringPrice } from '../payments.ts';
import { asking } from './stripe-client.ts';

type OwnPrice = (price: RecurringPrice) => Promise<string>;

/**
 * Stripe's id of one of our prices, which is created there when first needed. A different amount is a different price,
 * so that existing subscribers keep theirs.
 */
export function openPrices(stripe: Stripe): OwnPrice {
  const known = new Map<string, Promise<string>>();
  const priceId: OwnPrice = (price) => {
    const lookupKey = lookupKeyOf(price);
    const id = known.get(lookupKey) ?? findOrCreate(lookupKey, price);
    known.set(lookupKey, id);
    id.catch(() => known.delete(lookupKey));
    return id;
  };

  async function findOrCreate(lookupKey: string, price: RecurringPrice): Promise<string> {
    const { data } = await asking(() => stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }));
    const [found] = data;
    if (found) return found.id;
    const laterPrice = price.later ? await priceId(price.later.price) : '';
    const created = await asking(() =>
      stripe.prices.create(
        {
          currency: 'usd',
          unit_amount: price.amountCents,
          recurring: intervalOf(price),
          lookup_key: lookupKey,
          product_data: { name: price.label },
          metadata: {
            key: price.key,
            ...(price.later && { laterPrice, laterAfterMonths: price.later.afterMonths }),
          },
        },
        { idempotencyKey: `price-${lookupKey}` },
      ),
    );
    return created.id;
  }

  return priceId;
}

function lookupKeyOf({ key, amountCents, later }: RecurringPrice): string {
  const then = later ? `-then-${later.price.amountCents}-after-${later.afterMonths}` : '';
  return `${key}-${amountCents}-usd${then}`;
}

function intervalOf({ everyMonths }: RecurringPrice) {
  return everyMonths % 12 === 0
    ? { interval: 'year' as const, interval_count: everyMonths / 12 }
    : { interval: 'month' as const, interval_count: everyMonths };
}
