import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { textKinds } from '../../../../../../shared/outbox/mail-kinds.ts';
import { sendMails as sendMailsJob } from '../../../../../job-list.ts';
import { minutesAfter } from '../../../../../platform/clock.ts';
import type { Services } from '../../../../../platform/context.ts';
import { inTransaction, type Queryable, retryWhileDatabaseIsDown } from '../../../../../platform/database.ts';
import { earliestNow } from '../../../../../platform/database-time.ts';
import { MessageFault } from '../../../../../platform/mail/mail.ts';
import { announceToStaff } from '../../../../system/changes/changes.ts';
import { transmit, whileLeased } from '../../messages.ts';
import { growingPause } from '../../retries/retries.ts';
import { entriesSince, logSending } from '../../send-log/send-log.ts';
import { wasSentBefore } from '../mail-states.ts';
import { isWaiting, outboxMails } from '../mails.table.ts';
import type { MailHandlers } from '../mails.ts';
import { beginSending, mayHaveArrived, recordAccepted, type Sending } from './begin-sending.ts';
import { extendLeases, heldBy, lockUnclaimed, unclaimed } from './claim-mails.ts';

/**
 * A mail server may take minutes over each mail, and a job that exceeds its expiry is given to another worker
 * while it still runs. No further mail is begun after this time, so that even the slowest still fits.
 */
export const sendingMinutes = 4;
const notOfTheServer = 'It did not reach the mail server: see our log.';

/**
 * Sends whichever of these mails are not sent yet. What the mail server does not accept now gets another job, later. A fault of our own does
 * not hold up the others: it makes the job fail at the end, and its retry sends only what is left. What takes too long is left to another job.
 */
export async function sendMails(
  services: Services,
  handlers: MailHandlers,
  mailIds: string[],
): Promise<void> {
  const { db, jobs, clock } = services;
  const unsent = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(inArray(outboxMails.id, mailIds), isWaiting, isNull(outboxMails.heldUntil)))
    .orderBy(asc(outboxMails.id));
  const ids = unsent.map(({ id }) => id);
  const end = minutesAfter(clock.now(), sendingMinutes);
  const faults: unknown[] = [];
  // One message may cover several of them.
  const putOff = new Set<string>();
  for (const [done, id] of ids.entries()) {
    if (clock.now() >= end) {
      await inTransaction(db, (tx) => jobs.enqueue(tx, sendMailsJob, [{ mailIds: ids.slice(done) }]));
      break;
    }
    if (putOff.has(id)) continue;
    const later = await sendMail(services, handlers, id).catch((error) => void faults.push(error));
    for (const one of later ?? []) putOff.add(one);
  }
  if (faults.length > 0) throw faults[0];
}

/**
 * Sends a mail, unless it was already sent or is no longer wanted. What the mail server does not accept now is retried after a pause, but
 * not an address that refuses the mail for good. Returns what was put off, with the mails it covered. Throws for a fault of our own.
 */
async function sendMail(
  services: Services,
  handlers: MailHandlers,
  mailId: string,
): Promise<readonly string[]> {
  let sending: Sending | undefined;
  try {
    do {
      sending = await beginSending(services, handlers, mailId);
      if (!sending) return [];
      await finish(services, handlers, sending);
    } while (!sending.claim.rowIds.includes(mailId));
    return [];
  } catch (error) {
    if (sending && error instanceof MessageFault) {
      await tryAgainLater(services, sending, error);
      return sending.claim.rowIds;
    }
    // If this fails too, what matters is why the mail was not sent.
    await noteAttempt(services, { mailId, sending, error }).catch(() => undefined);
    throw error;
  }
}

/** Records the attempt, with a job for the next; not if another worker has the mail by now. */
async function tryAgainLater(services: Services, sending: Sending, error: MessageFault): Promise<void> {
  const { claim, mail } = sending;
  const { jobs, log, random } = services;
  log.warn(
    { mailId: mail.id, kind: mail.kind, fault: error.kind, reply: error.message },
    'a mail was not accepted',
  );
  const pause = growingPause(mail.retryingSeconds, random.fraction());
  await retryWhileDatabaseIsDown(services, () =>
    inTransaction(services.db, async (tx) => {
      const noted = await noteAttempt({ ...services, db: tx }, { mailId: mail.id, sending, error, pause });
      if (noted === 0) return;
      await jobs.enqueue(tx, sendMailsJob, [{ mailIds: [...claim.rowIds] }], { startAfterSeconds: pause });
    }),
  );
}

