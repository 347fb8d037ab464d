import { and, eq, isNull, or } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import { reportPathFor } from '../../../../shared/report-link.ts';
import { announce } from '../../../platform/events.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { isEmailVerified } from '../../accounts/profile/profile.ts';
import type { AfterSending, PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { inquiryIdOf, inquiryLink } from './inquiries/links.ts';
import { trustedContactMail } from './recipients.mail.tsx';
import { recipients } from './recipients.table.ts';
import { whereTold } from './trusted-contacts.ts';

export const prepareTrustedContactMail: PrepareMail = async (tx, services, mail) => {
  if (!mail.subjectId) return undefined;
  const { config } = services;
  const [row] = await tx
    .select({ recipient: recipients, owner: users })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(
      and(
        eq(recipients.id, mail.subjectId),
        eq(recipients.trustedContact, true),
        isNull(recipients.trustedContactToldAt),
      ),
    );
  const contact = row && whereTold(services, row.recipient);
  if (!contact) return undefined;
  // Once the owner has died, contacts are told in other mails.
  if (row.owner.memorialisedAt || !isEmailVerified({ config }, row.owner)) return undefined;
  const { owner, recipient } = row;
  const ownerName = fullNameOf(owner);
  const contactName = fullNameOf(recipient);
  const link = inquiryLink(services, inquiryIdOf(recipient.id, 'trust', contact.address));
  if (contact.channel === 'text') {
    const body = `Long After: ${ownerName} has named you as a trusted contact. Nothing has happened. What that means, and how to say no: ${link}`;
    return { channel: 'text', to: contact.address, body };
  }
  const content = await trustedContactMail({
    ownerName,
    contactName: recipient.firstName,
    reportLink: config.publicUrl + reportPathFor(contactName, ownerName),
    leaveLink: link,
  });
  return { ...content, to: contact.address };
};

/** An address entered meanwhile gets a mail of its own. */
export const afterSendingToTrustedContact: AfterSending = async (tx, _services, { mail, to, at }) => {
  if (!mail.subjectId || !to) return;
  const [told] = await tx
    .update(recipients)
    .set({ trustedContactToldAt: at })
    .where(and(eq(recipients.id, mail.subjectId), isAt(to)))
    .returning({ userId: recipients.userId });
  if (told) await announce(tx, told.userId, ['recipients']);
};

function isAt(address: string) {
  const { email, secondEmail, phone } = recipients;
  return or(eq(email, address), eq(secondEmail, address), eq(phone, address));
}
