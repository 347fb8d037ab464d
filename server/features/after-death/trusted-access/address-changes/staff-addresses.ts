import { eq } from 'drizzle-orm';
import type { Tx } from '../../../../platform/database.ts';
import { AppError } from '../../../../platform/errors.ts';
import { isSamePhone } from '../../../../platform/sms/phone-number.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { everyAddressOf, shareMailbox } from '../../../accounts/profile/profile.ts';
import { placeOf } from '../../death-cases/who-may-act/who-may-act.ts';
import type { Reached } from './change-rows.ts';

/**
 * Staff must not send anything to themselves: 409 if the new value is, was or may soon be the email address, phone number
 * or home of a member of staff, however it is written. Values that are already in the entry, `before`, are the owner's.
 */
export async function requireNoAddressOfStaff(tx: Tx, wanted: Reached, before: Reached): Promise<void> {
  const { phone, mailingAddress } = wanted;
  const added = [wanted.email, wanted.secondEmail].flatMap((email) =>
    email === null || email === before.email || email === before.secondEmail ? [] : email,
  );
  const members = await tx.select().from(users).where(eq(users.isAdmin, true));
  for (const member of members) {
    const { emails, phones } = await everyAddressOf(tx, member);
    const isTheirs =
      shareMailbox(emails, added) ||
      (phone !== null && phone !== before.phone && phones.some((each) => isSamePhone(each, phone))) ||
      (mailingAddress !== null &&
        mailingAddress !== before.mailingAddress &&
        isSamePlace(member.address, mailingAddress));
    if (isTheirs)
      throw new AppError('conflict', 'This is an address of a member of our staff. Nothing was changed.');
  }
}

function isSamePlace(one: string | null, other: string): boolean {
  return placeOf(one) !== '' && placeOf(one) === placeOf(other);
}
