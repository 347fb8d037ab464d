import { and, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { addressMovedMail, addressProposedMail } from './recipients.mail.tsx';
import { proposedAddresses, recipients } from './recipients.table.ts';

const guardians = alias(recipients, 'guardians');

/** For the owner. Dropped if it was answered or taken back. */
const prepareProposed: PrepareMail = async (tx, { config }, { subjectId }) => {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ proposal: proposedAddresses, recipient: recipients, owner: users, guardian: guardians })
    .from(proposedAddresses)
    .innerJoin(recipients, eq(recipients.id, proposedAddresses.recipientId))
    .innerJoin(users, eq(users.id, recipients.userId))
    .leftJoin(guardians, eq(guardians.id, proposedAddresses.guardianId))
    .where(and(eq(proposedAddresses.id, subjectId), isNull(proposedAddresses.endedAt)));
  if (!row) return undefined;
  const { proposal, recipient, owner, guardian } = row;
  const wanted = [proposal.email, proposal.phone, proposal.mailingAddress].filter(Boolean);
  const content = await addressProposedMail({
    ownerName: owner.firstName,
    recipientName: fullNameOf(recipient),
    firstName: recipient.firstName,
    said: guardian
      ? `${fullNameOf(guardian)}, whom you gave a say in what comes to ${recipient.firstName}, told us`
      : `On the page with what you sent to ${recipient.firstName}, somebody told us`,
    address: wanted.join(', ').replaceAll(/\s+/g, ' '),
    link: `${config.publicUrl}/recipients/${recipient.id}`,
  });
  return { ...content, to: owner.email, atMostOnce: true };
};

/** One line to the address where they were reached before. */
const prepareMoved: PrepareMail = async (tx, { config }, { subjectId, toAddress, channel }) => {
  if (!subjectId || !toAddress) return undefined;
  const [row] = await tx
    .select({ recipient: recipients, owner: users })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(eq(recipients.id, subjectId));
  if (!row) return undefined;
  const { recipient, owner } = row;
  const support = config.supportEmail;
  if (channel === 'text') {
    const body = `Long After: what ${fullNameOf(owner)} leaves for ${recipient.firstName} no longer goes to this number. If that is wrong, write to ${support}.`;
    return { channel: 'text', to: toAddress, body, atMostOnce: true };
  }
  const values = { recipientName: recipient.firstName, ownerName: fullNameOf(owner), support };
  return { ...(await addressMovedMail(values)), to: toAddress, atMostOnce: true };
};

export const proposedAddressMails = {
  'address-proposed': prepareProposed,
  'address-moved': prepareMoved,
} satisfies Partial<Record<MailKind, PrepareMail>>;
