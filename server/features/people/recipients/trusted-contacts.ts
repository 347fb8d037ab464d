import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { greetTrustedContact as greetTrustedContactJob } from '../../../job-list.ts';
import { tryAdvisoryLock } from '../../../platform/advisory-lock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { hashToken } from '../../../platform/random.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { trustedContactMail } from './recipients.mail.tsx';
import { type RecipientRow, recipients } from './recipients.table.ts';

const perSweep = 500;

const toBeTold = and(
  sql`${recipients.trustedContact}`,
  isNull(recipients.trustedContactToldAt),
  isNotNull(recipients.email),
);

/** Lets a trusted contact who can be written to and was not told yet know what that means. */
export async function greetTrustedContactLater(
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  { id, trustedContact, trustedContactToldAt, email }: RecipientRow,
): Promise<void> {
  if (trustedContact && email && !trustedContactToldAt)
    await jobs.enqueue(tx, greetTrustedContactJob, [{ recipientId: id }]);
}

/** Takes up those whose job was lost with the queue. Nothing to do while jobs still wait. */
export async function greetTrustedContactsLater({ db, jobs }: Services): Promise<void> {
  if ((await jobs.backlog(greetTrustedContactJob)) > 0) return;
  await inTransaction(db, async (tx) => {
    const untold = await tx
      .select({ recipientId: recipients.id })
      .from(recipients)
      .where(toBeTold)
      .orderBy(asc(recipients.id))
      .limit(perSweep);
    await jobs.enqueue(tx, greetTrustedContactJob, untold);
  });
}

/**
 * Sends the explanation, unless it was sent to this address or is no longer wanted. Throws a MessageFault to be called
 * again later; an address that is refused for good is not tried again until the owner changes it.
 */
export function greetTrustedContact(services: Services, recipientId: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    if (!(await tryAdvisoryLock(tx, `greet-trusted-contact:${recipientId}`))) return;
    const [row] = await tx
      .select({ recipient: recipients, owner: users })
      .from(recipients)
      .innerJoin(users, eq(users.id, recipients.userId))
      .where(and(eq(recipients.id, recipientId), toBeTold));
    const email = row?.recipient.email;
    if (!row || !email) return;
    await explain(services, row, email);
    // An address changed in this very moment is told by a job of its own.
    await tx
      .update(recipients)
      .set({ trustedContactToldAt: services.clock.now() })
      .where(and(eq(recipients.id, recipientId), eq(recipients.email, email)));
  });
}

type Owner = typeof users.$inferSelect;

async function explain(
  { mailer, config, log }: Services,
  { recipient, owner }: { recipient: RecipientRow; owner: Owner },
  email: string,
): Promise<void> {
  const content = await trustedContactMail({
    ownerName: `${owner.firstName} ${owner.lastName}`,
    contactName: recipient.firstName,
    siteLink: `${config.publicUrl}/`,
  });
  const host = new URL(config.publicUrl).hostname;
  const messageId = `trusted-contact.${recipient.id}.${hashToken(email).slice(0, 12)}@${host}`;
  try {
    await mailer.send({ ...content, messageId, to: email });
  } catch (error) {
    if (!(error instanceof MessageFault) || error.kind !== 'permanent') throw error;
    log.warn(
      { recipientId: recipient.id, reply: error.message },
      'a trusted contact cannot be reached at their address',
    );
  }
}
