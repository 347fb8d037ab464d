import { Checkout } from '../../../../shared/billing/checkout.ts';
import {
  ArrearsPayment,
  ArrearsPaymentParams,
  KeepCurrentForm,
  KeepCurrentPage,
  KeepCurrentParams,
  OwnKeepCurrent,
} from '../../../../shared/billing/keep-current.ts';
import type { App } from '../../../platform/context.ts';
import { keepPrivate } from '../../../platform/http/api-headers.ts';
import { visitedOrigin } from '../../../platform/http/this-machine.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { type AttemptLimit, addressOf, limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import { findOpenLink, pathOf } from './links.ts';
import { openPastDueCheckout } from './open-checkout.ts';
import { dueOn, readKeepCurrent, readPastDuePayment } from './read-page.ts';

const looksPerAddress = { max: 60, timeWindow: '1 minute' };

/** Each page opened queries the provider, and may cause a mail to an address that a stranger entered. */
const openings: AttemptLimit[] = [
  {
    name: 'keep-current link',
    max: 30,
    minutes: 60,
    keyOf: (request) => KeepCurrentParams.safeParse(request.params).data?.token,
  },
  { name: 'keep-current address', max: 60, minutes: 60, keyOf: addressOf },
];

/** What is due on an account, and paying it; needs only the link. */
export async function pastDueRoutes(app: App, { effects }: { effects: PaymentEffects }): Promise<void> {
  const { services } = app;
  const config = { rateLimit: looksPerAddress };
  app.addHook('onRequest', keepPrivate);

  app.get(
    '/api/keep-current/:token',
    { config, schema: { params: KeepCurrentParams, response: { 200: KeepCurrentPage } } },
    async (request) => readKeepCurrent(services, request.params.token),
  );

  app.post(
    '/api/keep-current/:token/checkout',
    {
      preHandler: limitAttempts(...openings),
      schema: { params: KeepCurrentParams, body: KeepCurrentForm, response: { 201: Checkout } },
    },
    async (request, reply) => {
      const origin = visitedOrigin(request, services.config.publicUrl);
      const { token } = request.params;
      return reply
        .status(201)
        .send(await openPastDueCheckout(services, effects, token, request.body, origin));
    },
  );

  app.get(
    '/api/keep-current/:token/payments/:sessionId',
    { config, schema: { params: ArrearsPaymentParams, response: { 200: ArrearsPayment } } },
    async (request) => readPastDuePayment(services, effects, request.params),
  );

  app.get(
    '/api/keep-current',
    { onRequest: signedIn, schema: { response: { 200: OwnKeepCurrent } } },
    async (request) => {
      const owner = ownerOf(request);
      const isDue = dueOn(owner, services.clock.now()) !== undefined;
      const link = isDue && (await findOpenLink(services.db, owner.id));
      return { url: link ? services.config.publicUrl + pathOf(services, link) : null };
    },
  );
}
