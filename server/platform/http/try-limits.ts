import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import type { App } from '../context.ts';
import { AppError } from '../errors.ts';

export interface TryLimit {
  max: number;
  timeWindow: string;
}

/** Counts requests per `keyOf(request)` and answers 429 above the limit. Requests without a key are not counted. */
export function limitTries(
  app: App,
  limit: TryLimit,
  keyOf: (request: FastifyRequest) => string | undefined,
): preHandlerAsyncHookHandler {
  const count = app.createRateLimit({ ...limit, keyGenerator: (request) => keyOf(request) ?? '' });
  return async (request) => {
    if (keyOf(request) === undefined) return;
    const tries = await count(request);
    if (tries.isAllowed || !tries.isExceeded) return;
    throw tooManyTries(tries.ttlInSeconds);
  };
}

/** 429 with `Retry-After`. */
export function tooManyTries(waitSeconds: number): AppError {
  const minutes = Math.ceil(waitSeconds / 60);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new AppError('too_many_requests', `Too many tries. Please wait ${wait} and try again.`, {
    retryAfterSeconds: waitSeconds,
  });
}