/** Transmits what was claimed, and records the outcome, unless another worker has claimed it since. */
async function finish(services: Services, handlers: MailHandlers, sending: Sending): Promise<void> {
  const { mail, claim, content } = sending;
  const { db, clock, log } = services;
  const refusal = await whileLeased(services, extendLeases, [claim], () => send(services, sending));
  const now = clock.now();
  await retryWhileDatabaseIsDown(services, () =>
    inTransaction(db, async (tx) => {
      const { rowCount } = await tx
        .update(outboxMails)
        .set({
          ...{ ...unclaimed, outcomeUnknownAt: null, lastAttemptAt: now },
          [refusal ? 'failedAt' : 'sentAt']: now,
          attempts: sql`${outboxMails.attempts} + 1`,
          lastAnswer: refusal ?? null,
          lastFault: refusal ? 'mailbox' : null,
        })
        .where(heldBy(claim));
      if (!rowCount) log.warn({ mails: claim.rowIds }, 'a mail was taken over while it was being sent');
      else if (refusal) await announceToStaff(tx);
      else await handlers.afterSending[mail.kind]?.(tx, services, { mail, to: content.to, at: now });
    }),
  );
}

interface FailedAttempt {
  mailId: string;
  /** Undefined if it was not even claimed. */
  sending: Sending | undefined;
  error: unknown;
  /** Seconds until the next attempt, if known. */
  pause?: number;
}

/** Returns how many mails it concerned; 0 if another worker has them by now. */
async function noteAttempt(
  { db, clock }: { db: Queryable; clock: Services['clock'] },
  { mailId, sending, error, pause = 0 }: FailedAttempt,
): Promise<number> {
  // A fault of our own may have come after it was accepted: the next attempt asks the send log.
  const isUnknown = !(error instanceof MessageFault) || error.kind === 'unknown';
  const { rowCount } = await db
    .update(outboxMails)
    .set({
      attempts: sql`${outboxMails.attempts} + 1`,
      retryingSeconds: sql`${outboxMails.retryingSeconds} + ${pause}`,
      lastAttemptAt: clock.now(),
      lastAnswer: error instanceof MessageFault ? error.message : notOfTheServer,
      lastFault: error instanceof MessageFault ? error.about : 'service',
      ...(sending && unclaimed),
      ...(sending &&
        isUnknown && {
          outcomeUnknownAt: sql`coalesce(${outboxMails.outcomeUnknownAt}, ${outboxMails.claimedAt})`,
        }),
    })
    .where(sending ? heldBy(sending.claim) : and(eq(outboxMails.id, mailId), isWaiting));
  return rowCount ?? 0;
}

/** Returns the server's answer if it refused the mail for good, or if the mail must not be sent twice. */
async function send(services: Services, { mail, claim, content }: Sending): Promise<string | undefined> {
  const { covers, atMostOnce, ...written } = content;
  if (written.channel === 'text' && !textKinds.some((kind) => kind === mail.kind))
    throw new Error(`No ${mail.kind} goes as a text message`);
  const entries = claim.rowIds.map((id) => ({ mail: id, claim: claim.claimId }));
  await logSending(services, entries);
  // The text message provider is asked whether it already has this message, since a crash leaves no trace; not if staff want it sent once more.
  const isRetry = !wasSentBefore(mail);
  try {
    const key = `${mail.kind}.${claim.rowIds[0]}`;
    await transmit(services, { key, claims: [claim], entries, content: written, isRetry });
    return undefined;
  } catch (error) {
    if (!(error instanceof MessageFault) || error.kind === 'temporary') throw error;
    if (error.kind === 'unknown' && !atMostOnce) throw error;
    const about = { mailId: mail.id, kind: mail.kind, fault: error.kind, reply: error.message };
    services.log.warn(about, 'a mail is not sent again');
    return error.kind === 'unknown' ? `${mayHaveArrived} ${error.message}` : error.message;
  }
}

/**
 * Records which of the waiting mails were accepted, according to the send log, since they were last tried:
 * the database was restored from an older backup.
 */
export async function recordAcceptedMails(services: Services, handlers: MailHandlers): Promise<void> {
  const waiting = await services.db
    .select()
    .from(outboxMails)
    .where(and(isWaiting, isNull(outboxMails.heldUntil), isNull(outboxMails.claimId)))
    .orderBy(asc(outboxMails.createdAt), asc(outboxMails.id));
  const mails = new Map(waiting.map((mail) => [mail.id, mail]));
  const accepted: { id: string; at: Date }[] = [];
  const [oldest] = waiting;
  if (!oldest) return;
  for await (const entry of entriesSince(services, earliestNow(oldest.createdAt))) {
    if (!('mail' in entry) || entry.event !== 'accepted') continue;
    const mail = mails.get(entry.mail);
    const at = new Date(entry.at);
    // The worker that sent it may be behind the process that wrote it.
    if (!mail || at <= (mail.lastAttemptAt ?? earliestNow(mail.createdAt))) continue;
    mails.delete(mail.id);
    accepted.push({ id: mail.id, at });
  }
  await services.sweeps.each('accepted-mails', accepted, ({ id, at }) =>
    inTransaction(services.db, async (tx) => {
      const found = await lockUnclaimed(tx, services, id);
      if (found) await recordAccepted(tx, services, handlers, { ...found.mail, sentTo: null }, at);
    }),
  );
}
