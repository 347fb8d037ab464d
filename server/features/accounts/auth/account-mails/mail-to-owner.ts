import { eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import type { MailContent } from '../../../../platform/mail/compile-mail.tsx';
import type { MailRow } from '../../../outbox/messages/mails/mails.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';

/** A mail to the owner of an account, at the address that was theirs when it was enqueued. */
export function mailToOwner(
  write: (services: Services, mail: MailRow, owner: UserRow) => Promise<MailContent>,
): PrepareMail {
  return async (tx, services, mail) => {
    const { userId, toAddress } = mail;
    if (!userId || !toAddress) return undefined;
    const [owner] = await tx.select().from(users).where(eq(users.id, userId));
    return owner && { ...(await write(services, mail, owner)), to: toAddress };
  };
}
