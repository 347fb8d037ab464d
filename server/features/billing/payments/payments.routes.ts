import { CheckoutSession, CheckoutSessionParams } from '../../../../shared/billing/checkout.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { ownerOf, signedIn } from '../../accounts/auth/sessions/sessions.ts';
import { findCheckout, readCheckout } from './checkout-sessions/checkout-sessions.ts';
import { type PaymentEffects, settleCheckout } from './payment-events/payment-events.ts';
import { writeReceipt } from './payments.ts';
import { refundsByPayment } from './refunds/refunds.ts';

/** What has become of a payment, and its receipt. */
export async function paymentsRoutes(app: App, { effects }: { effects: PaymentEffects }): Promise<void> {
  const { services } = app;

  app.get(
    '/api/checkout-session/:sessionId',
    { onRequest: signedIn, schema: { params: CheckoutSessionParams, response: { 200: CheckoutSession } } },
    async (request) => {
      const { id: userId } = ownerOf(request);
      const { sessionId } = request.params;
      // The payer is often back before the provider's event arrives.
      await settleCheckout(services, effects, await findCheckout(services.db, userId, sessionId));
      const refund = (await refundsByPayment(services.db, userId)).get(sessionId);
      const session = await readCheckout(services.db, userId, sessionId);
      return { ...session, ...(refund && { owedBackDollars: refund.amount }) };
    },
  );

  app.get(
    '/api/payments/:id/receipt.pdf',
    {
      onRequest: signedIn,
      config: { rateLimit: { max: 20, timeWindow: '1 minute' } },
      schema: { params: IdParams, produces: ['application/pdf'], description: 'A receipt to print, A5.' },
    },
    async (request, reply) => {
      const receipt = await writeReceipt(services, ownerOf(request), request.params.id);
      return reply
        .type('application/pdf')
        .header('content-disposition', 'inline; filename="Receipt.pdf"')
        .send(receipt);
    },
  );
}
