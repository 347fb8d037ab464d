import { and, asc, eq, isNotNull, or } from 'drizzle-orm';
import type { ArrearsNotice } from '../../../../shared/people/arrears-steps.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { keepCurrentUrl } from '../../billing/past-due/keep-current/keep-current.ts';
import { enqueueMail, enqueueMails } from '../../outbox/mails/mails.ts';
import { recipients } from '../recipients/recipients.table.ts';
import { arrearsNotices } from './arrears-notices.table.ts';
import { waitingStepAt } from './find-due.ts';

/** How long only the owner knows of the lapse. */
const ownerFirstDays = 7;

type Telling = Pick<Services, 'jobs' | 'clock' | 'appSecret' | 'config'>;

/**
 * Tells that a delivery waits for the payment of this owner's plan: the owner, or after their death the trusted contacts. Once for
 * each lapse, however often it is called; nothing where nothing is due, or while a report of a death is looked into.
 */
export async function remindOfArrearsLater(tx: Tx, services: Telling, ownerId: string): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.id, ownerId));
  const step = owner && waitingStepAt(owner, services.clock.now());
  if (step) await tellLater(tx, services, owner, step);
}

/** Writes the mails of a step, unless they were written for this lapse. */
export async function tellLater(
  tx: Tx,
  services: Telling,
  owner: UserRow,
  step: ArrearsNotice,
): Promise<void> {
  const { id: userId, paidThrough } = owner;
  if (!paidThrough) return;
  const [notice] = await tx
    .insert(arrearsNotices)
    .values({ userId, paidThrough, step, createdAt: services.clock.now() })
    .onConflictDoNothing()
    .returning();
  if (!notice) return;
  if (step !== 'before') await keepCurrentUrl(tx, services, owner);
  if (step !== 'death')
    await enqueueMail(tx, services, {
      kind: 'arrears-owner',
      userId,
      subjectId: notice.id,
      dedupeKey: `arrears-owner:${notice.id}`,
    });
  if (step !== 'before' && step !== 'held') await tellContactsLater(tx, services, userId, notice);
}

/** One mail each, or a text message where there is a phone and no email. */
async function tellContactsLater(
  tx: Tx,
  services: Telling,
  userId: string,
  { id, step, createdAt }: typeof arrearsNotices.$inferSelect,
): Promise<void> {
  const contacts = await tx
    .select({ id: recipients.id })
    .from(recipients)
    .where(
      and(
        eq(recipients.userId, userId),
        eq(recipients.trustedContact, true),
        or(isNotNull(recipients.email), isNotNull(recipients.phone)),
      ),
    )
    .orderBy(asc(recipients.id));
  const heldUntil = step === 'lapse' ? minutesAfter(createdAt, ownerFirstDays * 24 * 60) : undefined;
  await enqueueMails(
    tx,
    services,
    contacts.map((contact) => ({
      kind: 'arrears-contact',
      userId,
      subjectId: id,
      details: { contactId: contact.id },
      dedupeKey: `arrears-contact:${id}:${contact.id}`,
      heldUntil,
    })),
  );
}
