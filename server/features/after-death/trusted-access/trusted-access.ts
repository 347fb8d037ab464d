import { TrustedParams } from '../../../../shared/after-death/trusted-access.ts';
import { type AttemptLimit, addressOf } from '../../system/attempt-limits/attempt-limits.ts';

export { readTrustedPerson } from './page.ts';
export { endHoldIfLast, isAddressDisputed } from './people.ts';

// Shared by all routes behind a trusted contact's link.

/** Enough for an address book; each of them may make us write to an address. */
export const trustedWrites: AttemptLimit[] = [
  {
    name: 'trusted link',
    max: 120,
    minutes: 60,
    keyOf: (request) => TrustedParams.safeParse(request.params).data?.token,
  },
  { name: 'trusted address', max: 240, minutes: 60, keyOf: addressOf },
];
