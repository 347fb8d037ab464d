import { and, eq, sql } from 'drizzle-orm';
import { sendMails } from '../../../../../job-list.ts';
import { advisoryLock } from '../../../../../platform/advisory-lock.ts';
import type { Services } from '../../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../../platform/database.ts';
import { announceToStaff } from '../../../../system/changes/changes.ts';
import type { Claim } from '../../messages.ts';
import { findTraces, type Trace } from '../../send-log/send-log.ts';
import { isOutdated, markSentBefore, markUnwanted, wasSentBefore } from '../mail-states.ts';
import { isWaiting, type MailRow, outboxMails } from '../mails.table.ts';
import type { MailHandlers, PreparedMail } from '../mails.ts';
import { claimMails, lockUnclaimed, unclaimed } from './claim-mails.ts';

/** When to look again at a mail that another worker may be sending. */
const anotherLookSeconds = 60;
/** When to look again at a mail of a database that was not compared with the send log yet. */
const untilComparedSeconds = 5;
export const mayHaveArrived = 'It may have arrived:';

/** A mail that is about to be transmitted. */
export interface Sending {
  mail: MailRow;
  claim: Claim;
  content: PreparedMail;
}

/**
 * Prepares the mail and claims it, with the mails that it covers. Undefined if there is nothing to send: it
 * is done, or another worker has it.
 */
export async function beginSending(
  services: Services,
  handlers: MailHandlers,
  mailId: string,
): Promise<Sending | undefined> {
  const { db, jobs } = services;
  for (;;) {
    const before = await findMail(db, mailId);
    if (!before) return undefined;
    const trace = await traceOf(services, before);
    const begun = await inTransaction(db, async (tx) => {
      // A mail may cover others of its kind: whoever prepares one has to see which of them are claimed.
      await advisoryLock(tx, `mails:${before.kind}:${before.userId}`);
      const found = await lockUnclaimed(tx, services, mailId);
      if (!found) return 'over';
      const { mail } = found;
      if (found.isLeased || !found.isCompared) {
        const later = { startAfterSeconds: found.isLeased ? anotherLookSeconds : untilComparedSeconds };
        await jobs.enqueue(tx, sendMails, [{ mailIds: [mailId] }], later);
        return 'over';
      }
      if (mail.claimId !== before.claimId) return 'outdated';
      if (trace?.acceptedAt) return recordAccepted(tx, services, handlers, mail, trace.acceptedAt);
      const content = await prepare(tx, services, handlers, mail);
      if (!content) return 'over';
      if (content.atMostOnce && trace) return giveUp(tx, services, mail);
      // The send log was asked, and has no trace of it.
      if (before.outcomeUnknownAt && !trace) await forgetDoubt(tx, mail);
      const ids = content.covers?.map((covered) => covered.id) ?? [mail.id];
      const claim = await claimMails(tx, services, ids, content);
      return claim ? { mail, claim, content } : 'outdated';
    });
    if (begun === 'over') return undefined;
    if (begun !== 'outdated') return begun;
  }
}

/** From here on, an attempt can only come from this database. */
async function forgetDoubt(tx: Tx, { id }: MailRow): Promise<void> {
  await tx.update(outboxMails).set({ outcomeUnknownAt: null }).where(eq(outboxMails.id, id));
}

/** Undefined if no attempt was cut off. */
async function traceOf(
  services: Services,
  { id, claimId, claimedAt, outcomeUnknownAt }: MailRow,
): Promise<Trace | undefined> {
  const since = outcomeUnknownAt ?? (claimId ? claimedAt : null);
  return since ? (await findTraces(services, new Map([[id, since]]))).get(id) : undefined;
}

/**
 * It was sent before its worker could record that, and went to the address in the claim; a restored database
 * has to look the address up. Does now what follows from sending it.
 */
export async function recordAccepted(
  tx: Tx,
  services: Services,
  handlers: MailHandlers,
  mail: MailRow,
  acceptedAt: Date,
): Promise<'over'> {
  const asked = mail.sentTo ? undefined : await handlers.prepare[mail.kind](tx, services, mail);
  const to = mail.sentTo ?? asked?.to ?? mail.toAddress;
  await tx
    .update(outboxMails)
    .set({
      ...unclaimed,
      ...{ outcomeUnknownAt: null, lastAnswer: null, lastFault: null },
      ...{ sentAt: acceptedAt, lastAttemptAt: acceptedAt },
      attempts: sql`${outboxMails.attempts} + 1`,
      sentTo: to,
      channel: asked?.channel ?? mail.channel,
    })
    .where(eq(outboxMails.id, mail.id));
  await handlers.afterSending[mail.kind]?.(tx, services, { mail, to, at: acceptedAt });
  return 'over';
}

/** Better none than two: staff decide. */
async function giveUp(tx: Tx, { clock }: Services, { id }: MailRow): Promise<'over'> {
  const lastAnswer = `${mayHaveArrived} the process that sent it was stopped.`;
  await tx
    .update(outboxMails)
    .set({ ...unclaimed, outcomeUnknownAt: null, failedAt: clock.now(), lastAnswer })
    .where(eq(outboxMails.id, id));
  await announceToStaff(tx);
  return 'over';
}

async function findMail(db: Queryable, mailId: string): Promise<MailRow | undefined> {
  const [mail] = await db
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.id, mailId), isWaiting));
  return mail;
}

/**
 * Prepares the mail, or marks it if it is no longer wanted or its time is over. A link whose time is over is
 * unwanted, since whoever needs one asks for another; anything else has failed, unless it was sent before.
 */
async function prepare(
  tx: Tx,
  services: Services,
  handlers: MailHandlers,
  mail: MailRow,
): Promise<PreparedMail | undefined> {
  const now = services.clock.now();
  const isOver = isOutdated(mail, now);
  const isLinkOver = mail.usedAt !== null || (isOver && mail.tokenHash !== null);
  const ask = async () => (isLinkOver ? undefined : handlers.prepare[mail.kind](tx, services, mail));
  const prepared = await ask();
  if (prepared && !isOver) return prepared;
  if (wasSentBefore(mail)) {
    await markSentBefore(tx, now, mail);
    await announceToStaff(tx);
    return undefined;
  }
  if (prepared) {
    await tx.update(outboxMails).set({ failedAt: now }).where(eq(outboxMails.id, mail.id));
    await announceToStaff(tx);
    return undefined;
  }
  await markUnwanted(tx, now, mail);
  // Somebody who wanted the mail again just now may have found it still stored under its key, and written no other.
  if (mail.dedupeKey && (await ask())) throw new Error('An email is wanted again');
  return undefined;
}
