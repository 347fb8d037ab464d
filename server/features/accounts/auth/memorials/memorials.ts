import { and, eq, isNotNull } from 'drizzle-orm';
import { linkKinds, type MailKind, mailFacts, mailKinds } from '../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import { revokeLinks } from '../../../outbox/messages/mails/links/links.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { users } from '../../profile/profile.table.ts';
import { updateUser } from '../../profile/profile.ts';
import { closeSessions } from '../sessions/sessions.ts';

/**
 * Closes the account of an owner who has died (on `diedOn`, if known) as of `at`: everybody is signed out,
 * nobody can sign in, no mailed link opens anything, and mails to the owner stop.
 */
export async function memorialise(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: string,
  { at, diedOn }: { at: Date; diedOn: string | null },
): Promise<void> {
  await updateUser(tx, services, userId, { memorialisedAt: at, diedOn });
  await revokeLinks(tx, at, userId, linkKinds);
  await closeSessions(tx, userId);
}

/** Opens the account again: its owner is alive, and signs in as before. */
export async function endMemorial(tx: Tx, services: Pick<Services, 'clock'>, userId: string): Promise<void> {
  await updateUser(tx, services, userId, { memorialisedAt: null, diedOn: null });
}

/** Drops every mail to an owner who has died. */
export function untilDeath(preparations: Record<MailKind, PrepareMail>): Record<MailKind, PrepareMail> {
  const until = { ...preparations };
  for (const kind of mailKinds) {
    if (mailFacts[kind].to === 'owner') until[kind] = unlessDead(preparations[kind]);
  }
  return until;
}

function unlessDead(prepare: PrepareMail): PrepareMail {
  return async (tx, services, mail) => {
    // Null for a password reset, which anybody may ask for; it finds no account of somebody who has died.
    const hasDied = mail.userId && and(eq(users.id, mail.userId), isNotNull(users.memorialisedAt));
    if (hasDied && (await tx.$count(users, hasDied)) > 0) return undefined;
    return prepare(tx, services, mail);
  };
}
