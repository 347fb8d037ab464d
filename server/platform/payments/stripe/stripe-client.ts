import Stripe from 'stripe';
import { AppError } from '../../errors.ts';
import { cardRefused } from '../payments.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another server that speaks Stripe's API, for tests. */
  apiUrl: string | undefined;
}

const timeoutMilliseconds = 15_000;

export function openStripeClient({ secretKey, apiUrl }: StripeSettings): Stripe {
  const other = apiUrl ? new URL(apiUrl) : undefined;
  return new Stripe(secretKey, {
    timeout: timeoutMilliseconds,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(other && { protocol: 'http' as const, host: other.hostname, port: other.port }),
  });
}

/** Whether real money moves with this key. */
export function isLiveKey(secretKey: string): boolean {
  return /^[sr]k_live_/.test(secretKey);
}

/** Runs `call` and translates Stripe's errors: 409 if a card is declined, 503 if Stripe does not answer or refuses our key. */
export async function asking<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw translated(error);
  }
}

/** The same, but undefined if Stripe has no such object. */
export async function askingFor<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw translated(error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

const keyRefused = 'The payment provider does not accept our requests at the moment. Please try again later.';

/** Stripe's own words, which hold a part of a refused key, go to the log only. */
function translated(cause: unknown): unknown {
  const { StripeCardError, StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  if (cause instanceof StripeCardError) return cardRefused(cause);
  if (cause instanceof StripeAuthenticationError || cause instanceof StripePermissionError)
    return new AppError('unavailable', keyRefused, { retryAfterSeconds: 600, cause });
  const isAway = [StripeConnectionError, StripeAPIError, StripeRateLimitError].some(
    (kind) => cause instanceof kind,
  );
  return isAway
    ? new AppError('unavailable', 'The payment provider does not answer. Please try again in a minute.', {
        retryAfterSeconds: 60,
        cause,
      })
    : cause;
}

/** Stripe counts in seconds. */
export const toSeconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
export const fromSeconds = (seconds: number) => new Date(seconds * 1000);

/** Stripe returns an id, or the object itself if it was expanded. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}

export function expanded<T extends object>(thing: string | T | null | undefined): T | null {
  return thing && typeof thing === 'object' ? thing : null;
}
