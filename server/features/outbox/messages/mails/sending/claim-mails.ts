import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import type { Services } from '../../../../../platform/context.ts';
import type { Tx } from '../../../../../platform/database.ts';
import { newId } from '../../../../../platform/ids.ts';
import { idsOf } from '../../../../../platform/sweeps.ts';
import {
  type Claim,
  type ExtendLeases,
  isCompared,
  leaseEnd,
  leaseSeconds,
  type MessageContent,
} from '../../messages.ts';
import { isWaiting, type MailRow, outboxMails } from '../mails.table.ts';

export const extendLeases: ExtendLeases = async ({ db, clock }, held) => {
  const renewed = await db
    .update(outboxMails)
    .set({ leasedUntil: leaseEnd(clock) })
    .where(
      and(
        inArray(outboxMails.id, idsOf(held)),
        inArray(
          outboxMails.claimId,
          held.map(({ claim }) => claim),
        ),
        isWaiting,
      ),
    )
    .returning({ id: outboxMails.id });
  return idsOf(renewed);
};

/** SQL: another worker may be sending it at this moment. */
export function isLeased({ clock }: Pick<Services, 'clock'>): SQL {
  return gt(outboxMails.leasedUntil, clock.databaseNow());
}

/** Locks the mail; undefined if it is done, held back, or leased to another worker. */
export async function lockUnclaimed(
  tx: Tx,
  services: Pick<Services, 'clock' | 'compared'>,
  mailId: string,
): Promise<{ mail: MailRow; isLeased: boolean; isCompared: boolean } | undefined> {
  const [found] = await tx
    .select({
      mail: outboxMails,
      isLeased: sql<boolean>`${isLeased(services)} is true`,
      isCompared: sql<boolean>`${isCompared(services)}`,
    })
    .from(outboxMails)
    .where(and(eq(outboxMails.id, mailId), isWaiting))
    .for('update');
  return found?.mail.heldUntil ? undefined : found;
}

/**
 * Claims mails that are sent as one message. Undefined if one of them is no longer to be sent, so that the
 * message as written says too much.
 */
export async function claimMails(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  mailIds: readonly string[],
  { to: sentTo, channel }: Pick<MessageContent, 'to' | 'channel'>,
): Promise<Claim | undefined> {
  const these = and(inArray(outboxMails.id, [...mailIds]), isWaiting);
  const locked = await tx
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(these)
    .orderBy(asc(outboxMails.id))
    .for('update');
  if (locked.length < mailIds.length) return undefined;
  const claimId = newId();
  const leaseUntilUptime = clock.uptimeSeconds() + leaseSeconds;
  await tx
    .update(outboxMails)
    .set({
      ...{ claimId, sentTo, channel },
      claimedAt: clock.now(),
      leasedUntil: leaseEnd(clock),
      outcomeUnknownAt: sql`case when ${outboxMails.claimId} is null then ${outboxMails.outcomeUnknownAt}
        else coalesce(${outboxMails.outcomeUnknownAt}, ${outboxMails.claimedAt}) end`,
    })
    .where(these);
  return { claimId, rowIds: mailIds, leaseUntilUptime, isLost: false };
}

/** SQL: the mails of a claim, unless another worker has taken them since. */
export function heldBy({ claimId }: Claim): SQL | undefined {
  return and(eq(outboxMails.claimId, claimId), isWaiting);
}

/** The claim columns after the outcome was recorded. */
export const unclaimed = { claimId: null, claimedAt: null, leasedUntil: null };
