import { and, asc, eq, gt, isNotNull, isNull, lt, notExists } from 'drizzle-orm';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { type CheckoutSessionRow, checkoutSessions } from '../checkout-sessions/checkout-sessions.table.ts';
import { paymentEvents } from './payment-events.table.ts';
import { type PaymentEffects, settleCheckout } from './payment-events.ts';

/** For how long after its page closed a payment is still looked up: longer than the two years for which we may have been down. */
const latestLookMinutes = 800 * 24 * 60;

/** Earlier than this, the event is probably still on its way. */
const soonestLookMinutes = 10;

const lookupBatchSize = 200;

/** Does the same for every payment that may have been made and whose event never arrived. */
export async function settleMissedCheckouts(
  services: Services,
  effects: PaymentEffects,
  batchSize = lookupBatchSize,
): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const forgotten = await findMissed(services, batchSize, after);
    await services.sweeps.each('missed-payments', forgotten, (session) =>
      settleCheckout(services, effects, session),
    );
    after = forgotten.at(-1)?.id;
    if (forgotten.length < batchSize) return;
  }
}

/** Sessions of some age, neither known to be paid nor to have expired unpaid. */
function findMissed({ db, clock }: Services, limit: number, after?: string): Promise<CheckoutSessionRow[]> {
  const now = clock.now();
  const closedUnpaid = db
    .select()
    .from(paymentEvents)
    .where(and(eq(paymentEvents.sessionId, checkoutSessions.id), eq(paymentEvents.type, 'expired')));
  return db
    .select()
    .from(checkoutSessions)
    .where(
      and(
        isNull(checkoutSessions.paidAt),
        isNotNull(checkoutSessions.paymentId),
        gt(checkoutSessions.expiresAt, minutesAfter(now, -latestLookMinutes)),
        lt(checkoutSessions.createdAt, minutesAfter(now, -soonestLookMinutes)),
        after ? gt(checkoutSessions.id, after) : undefined,
        notExists(closedUnpaid),
      ),
    )
    .orderBy(asc(checkoutSessions.id))
    .limit(limit);
}
