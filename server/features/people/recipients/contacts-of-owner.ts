import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { TrustedContacts } from '../../billing/past-due/past-due.ts';
import { isSameAddress } from './contacts.ts';
import { recipients } from './recipients.table.ts';

/** Passed to billing for its notices. */
export const trustedContacts: TrustedContacts = {
  async list(tx, ownerId) {
    const { id, email, secondEmail, phone } = recipients;
    const contacts = await tx
      .select({ id })
      .from(recipients)
      .where(and(isTrustedBy(ownerId), or(isNotNull(email), isNotNull(secondEmail), isNotNull(phone))))
      .orderBy(asc(id));
    return contacts.map((contact) => contact.id);
  },
  async find(tx, ownerId, id) {
    const [contact] = await tx
      .select()
      .from(recipients)
      .where(and(eq(recipients.id, id), isTrustedBy(ownerId)));
    if (!contact) return undefined;
    const { email, secondEmail, phone, disownedAddress } = contact;
    const theirs = (address: string | null) => (isSameAddress(address, disownedAddress) ? null : address);
    return { ...contact, email: theirs(email) ?? theirs(secondEmail), phone: theirs(phone) };
  },
};

function isTrustedBy(ownerId: string) {
  return and(eq(recipients.userId, ownerId), eq(recipients.trustedContact, true), isNull(recipients.diedAt));
}
