import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, notInArray, sql } from 'drizzle-orm';
import type { MailKind } from '../../../../../../shared/outbox/mail-kinds.ts';
import { sendMails } from '../../../../../job-list.ts';
import { advisoryLock } from '../../../../../platform/advisory-lock.ts';
import { secondsBetween, wholeDaysAfter } from '../../../../../platform/clock.ts';
import type { Services } from '../../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../../platform/database.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { idsOf } from '../../../../../platform/sweeps.ts';
import { outboxMails } from '../mails.table.ts';

/** Mails that an owner makes us send to an address that may not be theirs. Deliveries do not count. */
const kindsToOthers: readonly MailKind[] = [
  'verify-email',
  'confirm-email',
  'confirm-second-email',
  'trusted-contact',
];

/** In any 24 hours, for one owner. */
export const mailsToOthersPerDay = 10;
const perSweep = 500;

/** Serializes the use of this owner's quota until `tx` ends. */
export function lockMailQuota(tx: Tx, userId: string): Promise<void> {
  return advisoryLock(tx, `mails-to-others:${userId}`);
}

/**
 * Until when this owner's next mail to somebody else's address is held back: until the tenth before it is a day
 * old. Undefined if it can be sent now. Locks the owner's quota, so that no two mails get the same place in it.
 */
export async function mailQuotaFreeAt(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  userId: string,
): Promise<Date | undefined> {
  await lockMailQuota(tx, userId);
  const countedAt = sql`coalesce(${outboxMails.heldUntil}, ${outboxMails.createdAt})`.mapWith(
    outboxMails.createdAt,
  );
  const [tenth] = await tx
    .select({ countedAt })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.userId, userId),
        inArray(outboxMails.kind, [...kindsToOthers]),
        isNull(outboxMails.unwantedAt),
      ),
    )
    .orderBy(desc(countedAt))
    .limit(1)
    .offset(mailsToOthersPerDay - 1);
  const free = tenth && wholeDaysAfter(tenth.countedAt, 1);
  return free && free > clock.now() ? free : undefined;
}

/** 429 if this owner has to wait before another mail to somebody else's address. For mails that would be of no use tomorrow. */
export async function requireMailQuota(
  tx: Tx,
  services: Pick<Services, 'clock'>,
  userId: string,
): Promise<void> {
  const freeAt = await mailQuotaFreeAt(tx, services, userId);
  if (!freeAt) return;
  const message = `We have sent ${mailsToOthersPerDay} messages to new addresses for you within a day, which is as many as we send. Please try again tomorrow.`;
  const retryAfterSeconds = secondsBetween(services.clock.now(), freeAt);
  throw new AppError('too_many_requests', message, { retryAfterSeconds, fields: { email: message } });
}

/** Enqueues mails that were held back, once the quota allows them. */
export async function releaseHeldMails({
  db,
  jobs,
  clock,
  sweeps,
}: Pick<Services, 'db' | 'jobs' | 'clock' | 'sweeps'>): Promise<void> {
  const name = 'held-mails';
  const { id, heldUntil } = outboxMails;
  const isDue = and(isNotNull(heldUntil), lte(heldUntil, clock.now()));
  const due = await db
    .select({ id })
    .from(outboxMails)
    .where(and(isDue, notInArray(id, sweeps.putOff(name))))
    .orderBy(asc(heldUntil), asc(id))
    .limit(perSweep);
  await sweeps.together(name, due, (some) =>
    inTransaction(db, async (tx) => {
      const released = await tx
        .update(outboxMails)
        .set({ heldUntil: null, createdAt: clock.now() })
        .where(and(isDue, inArray(id, idsOf(some))))
        .returning({ id });
      const payloads = released.map((row) => ({ mailIds: [row.id] }));
      await jobs.enqueue(tx, sendMails, payloads);
    }),
  );
}
