import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { EmailAddress } from '../../../shared/values.ts';
import type { App } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { knownDevice } from './session-cookies.ts';

/** Tries at sign-in from one address, on whichever accounts. */
export const signInsOfAddress = { max: 60, timeWindow: '10 minutes' };
/** Registrations from one address. */
export const registrationsOfAddress = { max: 30, timeWindow: '1 hour' };

const signInsOfAccount = { max: 10, timeWindow: '15 minutes' };
const registrationsOfAccount = { max: 10, timeWindow: '1 hour' };

const FormOfAccount = z.object({ email: EmailAddress });

function accountOf(request: FastifyRequest): string {
  return FormOfAccount.parse(request.body).email.toLowerCase();
}

/**
 * Few tries at one account, from however many addresses. A browser that was signed in to this account before has tries
 * of its own, so that strangers who use the others up do not lock the owner out.
 */
export function limitSignInsOfAccount(app: App): preHandlerAsyncHookHandler {
  return limitTries(app, signInsOfAccount, (request) => {
    const email = accountOf(request);
    const device = knownDevice(request, app.services, email);
    return device ? `device ${device}` : `account ${email}`;
  });
}

export function limitRegistrationsOfAccount(app: App): preHandlerAsyncHookHandler {
  return limitTries(app, registrationsOfAccount, accountOf);
}

/** After validation, since the account stands in the body. */
function limitTries(
  app: App,
  limit: { max: number; timeWindow: string },
  keyGenerator: (request: FastifyRequest) => string,
): preHandlerAsyncHookHandler {
  const count = app.createRateLimit({ ...limit, keyGenerator });
  return async (request) => {
    const tries = await count(request);
    if (tries.isAllowed || !tries.isExceeded) return;
    const minutes = Math.ceil(tries.ttlInSeconds / 60);
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    throw new AppError('too_many_requests', `Too many tries. Please wait ${wait} and try again.`, {
      retryAfterSeconds: tries.ttlInSeconds,
    });
  };
}
