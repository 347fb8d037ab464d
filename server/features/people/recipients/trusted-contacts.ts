import { and, eq, isNull } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { hashToken } from '../../../platform/random.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { enqueueMail, type PrepareMail } from '../../outbox/mails/mails.ts';
import { trustedContactMail } from './recipients.mail.tsx';
import { type RecipientRow, recipients } from './recipients.table.ts';

/** Enqueues the mail that explains the role to a trusted contact, unless it was sent to this address or there is none. */
export async function notifyTrustedContactLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  { id, userId, trustedContact, trustedContactToldAt, email }: RecipientRow,
): Promise<void> {
  if (!trustedContact || trustedContactToldAt || !email) return;
  const dedupeKey = keyOf(id, email);
  await enqueueMail(tx, services, { kind: 'trusted-contact', userId, subjectId: id, dedupeKey });
}

/** One mail for each address of a recipient. */
function keyOf(recipientId: string, email: string): string {
  return `trusted-contact:${recipientId}:${hashToken(email)}`;
}

export const prepareTrustedContactMail: PrepareMail = async (tx, { config, clock }, mail) => {
  if (!mail.subjectId) return undefined;
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
  const email = row?.recipient.email;
  if (!email || keyOf(row.recipient.id, email) !== mail.dedupeKey) return undefined;
  const content = await trustedContactMail({
    ownerName: `${row.owner.firstName} ${row.owner.lastName}`,
    contactName: row.recipient.firstName,
    siteLink: `${config.publicUrl}/`,
  });
  return {
    ...content,
    to: email,
    // An address entered in the meantime gets a mail of its own.
    onSent: async (sending) => {
      await sending
        .update(recipients)
        .set({ trustedContactToldAt: clock.now() })
        .where(and(eq(recipients.id, row.recipient.id), eq(recipients.email, email)));
    },
  };
};
