import { CheckoutSession, CheckoutSessionParams } from '../../../../../shared/billing/checkout.ts';
import type { App } from '../../../../platform/context.ts';
import { ownerOf, signedIn } from '../../../accounts/auth/sessions/sessions.ts';
import { type PaymentEffects, settleCheckout } from '../payment-events/payment-events.ts';
import { findCheckout, readCheckout } from './checkout-sessions.ts';

/** What has become of a payment. */
export async function checkoutSessionsRoutes(
  app: App,
  { effects }: { effects: PaymentEffects },
): Promise<void> {
  const { services } = app;

  app.get(
    '/api/checkout-session/:sessionId',
    { onRequest: signedIn, schema: { params: CheckoutSessionParams, response: { 200: CheckoutSession } } },
    async (request) => {
      const { id: userId } = ownerOf(request);
      const { sessionId } = request.params;
      // The payer is often back before the provider's event arrives.
      await settleCheckout(services, effects, await findCheckout(services.db, userId, sessionId));
      return readCheckout(services.db, userId, sessionId);
    },
  );
}
