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

  async function find(lookupKey: string): Promise<string | undefined> {
    const { data } = await asking(() => stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }));
    return data[0]?.id;
  }

  /** Only one price has a lookup key. An idempotency key of ours would return a first error for a day, in which nobody could subscribe. */
  async function findOrCreate(lookupKey: string, price: RecurringPrice): Promise<string> {
    const found = await find(lookupKey);
    if (found) return found;
    const laterPrice = price.later ? await priceId(price.later.price) : '';
    try {
      const created = await asking(() => stripe.prices.create(columnsOf(lookupKey, price, laterPrice)));
      return created.id;
    } catch (error) {
      // Another process has created it meanwhile, or the answer was lost.
      const created = await find(lookupKey);
      if (created) return created;
      throw error;
    }
  }

  return priceId;
}

function columnsOf(lookupKey: string, price: RecurringPrice, laterPrice: string): Stripe.PriceCreateParams {
  return {
    currency: 'usd',
    unit_amount: price.amountCents,
    recurring: intervalOf(price),
    lookup_key: lookupKey,
    product_data: { name: price.label },
    metadata: {
      key: price.key,
      ...(price.later && { laterPrice, laterAfterMonths: price.later.afterMonths }),
    },
  };
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
