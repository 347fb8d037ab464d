import type { AddressChangePage, ReachedField } from '../../../../../shared/after-death/address-changes.ts';
import { formatFullDate } from '../../../../../shared/dates.ts';
import { listNames } from '../../../../../shared/names.ts';
import { deviceTimeZone } from '../../../../lib/device.ts';

const fieldNames: Record<ReachedField, string> = {
  email: 'email address',
  secondEmail: 'second email address',
  phone: 'phone number',
  mailingAddress: 'postal address',
};

/** For the person themselves it is a question; for others it says whom it is about. */
export function titleOf({ audience, personFirstName, canDispute }: AddressChangePage): string {
  if (audience !== 'person') return `A new address for ${personFirstName}`;
  return canDispute ? `Is this right, ${personFirstName}?` : 'About your new address';
}

export function describeChange(page: AddressChangePage): string {
  const { audience, byName, personFirstName, ownerFirstName, changes, inForceFrom } = page;
  const who = byName ?? 'A member of our staff';
  const whom = audience === 'person' ? 'you' : personFirstName;
  const what = listNames(changes.map(({ field }) => fieldNames[field]));
  const done = `${who} gave us a new ${what} for ${whom}.`;
  if (!inForceFrom) return `${done} Nothing is changed yet: somebody here looks at it first.`;
  const day = formatFullDate(inForceFrom, deviceTimeZone());
  const left = audience === 'owner' ? 'what you left' : `what ${ownerFirstName} left`;
  const isOver = new Date(inForceFrom) <= new Date();
  return isOver
    ? `${done} Since ${day}, ${left} for ${whom} goes there.`
    : `${done} From ${day} on, ${left} for ${whom} would go there. Nothing goes anywhere before.`;
}

export function describeEnd({ state, audience, personFirstName, ownerFirstName }: AddressChangePage): string {
  const whom = audience === 'person' ? 'you' : personFirstName;
  switch (state) {
    case 'refused':
      return `It was not changed. We reach ${whom} as before.`;
    case 'put_back':
      return `It was put back. We reach ${whom} as before.`;
    case 'ended':
      return audience === 'owner'
        ? 'Your own address book is used again. Please look there.'
        : `${ownerFirstName}’s own address book is used again.`;
    default:
      return `We looked into it, and found that the new address for ${whom} is right.`;
  }
}

export function whenWords({ byName }: AddressChangePage, day: string): string {
  return `This is about what ${byName ?? 'a member of our staff'} gave us on ${day}.`;
}
