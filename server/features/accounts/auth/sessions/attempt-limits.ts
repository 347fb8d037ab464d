import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EmailAddress } from '../../../../../shared/values.ts';
import {
  type AttemptLimit,
  addressOf,
  limitAttempts,
  perProcess,
} from '../../../system/attempt-limits/attempt-limits.ts';
import { knownDevice } from './session-cookies.ts';

/** Attempts from one IP address, on any account. A browser that has signed in to this account before has a count of its own. */
const signInsOfAddress = { name: 'sign-in address', max: 60, minutes: 10, keyOf: sourceOfSignIn };
/** Registrations from one IP address. */
export const registrationsOfAddress = { name: 'register address', max: 30, minutes: 60, keyOf: addressOf };

const FormOfAccount = z.object({ email: EmailAddress });

function accountOf(request: FastifyRequest): string {
  return FormOfAccount.parse(request.body).email.toLowerCase();
}

/** Strangers at the same IP address, as in a hospital or a large network, cannot lock out a known browser. */
function sourceOfSignIn(request: FastifyRequest): string {
  return sourceOf(request, accountOf(request));
}

function sourceOf(request: FastifyRequest, idOrEmail: string): string {
  const device = knownDevice(request, idOrEmail);
  return device ? `device ${device} ${idOrEmail}` : addressOf(request);
}

const signInsOfAccount: AttemptLimit = {
  name: 'sign-in account',
  max: 10,
  minutes: 15,
  keyOf: (request) => {
    const email = accountOf(request);
    const device = knownDevice(request, email);
    return device ? `device ${device} ${email}` : `account ${email}`;
  },
};
const registrationsOfAccount: AttemptLimit = {
  name: 'register account',
  max: 10,
  minutes: 60,
  keyOf: accountOf,
};

/**
 * Limits attempts at one account, from any number of addresses, and attempts from one address. A browser that
 * has signed in to this account before has limits of its own, so that strangers cannot lock the owner out.
 */
export const limitSignIns = limitAttempts(signInsOfAccount, signInsOfAddress);

/** The same limit within this process; checked once it is known whose account it is. */
export const rateOfSignIns = {
  ...perProcess(signInsOfAddress),
  hook: 'preHandler' as const,
  keyGenerator: sourceOfSignIn,
};

export const limitRegistrations = limitAttempts(registrationsOfAccount, registrationsOfAddress);

/** The same for the code that follows; `accountId` is undefined if no sign-in is waiting for a code. */
export function limitCodes(request: FastifyRequest, accountId: string | undefined): Promise<void> {
  const source = accountId ? sourceOf(request, accountId) : addressOf(request);
  return limitAttempts({ ...signInsOfAddress, keyOf: () => source })(request);
}
