import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { z } from 'zod';
import { EmailAddress } from '../../../../shared/values.ts';
import type { App } from '../../../platform/context.ts';
import { limitTries } from '../../../platform/http/try-limits.ts';
import { knownDevice } from './session-cookies.ts';

/** Attempts from one IP address, whatever the account. */
export const signInsOfAddress = { max: 60, timeWindow: '10 minutes' };
/** Registrations from one IP address. */
export const registrationsOfAddress = { max: 30, timeWindow: '1 hour' };

const signInsOfAccount = { max: 10, timeWindow: '15 minutes' };
const registrationsOfAccount = { max: 10, timeWindow: '1 hour' };

const FormOfAccount = z.object({ email: EmailAddress });

/** Runs after validation, since the account is in the body. */
function accountOf(request: FastifyRequest): string {
  return FormOfAccount.parse(request.body).email.toLowerCase();
}

/**
 * Limits attempts at one account, from however many addresses. A browser that signed in to this account before has a
 * limit of its own, so that strangers cannot lock the owner out.
 */
export function limitSignInsOfAccount(app: App): preHandlerAsyncHookHandler {
  return limitTries(app, signInsOfAccount, (request) => {
    const email = accountOf(request);
    const device = knownDevice(request, app.services, email);
    return device ? `device ${device} ${email}` : `account ${email}`;
  });
}

export function limitRegistrationsOfAccount(app: App): preHandlerAsyncHookHandler {
  return limitTries(app, registrationsOfAccount, accountOf);
}
