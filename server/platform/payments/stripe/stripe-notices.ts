import type Stripe from 'stripe';
import { z } from 'zod';
import { type Clock, minutesAfter } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { PaymentNotice } from '../payments.ts';
import { fromSeconds, isLiveKey, type StripeSettings } from './stripe-client.ts';

/** Older events may be replayed; events dated further ahead could be replayed later. */
const aroundNowMinutes = 5;

const Name = z.string().regex(/^[\w.:-]{1,255}$/);

/** The parts of an event that are read. A signed event need not be of a kind that we know. */
const Signed = z.object({
  id: Name,
  type: Name,
  livemode: z.boolean(),
  created: z.int().optional(),
  data: z.object({ object: z.looseObject({ object: z.string() }) }),
});

/** Reads an event from Stripe. Only its subject is used; everything else is then requested from Stripe. */
export function noticeReader(
  stripe: Stripe,
  { secretKey, webhookSecret }: StripeSettings,
  clock: Clock,
): (body: Buffer, signature: string) => PaymentNotice {
  return (body, signature) => {
    const now = clock.now();
    const sent: unknown = verified(() =>
      stripe.webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        aroundNowMinutes * 60,
        undefined,
        now.getTime(),
      ),
    );
    const event = Signed.safeParse(sent).data;
    if (!event) throw new AppError('bad_request', 'This is not an event of Stripe as we know them');
    if (isAhead(now, event.created) || isAhead(now, signedAt(signature)))
      throw new AppError('bad_request', 'This event is dated in the future');
    if (event.livemode !== isLiveKey(secretKey))
      throw new AppError('bad_request', 'This event is not of the mode that payments are made in');
    return { id: event.id, type: event.type, ...subjectOf(event) };
  };
}

function verified(read: () => unknown): unknown {
  try {
    return read();
  } catch (cause) {
    throw new AppError('bad_request', 'This event is not signed by Stripe, or too old', { cause });
  }
}

/** The `t` of the header, which is signed too; Stripe's package only checks that it is not too old. */
function signedAt(signature: string): number | undefined {
  const [, seconds] = [...signature.matchAll(/(?:^|,)t=(\d{1,12})/g)].at(-1) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function isAhead(now: Date, seconds: number | undefined): boolean {
  return seconds !== undefined && fromSeconds(seconds) > minutesAfter(now, aroundNowMinutes);
}

type Subject = Omit<PaymentNotice, 'id' | 'type'>;

/** Empty if the event is about nothing of ours, or does not say what it is about. */
function subjectOf({ type, data }: z.output<typeof Signed>): Subject {
  const thing = data.object;
  const none: Subject = { paymentId: null, subscriptionId: null, chargeId: null };
  switch (thing.object) {
    case 'checkout.session':
      return { ...none, paymentId: nameOf(thing) };
    case 'subscription':
      return { ...none, subscriptionId: nameOf(thing) };
    case 'subscription_schedule':
      return { ...none, subscriptionId: nameOf(thing['subscription']) };
    case 'invoice':
      return { ...none, subscriptionId: nameOf(Renewed.safeParse(thing).data?.parent) };
    case 'charge':
      // Every payment creates a charge; only refunds are news.
      return type === 'charge.refunded' ? { ...none, chargeId: nameOf(thing['payment_intent']) } : none;
    case 'refund':
    case 'dispute':
      return { ...none, chargeId: nameOf(thing['payment_intent']) };
    default:
      return none;
  }
}

/** An invoice of a subscription. */
const Renewed = z.object({
  parent: z
    .object({ subscription_details: z.object({ subscription: z.unknown() }) })
    .transform(({ subscription_details }) => subscription_details.subscription),
});
const Thing = z.object({ id: Name });

/** Stripe sends an id, or the object itself. */
function nameOf(thing: unknown): string | null {
  return Name.safeParse(thing).data ?? Thing.safeParse(thing).data?.id ?? null;
}
