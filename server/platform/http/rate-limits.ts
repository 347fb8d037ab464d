import rateLimit from '@fastify/rate-limit';
import type { Config } from '../config.ts';
import type { App } from '../context.ts';
import { AppError } from '../errors.ts';

/** Routes opt in with `config.rateLimit`, and answer 429 beyond it. */
export async function limitRates(app: App, { rateLimits }: Pick<Config, 'rateLimits'>): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    ...(!rateLimits && { allowList: () => true }),
    errorResponseBuilder: (_request, context) =>
      new AppError('too_many_requests', `Too many tries. Please wait ${context.after} and try again.`, {
        retryAfterSeconds: Math.ceil(context.ttl / 1000),
      }),
  });
}
