import { Checkout, CheckoutForm } from '../../../../shared/billing/checkout.ts';
import {
  ChangeForm,
  ChangePreview,
  PaymentList,
  Portal,
  PreviewForm,
  SubscriptionChanged,
} from '../../../../shared/billing/subscriptions.ts';
import type { App } from '../../../platform/context.ts';
import { visitedOrigin } from '../../../platform/http/this-machine.ts';
import { attemptsOfOwner, ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { type AttemptLimit, limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { cancelPlan, changePlan, resumePlan } from './change-subscription.ts';
import { listPayments } from './list-payments.ts';
import { openPortal } from './portal.ts';
import { type CountKept, previewChange } from './preview-change.ts';
import { orderPlan } from './subscriptions.ts';

const ordersOfOwner = attemptsOfOwner('orders', 30);

/** Each request queries the provider, which has a rate limit. */
const previewsOfOwner: AttemptLimit = { ...ordersOfOwner, name: 'plan-previews', max: 60 };

interface SubscriptionHooks {
  effects: PaymentEffects;
  countKept: CountKept;
}

/** The plan an owner pays for. */
export async function subscriptionsRoutes(
  app: App,
  { effects, countKept }: SubscriptionHooks,
): Promise<void> {
  const { services } = app;
  const preHandler = limitAttempts(ordersOfOwner);

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

  app.post(
    '/api/subscription/preview',
    {
      onRequest: signedIn,
      preHandler: limitAttempts(previewsOfOwner),
      schema: { body: PreviewForm, response: { 200: ChangePreview } },
    },
    async (request) => {
      const { subscriptionPlan: plan, billingPeriod } = request.body;
      return previewChange(services, countKept, ownerOf(request), { plan, billingPeriod });
    },
  );

  const answer = { 200: SubscriptionChanged };

  app.post(
    '/api/subscription/change',
    { onRequest: signedIn, preHandler, schema: { body: ChangeForm, response: answer } },
    async (request) => {
      const { subscriptionPlan: plan, billingPeriod, seen } = request.body;
      return changePlan(services, effects, ownerOf(request), { plan, billingPeriod }, seen);
    },
  );

  app.post(
    '/api/subscription/cancel',
    { onRequest: signedIn, preHandler, schema: { response: answer } },
    async (request) => cancelPlan(services, effects, ownerOf(request)),
  );

  app.post(
    '/api/subscription/resume',
    { onRequest: signedIn, preHandler, schema: { response: answer } },
    async (request) => resumePlan(services, effects, ownerOf(request)),
  );

  app.post(
    '/api/subscription/portal',
    { onRequest: signedIn, preHandler, schema: { response: { 200: Portal } } },
    async (request) =>
      openPortal(services, ownerOf(request), visitedOrigin(request, services.config.publicUrl)),
  );

  app.get(
    '/api/payments',
    { onRequest: signedIn, schema: { response: { 200: PaymentList } } },
    async (request) => listPayments(services, ownerOf(request)),
  );
}
