import type { GuardianAddressForm } from '../../../../../shared/delivery/guardians.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError, fieldError, requireFound } from '../../../../platform/errors.ts';
import { phoneNumberOf } from '../../../../platform/sms/phone-number.ts';
import { lockOwner, shareMailbox } from '../../../accounts/profile/profile.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import {
  contactOf,
  contactsOf,
  lockRecipient,
  type ReaddressAfterDeath,
  saveProposal,
  submitProposal,
} from '../../../people/recipients/recipients.ts';
import { record } from '../../../system/audit/audit.ts';
import { requireSay } from './guardian-page.ts';

/**
 * A guardian says where a child without an address can be reached. A living owner has to agree; after their death it is handled like any
 * changed address. 400 for the guardian's own address, where they could read what is for the child; 409 if there is an address by now.
 */
export function giveChildAddress(
  services: Services,
  readdress: ReaddressAfterDeath,
  token: string,
  { email = null, phone: typed }: GuardianAddressForm,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { owner: unlocked, child } = await requireSay(tx, services, token);
    const owner = await lockOwner(tx, unlocked.id);
    const person = await lockRecipient(tx, owner.id, child.id);
    const { guardian } = await requireSay(tx, services, token);
    const channels = sendingChannels(services);
    if (contactOf(person, channels))
      throw new AppError('conflict', `We have an address for ${person.firstName} by now.`);
    const phone = phoneNumberOf(typed) ?? null;
    refuseOwn(guardian, person, { email, phone });
    const now = services.clock.now();
    const proposal = await saveProposal(tx, {
      ...{ recipientId: person.id, email, phone, mailingAddress: null, guardianId: guardian.id },
      saidAt: requireFound(contactOf(guardian, channels)?.address, 'This page'),
      ...{ codeHash: null, now },
    });
    await record(tx, now, {
      action: 'guardian.address-proposed',
      actor: 'guardian',
      userId: owner.id,
      subjectId: person.id,
      details: { guardian: guardian.id },
    });
    await submitProposal(tx, services, { owner, person, saidBy: guardian, proposal }, readdress);
  });
}

function refuseOwn(
  guardian: RecipientRow,
  { firstName }: RecipientRow,
  { email, phone }: { email: string | null; phone: string | null },
): void {
  const fault = (field: string) =>
    fieldError(
      field,
      `That is where we reach you. What is for ${firstName} goes to ${firstName} alone, and waits until there is an address`,
    );
  const theirs = contactsOf(guardian).map(({ address }) => address);
  if (email && shareMailbox(theirs, [email])) throw fault('email');
  if (phone && phone === phoneNumberOf(guardian.phone)) throw fault('phone');
}
