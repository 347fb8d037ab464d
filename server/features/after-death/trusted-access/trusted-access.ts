import type { FastifyReply, FastifyRequest } from 'fastify';
import { TrustedParams } from '../../../../shared/after-death/trusted-access.ts';
import { type AttemptLimit, addressOf } from '../../system/attempt-limits/attempt-limits.ts';

export { readTrustedPerson } from './page.ts';
export { endHoldIfLast, isAddressDisputed } from './people.ts';

// What all routes share that stand behind the link of a trusted contact.

/** Enough for an address book; each may write to an address. */
export const trustedWrites: AttemptLimit[] = [
  {
    name: 'trusted link',
    max: 120,
    minutes: 60,
    keyOf: (request) => TrustedParams.safeParse(request.params).data?.token,
  },
  { name: 'trusted address', max: 240, minutes: 60, keyOf: addressOf },
];

/** A hook: the response must not be cached, indexed or leaked through a referrer. */
export async function keepPrivate(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'private, no-store');
}
