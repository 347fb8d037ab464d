import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { enqueueMails, type PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { notTheirsMail } from './deliveries.mail.tsx';

/** Tells the owners of these recipients, once each, that somebody at the address says that the mail is not for them. */
export async function tellNotTheirsLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  recipientIds: readonly string[],
): Promise<void> {
  if (recipientIds.length === 0) return;
  const disowned = await tx
    .select({ id: recipients.id, userId: recipients.userId, at: recipients.disownedAt })
    .from(recipients)
    .where(and(inArray(recipients.id, [...recipientIds]), isNotNull(recipients.disownedAt)));
  const mails = disowned.map(({ id, userId, at }) => ({
    kind: 'not-theirs' as const,
    userId,
    subjectId: id,
    dedupeKey: `not-theirs:${id}:${at?.getTime()}`,
  }));
  await enqueueMails(tx, services, mails);
}

/** Dropped if there is another address by now, or if it was taken back. */
export const prepareNotTheirs: PrepareMail = async (tx, { config }, { subjectId }) => {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ owner: users, recipient: recipients })
    .from(recipients)
    .innerJoin(users, eq(users.id, recipients.userId))
    .where(and(eq(recipients.id, subjectId), isNotNull(recipients.disownedAt)));
  if (!row?.recipient.disownedAddress) return undefined;
  const content = await notTheirsMail({
    ownerName: row.owner.firstName,
    recipientName: fullNameOf(row.recipient),
    firstName: row.recipient.firstName,
    address: row.recipient.disownedAddress,
    link: `${config.publicUrl}/recipients/${row.recipient.id}`,
  });
  return { ...content, to: row.owner.email, atMostOnce: true };
};
