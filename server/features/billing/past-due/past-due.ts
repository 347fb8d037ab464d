import { eq } from 'drizzle-orm';
import type { PastDueNotice } from '../../../../shared/billing/past-due.ts';
import { wholeDaysAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { type UserRow, users } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { enqueueMail, enqueueMails } from '../../outbox/messages/mails/mails.ts';
import { findDue, isRenewed, type Place } from './find-due.ts';
import { keepCurrentUrl } from './links.ts';
import { stepAt, waitingStepAt } from './notice-steps.ts';
import { pastDueNotices } from './past-due.table.ts';

export { applyPastDuePayment } from './apply-payment.ts';
export { openLinkIfDue, openLinks, settleLinks } from './link-timers.ts';
export { keepCurrentUrl } from './links.ts';
export { countPastDue } from './list-for-staff.ts';

/** The owner's trusted contacts, which belong to a higher district; `server/wiring.ts` provides them. */
export interface TrustedContacts {
  /** The ids of those with an email address or a phone number. */
  list(tx: Tx, ownerId: string): Promise<string[]>;
  /** Undefined once they are no longer trusted. */
  find(
    tx: Tx,
    ownerId: string,
    id: string,
  ): Promise<{ firstName: string; email: string | null; phone: string | null } | undefined>;
}

/** Trusted contacts are told of a lapse this many days after the owner. */
const ownerFirstDays = 7;
const batchSize = 200;

type Telling = Pick<Services, 'jobs' | 'clock' | 'appSecret' | 'config'>;

/**
 * Tells the owner, or after their death the trusted contacts, that a delivery waits until the plan is paid. Once
 * per lapse, however often it is called; not while nothing is due or a report of a death is under review.
 */
export async function remindOfPastDueLater(
  tx: Tx,
  services: Telling,
  contacts: TrustedContacts,
  ownerId: string,
): Promise<void> {
  const [owner] = await tx.select().from(users).where(eq(users.id, ownerId));
  const step = owner && waitingStepAt(owner, services.clock.now());
  if (step) await tellLater(tx, services, contacts, owner, step);
}

/** Enqueues the mails of a step, unless that was done for this lapse before. */
async function tellLater(
  tx: Tx,
  services: Telling,
  contacts: TrustedContacts,
  owner: UserRow,
  step: PastDueNotice,
): Promise<void> {
  const { id: userId, paidThrough } = owner;
  if (!paidThrough) return;
  const [notice] = await tx
    .insert(pastDueNotices)
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
  if (step !== 'before' && step !== 'held') await tellContactsLater(tx, services, contacts, notice);
}

/** One mail each, or a text message to contacts with a phone number and no email address. */
async function tellContactsLater(
  tx: Tx,
  services: Telling,
  contacts: TrustedContacts,
  { id, userId, step, createdAt }: typeof pastDueNotices.$inferSelect,
): Promise<void> {
  const heldUntil = step === 'lapse' ? wholeDaysAfter(createdAt, ownerFirstDays) : undefined;
  await enqueueMails(
    tx,
    services,
    (await contacts.list(tx, userId)).map((contactId) => ({
      kind: 'arrears-contact',
      userId,
      subjectId: id,
      details: { contactId },
      dedupeKey: `arrears-contact:${id}:${contactId}`,
      heldUntil,
    })),
  );
}

/** Timer: sends notices about plans that end soon, have lapsed, or whose grace period is over. */
export async function remindOfPastDue(services: Services, contacts: TrustedContacts): Promise<void> {
  for (let after: Place | undefined; ; ) {
    const due = await findDue(services, batchSize, after);
    await services.sweeps.each('arrears-notices', due, ({ id }) => remindOne(services, contacts, id));
    after = due.at(-1);
    if (due.length < batchSize) return;
  }
}

function remindOne(services: Services, contacts: TrustedContacts, userId: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, userId);
    const now = services.clock.now();
    const step = stepAt(owner, now);
    if (step && !(await isRenewed(tx, userId, now))) await tellLater(tx, services, contacts, owner, step);
  });
}
