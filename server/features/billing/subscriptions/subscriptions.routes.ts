import { Checkout, CheckoutForm } from '../../../../shared/billing/checkout.ts';
import type { App } from '../../../platform/context.ts';
import { visitedOrigin } from '../../../platform/http/visited-origin.ts';
import { ownerOf, signedIn } from '../../accounts/sessions/sessions.ts';
import { limitTries, type TryLimit } from '../../system/try-limits/try-limits.ts';
import type { PaymentEffects } from '../payment-events/payment-events.ts';
import { orderPlan } from './subscriptions.ts';

const ordersOfOwner: TryLimit = {
  name: 'orders',
  max: 30,
  minutes: 15,
  keyOf: (request) => ownerOf(request).id,
};

/** The plan an owner pays for. */
export async function subscriptionsRoutes(app: App, { effects }: { effects: PaymentEffects }): Promise<void> {
  const { services } = app;
  const preHandler = limitTries(ordersOfOwner);

  app.post(
    '/api/create-checkout-session',
    { onRequest: signedIn, preHandler, schema: { body: CheckoutForm, response: { 201: Checkout } } },
    async (request, reply) => {
      const { subscriptionPlan: plan, billingPeriod } = request.body;
      const origin = visitedOrigin(request, services.config.publicUrl);
      const owner = ownerOf(request);
      return reply
        .status(201)
        .send(await orderPlan(services, effects, owner.id, { plan, billingPeriod }, origin));
    },
  );
}
