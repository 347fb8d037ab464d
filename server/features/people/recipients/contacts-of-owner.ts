import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import type { LinkChannel } from '../../../../shared/outbox/channels.ts';
import type { TrustedContacts } from '../../billing/past-due/past-due.ts';
import { ownContactOf } from './contacts.ts';
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
    const by = (channel: LinkChannel) => ownContactOf(contact, [channel])?.address ?? null;
    return { ...contact, email: by('email'), phone: by('text') };
  },
};

function isTrustedBy(ownerId: string) {
  return and(eq(recipients.userId, ownerId), eq(recipients.trustedContact, true), isNull(recipients.diedAt));
}
