import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { bounceMaxBytes } from '../../../../platform/mail/bounce-report.ts';
import { readBounce, receiveBounce } from './receive-bounces.ts';

/** Where a mail service posts bounces, as raw messages signed with BOUNCE_WEBHOOK_SECRET. */
export async function bouncesRoutes(app: App, { secret }: { secret: string }): Promise<void> {
  const { services } = app;
  // The signature covers the raw bytes.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'message/rfc822',
    { parseAs: 'buffer', bodyLimit: bounceMaxBytes },
    (_request, body, done) => done(null, body),
  );

  app.post('/api/mail/bounces', { schema: { response: { 204: z.null() } } }, async (request, reply) => {
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    requireSignature(secret, raw, String(request.headers['x-signature'] ?? ''));
    const bounce = await readBounce(services, raw, { source: 'webhook' });
    if (bounce) await inTransaction(services.db, (tx) => receiveBounce(tx, services, bounce));
    return reply.status(204).send(null);
  });
}

/** 401 unless `signature` is `sha256=<HMAC of the body as hex>`. */
function requireSignature(secret: string, body: Buffer, signature: string): void {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(signature.toLowerCase());
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('not_signed_in', 'This is not signed with the secret for bounces');
}
