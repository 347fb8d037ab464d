import { z } from 'zod';
import {
  SandboxMonths,
  SandboxPayment,
  SandboxRenewals,
} from '../../../../shared/billing/sandbox-payments.ts';
import { IdParams } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import type { PaymentEffects } from '../payments/payment-events/payment-events.ts';
import {
  cancelSandbox,
  declineSandbox,
  passSandboxMonths,
  paySandbox,
  readSandboxPayment,
  setSandboxRenewals,
} from './sandbox.ts';

const requestsPerAddress = { max: 60, timeWindow: '1 minute' };

/**
 * The trial payment page, used if no provider is configured. It needs no sign-in, like a provider's own page:
 * whoever has its address may pay, and learns what is paid for but nothing about the account.
 */
export async function sandboxPaymentsRoutes(
  app: App,
  { effects }: { effects: PaymentEffects },
): Promise<void> {
  const { services } = app;
  const config = { rateLimit: requestsPerAddress };
  const schema = { params: IdParams, response: { 200: SandboxPayment } };

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-robots-tag', 'noindex').header('referrer-policy', 'no-referrer');
  });

  app.get('/api/sandbox-payments/:id', { config, schema }, (request) =>
    readSandboxPayment(services, request.params.id),
  );

  app.post('/api/sandbox-payments/:id/pay', { config, schema }, (request) =>
    paySandbox(services, effects, request.params.id),
  );

  app.post('/api/sandbox-payments/:id/decline', { config, schema }, (request) =>
    declineSandbox(services, effects, request.params.id),
  );

  app.post('/api/sandbox-payments/:id/cancel', { config, schema }, (request) =>
    cancelSandbox(services, effects, request.params.id),
  );

  app.post(
    '/api/sandbox-subscriptions/:id/renewals',
    { config, schema: { params: IdParams, body: SandboxRenewals, response: { 204: z.null() } } },
    async (request, reply) => {
      await setSandboxRenewals(services, effects, request.params.id, request.body);
      return reply.status(204).send(null);
    },
  );

  app.post(
    '/api/sandbox-subscriptions/:id/months',
    { config, schema: { params: IdParams, body: SandboxMonths, response: { 204: z.null() } } },
    async (request, reply) => {
      await passSandboxMonths(services, effects, request.params.id, request.body);
      return reply.status(204).send(null);
    },
  );
}
