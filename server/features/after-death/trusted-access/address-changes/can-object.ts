import { carriesLink } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { shareMailbox } from '../../../accounts/profile/profile.ts';
import { failedAddressesOf } from '../../../delivery/deliveries/deliveries.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { contactsOf, isSameAddress } from '../../../people/recipients/recipients.ts';
import { type Concerned, type PlannedChange, whoIsTold } from './notices.ts';

/**
 * Whether anybody but `proposer`, on whose word it is made, would hear of this change in time to say that it is wrong: at an
 * address that is not the proposer's, and not by letter. Where that person's mail is known to come back, or to reach somebody else,
 * they would not.
 */
export async function canAnybodyObject(
  tx: Tx,
  services: Services,
  change: PlannedChange,
  { concerned, proposer }: { concerned: Concerned; proposer: RecipientRow | undefined },
): Promise<boolean> {
  const told = await whoIsTold(tx, services, change, concerned);
  const { id, disownedAddress } = concerned.person;
  const failed = [...(await failedAddressesOf(tx, id)), ...(disownedAddress ? [disownedAddress] : [])];
  return told.some(
    ({ audience, channel, address }) =>
      carriesLink(channel) &&
      !(proposer && isOf(proposer, address)) &&
      !(audience === 'person' && failed.some((one) => isSameAddress(one, address))),
  );
}

export function isOf(person: RecipientRow, address: string): boolean {
  const theirs = contactsOf(person).map((contact) => contact.address);
  return theirs.some((one) => isSameAddress(one, address)) || shareMailbox(theirs, [address]);
}
