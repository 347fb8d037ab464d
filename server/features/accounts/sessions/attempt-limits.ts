import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { EmailAddress } from '../../../../shared/values.ts';
import { type AttemptLimit, addressOf, limitAttempts } from '../../system/attempt-limits/attempt-limits.ts';
import { knownDevice } from './session-cookies.ts';

/** Attempts from one IP address, whatever the account. */
export const signInsOfAddress = { name: 'sign-in address', max: 60, minutes: 10, keyOf: addressOf };
/** Registrations from one IP address. */
export const registrationsOfAddress = { name: 'register address', max: 30, minutes: 60, keyOf: addressOf };

const FormOfAccount = z.object({ email: EmailAddress });

function accountOf(request: FastifyRequest): string {
  return FormOfAccount.parse(request.body).email.toLowerCase();
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
 * Limits attempts at one account, from however many addresses, and those of one address. A browser that signed in to this account
 * before has a limit of its own, so that strangers cannot lock the owner out.
 */
export const limitSignIns = limitAttempts(signInsOfAccount, signInsOfAddress);
export const limitRegistrations = limitAttempts(registrationsOfAccount, registrationsOfAddress);
