import { and, count, eq, isNull, type SQL } from 'drizzle-orm';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Tx } from '../../../../platform/database.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { contactsOf, isAmong } from '../contacts.ts';
import { type RecipientRow, recipients } from '../recipients.table.ts';
import type { Asking } from './ask.ts';
import { askedAddressMail, askedTrustMail, contactLeftMail } from './inquiries.mail.tsx';
import { type InquiryRow, inquiries } from './inquiries.table.ts';
import { inquiryLink } from './links.ts';

interface Found {
  inquiry: InquiryRow;
  person: RecipientRow;
  owner: UserRow;
}

async function find(tx: Tx, id: string | null, also?: SQL): Promise<Found | undefined> {
  if (!id) return undefined;
  const [row] = await tx
    .select({ inquiry: inquiries, person: recipients, owner: users })
    .from(inquiries)
    .innerJoin(recipients, eq(recipients.id, inquiries.recipientId))
    .innerJoin(users, eq(users.id, inquiries.userId))
    .where(and(eq(inquiries.id, id), also));
  return row;
}

/** Dropped if the owner has changed their mind, if somebody says that the owner has died, or if the person is reached elsewhere. */
function prepareAsked({ isThoughtAlive }: Asking): PrepareMail {
  return async (tx, services, { subjectId }) => {
    const alive = and(isThoughtAlive, isNull(users.memorialisedAt), isNull(users.deletionRequestedAt));
    const found = await find(tx, subjectId, alive);
    if (!found || !isWanted(found)) return undefined;
    const { inquiry, person, owner } = found;
    const ownerName = fullNameOf(owner);
    const link = inquiryLink(services, inquiry.id);
    const isAddress = inquiry.kind === 'address';
    if (inquiry.channel === 'text') {
      const question = isAddress
        ? `${ownerName} asked us to check that we still reach you here`
        : `${ownerName} asks whether you would still be a trusted contact. Nothing has happened`;
      return {
        channel: 'text',
        to: inquiry.address,
        body: `Long After: ${question}. ${link}`,
        atMostOnce: true,
      };
    }
    const values = { firstName: person.firstName, ownerName, ownerFirstName: owner.firstName, link };
    const content = await (isAddress ? askedAddressMail(values) : askedTrustMail(values));
    return { ...content, to: inquiry.address, atMostOnce: true };
  };
}

function isWanted({ inquiry, person, owner }: Found): boolean {
  if (!isAmong(contactsOf(person), inquiry.address) || person.diedAt || person.disownedAt) return false;
  return inquiry.kind === 'address'
    ? owner.askRecipients !== 'never' && !person.declinedAt
    : owner.askTrustedContacts && person.trustedContact;
}

/** Dropped if it was taken back, or if the owner has named them again. */
const prepareContactLeft: PrepareMail = async (tx, { config }, { subjectId }) => {
  const found = await find(tx, subjectId);
  if (found?.inquiry.answer !== 'no' || found.person.trustedContact) return undefined;
  const { inquiry, person, owner } = found;
  const [others] = await tx
    .select({ count: count() })
    .from(recipients)
    .where(
      and(eq(recipients.userId, owner.id), eq(recipients.trustedContact, true), isNull(recipients.diedAt)),
    );
  const content = await contactLeftMail({
    ...{ ownerFirstName: owner.firstName, firstName: person.firstName },
    ...{ contactName: fullNameOf(person), address: inquiry.address },
    others: others?.count
      ? 'You may want to ask somebody else in their place.'
      : 'You have no trusted contact now: nobody would know that they should tell us. Please ask somebody else.',
    link: `${config.publicUrl}/recipients`,
  });
  return { ...content, to: owner.email, atMostOnce: true };
};

export function inquiryMails(asking: Asking) {
  return {
    'asked-address': prepareAsked(asking),
    'asked-trust': prepareAsked(asking),
    'contact-left': prepareContactLeft,
  } satisfies Partial<Record<MailKind, PrepareMail>>;
}
