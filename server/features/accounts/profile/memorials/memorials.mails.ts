import { and, eq, isNotNull } from 'drizzle-orm';
import { type MailKind, mailFacts, mailKinds } from '../../../../../shared/outbox/mail-kinds.ts';
import type { PrepareMail } from '../../../outbox/mails/mails.ts';
import { users } from '../profile.table.ts';

/** The same preparations, but for mails to somebody who has died: those are no longer wanted. */
export function untilDeath(preparations: Record<MailKind, PrepareMail>): Record<MailKind, PrepareMail> {
  const until = { ...preparations };
  for (const kind of mailKinds) {
    if (mailFacts[kind].to === 'owner') until[kind] = unlessDead(preparations[kind]);
  }
  return until;
}

function unlessDead(prepare: PrepareMail): PrepareMail {
  return async (tx, services, mail) => {
    // Null for a new password that anybody may ask for; it finds no account of somebody who has died.
    const hasDied = mail.userId && and(eq(users.id, mail.userId), isNotNull(users.memorialisedAt));
    if (hasDied && (await tx.$count(users, hasDied)) > 0) return undefined;
    return prepare(tx, services, mail);
  };
}
