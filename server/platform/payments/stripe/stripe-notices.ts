import type Stripe from 'stripe';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { PaymentNotice } from '../payments.ts';
import { idOf, isLiveKey, type StripeSettings } from './stripe-client.ts';

/** Older ones may have been recorded and sent once more. */
const oldestSeconds = 5 * 60;

/** Reads what Stripe sends. Nothing in it is believed but what it is about, which is then asked of Stripe. */
export function noticeReader(
  stripe: Stripe,
  { secretKey, webhookSecret }: StripeSettings,
  clock: Clock,
): (body: Buffer, signature: string) => PaymentNotice {
  return (body, signature) => {
    const event = verified(() =>
      stripe.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        oldestSeconds,
        undefined,
        clock.now().getTime(),
      ),
    );
    if (event.livemode !== isLiveKey(secretKey))
      throw new AppError('bad_request', 'This event is not of the mode that payments are made in');
    return { id: event.id, type: event.type, ...subjectOf(event) };
  };
}

function verified(read: () => Stripe.Event): Stripe.Event {
  try {
    return read();
  } catch (cause) {
    throw new AppError('bad_request', 'This event is not signed by Stripe, or too old', { cause });
  }
}

function subjectOf(event: Stripe.Event): Omit<PaymentNotice, 'id' | 'type'> {
  const thing: { object: string } = event.data.object;
  const none = { paymentId: null, subscriptionId: null, chargeId: null };
  switch (thing.object) {
    case 'checkout.session':
      return { ...none, paymentId: (thing as Stripe.Checkout.Session).id };
    case 'subscription':
      return { ...none, subscriptionId: (thing as Stripe.Subscription).id };
    case 'subscription_schedule':
      return { ...none, subscriptionId: idOf((thing as Stripe.SubscriptionSchedule).subscription) };
    case 'invoice': {
      const { parent } = thing as Stripe.Invoice;
      return { ...none, subscriptionId: idOf(parent?.subscription_details?.subscription) };
    }
    case 'charge':
      // Every payment makes one; only what was given back of it is news.
      return event.type === 'charge.refunded' ? { ...none, chargeId: intentOf(thing) } : none;
    case 'refund':
    case 'dispute':
      return { ...none, chargeId: intentOf(thing) };
    default:
      return none;
  }
}

function intentOf(thing: object): string | null {
  return idOf((thing as Stripe.Charge | Stripe.Refund | Stripe.Dispute).payment_intent);
}
