import { eq } from 'drizzle-orm';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type UserRow, users } from '../../accounts/accounts/accounts.table.ts';
import type { Reached } from './change-rows.ts';

/**
 * Staff send nothing to themselves: 409 where what is entered is, was or may soon be the email address, phone number or home of somebody
 * of staff, however it is written. What stands in the entry already, `before`, the owner has written there.
 */
export async function requireNoAddressOfStaff(tx: Tx, wanted: Reached, before: Reached): Promise<void> {
  const { email, phone, mailingAddress } = wanted;
  const members = await tx.select().from(users).where(eq(users.isAdmin, true));
  for (const member of members) {
    const isTheirs =
      (email !== null &&
        email !== before.email &&
        emailsOf(member).some((each) => isSameMailbox(each, email))) ||
      (phone !== null && phone !== before.phone && isSamePhone(member.phone, phone)) ||
      (mailingAddress !== null &&
        mailingAddress !== before.mailingAddress &&
        isSamePlace(member.address, mailingAddress));
    if (isTheirs)
      throw new AppError('conflict', 'This is an address of somebody of our staff. Nothing was changed.');
  }
}

function emailsOf({ email, pendingEmail, secondEmail, pendingSecondEmail }: UserRow): string[] {
  return [email, pendingEmail, secondEmail, pendingSecondEmail].filter((address) => address !== null);
}

/** Also where one of the two was stored before country codes were asked for. */
function isSamePhone(one: string | null, other: string): boolean {
  const digits = (one ?? '').replaceAll(/\D/g, '').replace(/^0+/, '');
  return digits.length > 6 && other.replaceAll(/\D/g, '').endsWith(digits);
}

function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}

/** Mail to `jo+anything@` reaches `jo@`, whatever its capitals. */
function mailboxOf(email: string): string {
  return email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
}

function isSamePlace(one: string | null, other: string): boolean {
  return one !== null && placeOf(one) !== '' && placeOf(one) === placeOf(other);
}

/** An address without what people write differently. */
function placeOf(address: string): string {
  return address
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
