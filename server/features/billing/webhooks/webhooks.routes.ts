import { z } from 'zod';
import type { App } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { receiveNotice } from './webhooks.ts';

const bodyMaxBytes = 1_048_576;

/** Stripe's webhook. It responds as soon as the event is stored. */
export async function paymentNoticesRoutes(app: App): Promise<void> {
  const { services } = app;
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMaxBytes }, (_request, body, done) =>
    done(null, body),
  );

  app.post('/api/stripe/webhook', { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    const { payments } = services;
    if (!payments.readNotice) throw notFound();
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const notice = payments.readNotice(body, String(request.headers['stripe-signature'] ?? ''));
    await receiveNotice(services, notice);
    return reply.status(204).send(null);
  });
}
