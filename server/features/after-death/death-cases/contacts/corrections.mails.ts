import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CorrectedField } from '../../../../../shared/after-death/trusted-access.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { addressBookCorrectedMail } from './contacts.mail.tsx';
import { recipientCorrections, trustedAccess } from './contacts.table.ts';

const fieldWords: Record<CorrectedField, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email address',
  secondEmail: 'second email address',
  phone: 'phone number',
  mailingAddress: 'mailing address',
};

const contacts = alias(recipients, 'contacts');

export const prepareAddressBookCorrected: PrepareMail = async (tx, { config }, mail) => {
  if (!mail.subjectId || !mail.userId) return undefined;
  const rows = await tx
    .select({ owner: users, person: recipients, correction: recipientCorrections, by: contacts })
    .from(recipientCorrections)
    .innerJoin(users, eq(users.id, recipientCorrections.userId))
    .innerJoin(recipients, eq(recipients.id, recipientCorrections.recipientId))
    .leftJoin(trustedAccess, eq(trustedAccess.id, recipientCorrections.accessId))
    .leftJoin(contacts, eq(contacts.id, trustedAccess.recipientId))
    .where(
      and(eq(recipientCorrections.reportId, mail.subjectId), eq(recipientCorrections.userId, mail.userId)),
    )
    .orderBy(asc(recipientCorrections.id));
  // Leaves out corrections that were put back or overwritten since.
  const standing = rows.filter(({ person, correction }) => person[correction.field] === correction.newValue);
  const [first] = standing;
  if (!first) return undefined;
  const lines = standing.map(
    ({ person, correction, by }) =>
      `${fullNameOf(person)}: ${fieldWords[correction.field]}${by ? `, by ${fullNameOf(by)}` : ''}`,
  );
  const content = await addressBookCorrectedMail({
    ownerName: first.owner.firstName,
    corrections: [...new Set(lines)].join('\n'),
    link: `${config.publicUrl}/recipients`,
  });
  return { ...content, to: first.owner.email };
};
