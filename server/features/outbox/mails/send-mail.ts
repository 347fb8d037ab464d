import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import { type MailKind, textKinds } from '../../../../shared/outbox/mail-kinds.ts';
import { sendMails as sendMailsJob } from '../../../job-list.ts';
import { tryAdvisoryLock } from '../../../platform/advisory-lock.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { agreedNow } from '../../../platform/database-time.ts';
import { requeueLost } from '../../../platform/jobs.ts';
import { MessageFault } from '../../../platform/mail/mail.ts';
import { announceToStaff } from '../../system/changes/changes.ts';
import { markSentBefore, markUnwanted, wasSentBefore } from './mail-states.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';
import type { PreparedMail, PreparedText, PrepareMail } from './mails.ts';

type DistributiveOmit<Content, Key extends PropertyKey> = Content extends unknown
  ? Omit<Content, Key>
  : never;
export type MailPreparations = Record<MailKind, PrepareMail>;

/**
 * A mail server may take minutes over each mail, and a job that outlives its expiry is given to another worker while it
 * still runs: after this long no further mail is begun, so that even the slowest still fits.
 */
export const sendingMinutes = 4;
const perSweep = 500;
/** When to look again at a mail that another worker may be sending with others. */
const anotherLookSeconds = 60;
const storedDays = 30;
const notOfTheServer = 'It did not reach the mail server: see our log.';
const mayHaveArrived = 'It may have arrived:';

/**
 * Sends those of these mails that are not sent yet. One that fails does not hold up the others: it fails the job at the
 * end, whose retry sends only what is left. What takes too long is left to another job.
 */
export async function sendMails(
  services: Services,
  preparations: MailPreparations,
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
  for (const [done, id] of ids.entries()) {
    if (clock.now() >= end) {
      await inTransaction(db, (tx) => jobs.enqueue(tx, sendMailsJob, [{ mailIds: ids.slice(done) }]));
      break;
    }
    await sendMail(services, preparations, id).catch((error) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

/**
 * Sends a mail, unless it was sent already or is no longer wanted. Throws where a retry is worth it, and notes the attempt; an
 * address that refuses the mail for good is not tried again.
 */
async function sendMail(services: Services, preparations: MailPreparations, mailId: string): Promise<void> {
  let address: string | undefined;
  try {
    for (;;) {
      const prepared = await inTransaction(services.db, async (tx) => {
        const mail = await findUnsent(tx, mailId);
        const content = mail && (await prepare(tx, services, preparations, mail));
        return content && { mail, content };
      });
      if (!prepared) return;
      const { mail, content } = prepared;
      address = content.to;
      const outcome = await sendOnce(services, mail, content);
      if (outcome === 'elsewhere' || (outcome === 'sent' && includesMail(content, mail))) return;
    }
  } catch (error) {
    // Where this fails too, what matters is why the mail was not sent.
    await noteAttempt(services, mailId, address, error).catch(() => undefined);
    throw error;
  }
}

async function noteAttempt(
  { db, clock }: Services,
  mailId: string,
  address: string | undefined,
  error: unknown,
): Promise<void> {
  const lastAnswer = error instanceof MessageFault ? error.message : notOfTheServer;
  await db
    .update(outboxMails)
    .set({
      attempts: sql`${outboxMails.attempts} + 1`,
      lastAttemptAt: clock.now(),
      lastAnswer,
      ...(address && { sentTo: address }),
    })
    .where(and(eq(outboxMails.id, mailId), isWaiting));
}

/**
 * Sends what was prepared, under an advisory lock. 'elsewhere' while another worker is sending it, 'outdated' when it sent
 * some of the mails for which this one stands.
 */
function sendOnce(
  services: Services,
  mail: MailRow,
  { onSent, covers, ...content }: PreparedMail,
): Promise<'sent' | 'elsewhere' | 'outdated'> {
  const { db, clock, jobs } = services;
  const ids = covers?.map(({ id }) => id) ?? [mail.id];
  return inTransaction(db, async (tx) => {
    if (!(await tryAdvisoryLock(tx, covers ? `mails:${mail.kind}:${mail.userId}` : `mail:${mail.id}`))) {
      // What the other worker prepared may not tell of this one yet.
      if (covers)
        await jobs.enqueue(tx, sendMailsJob, [{ mailIds: [mail.id] }], {
          startAfterSeconds: anotherLookSeconds,
        });
      return 'elsewhere';
    }
    if ((await tx.$count(outboxMails, and(inArray(outboxMails.id, ids), isWaiting))) < ids.length)
      return 'outdated';
    // The oldest gives the Message-ID: if nobody knows whether this was sent, the next try has the same one.
    const refusal = await transmit(services, { ...mail, id: ids[0] ?? mail.id }, content);
    const now = clock.now();
    await tx
      .update(outboxMails)
      .set({
        [refusal ? 'failedAt' : 'sentAt']: now,
        attempts: sql`${outboxMails.attempts} + 1`,
        lastAttemptAt: now,
        lastAnswer: refusal ?? null,
        sentTo: content.to,
      })
      .where(inArray(outboxMails.id, ids));
    await (refusal ? announceToStaff(tx) : onSent?.(tx));
    return 'sent';
  });
}

function includesMail({ covers }: PreparedMail, { id }: MailRow): boolean {
  return !covers || covers.some((covered) => covered.id === id);
}

async function findUnsent(tx: Tx, mailId: string): Promise<MailRow | undefined> {
  const [mail] = await tx
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.id, mailId), isWaiting));
  return mail;
}

/**
 * Marks the mail where it is no longer wanted, or where its time is over: a link is then no longer wanted, since whoever
 * needs one asks for another; anything else has failed, unless it was sent before.
 */
async function prepare(
  tx: Tx,
  services: Services,
  preparations: MailPreparations,
  mail: MailRow,
): Promise<PreparedMail | undefined> {
  const now = services.clock.now();
  const isOutdated = mail.validUntil !== null && mail.validUntil <= now;
  const isLinkOver = mail.usedAt !== null || (isOutdated && mail.tokenHash !== null);
  const ask = async () => (isLinkOver ? undefined : preparations[mail.kind](tx, services, mail));
  const prepared = await ask();
  if (prepared && !isOutdated) return prepared;
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
  // Somebody who wanted the mail again just now may have found it still there, by its key, and written no other.
  if (mail.dedupeKey && (await ask())) throw new Error('An e-mail is wanted again');
  return undefined;
}

/** Answers what the server said, where it refused the mail for good or it must not be sent twice. */
async function transmit(
  services: Services,
  mail: MailRow,
  { atMostOnce, ...content }: DistributiveOmit<PreparedMail, 'onSent' | 'covers'>,
): Promise<string | undefined> {
  const { id, kind } = mail;
  const { mailer, config, log } = services;
  const messageId = `${kind}.${id}@${new URL(config.publicUrl).hostname}`;
  try {
    if ('body' in content) await sendText(services, mail, content);
    else await mailer.send({ ...content, messageId });
    return undefined;
  } catch (error) {
    if (!(error instanceof MessageFault) || error.kind === 'temporary') throw error;
    if (error.kind === 'unknown' && !atMostOnce) throw error;
    log.warn({ mailId: id, kind, fault: error.kind, reply: error.message }, 'a mail is not sent again');
    return error.kind === 'unknown' ? `${mayHaveArrived} ${error.message}` : error.message;
  }
}

/** The provider is asked whether it has this text already, since a crash leaves no trace; not where staff want it once more. */
async function sendText({ texter }: Services, mail: MailRow, text: PreparedText): Promise<void> {
  if (!textKinds.some((kind) => kind === mail.kind))
    throw new Error(`No ${mail.kind} goes as a text message`);
  await texter.send({ ...text, id: `${mail.kind}.${mail.id}`, isRetry: !wasSentBefore(mail) });
}

/** Enqueues unsent mails whose jobs were lost with the queue. */
export async function requeueLostMails(services: Services): Promise<void> {
  await requeueLost(services, sendMailsJob, async (tx) => {
    const unsent = await tx
      .select({ id: outboxMails.id })
      .from(outboxMails)
      .where(and(isWaiting, isNull(outboxMails.heldUntil)))
      .orderBy(asc(outboxMails.createdAt))
      .limit(perSweep);
    return unsent.map(({ id }) => ({ mailIds: [id] }));
  });
}

/**
 * Deletes mails, with the addresses in them, once nobody needs them any more. What was tried for so long in vain has failed:
 * it stays, for staff to see.
 */
export async function deleteOldMails({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = agreedNow(clock);
  const before = sql`${now} - make_interval(hours => ${storedDays * 24})`;
  const isOld = and(lt(outboxMails.createdAt, before), isNull(outboxMails.heldUntil));
  const isOver = or(
    isNotNull(outboxMails.sentAt),
    isNotNull(outboxMails.unwantedAt),
    and(isWaiting, isNotNull(outboxMails.tokenHash), lt(outboxMails.validUntil, now)),
  );
  await db.delete(outboxMails).where(and(isOld, isOver));
  await inTransaction(db, async (tx) => {
    const { rowCount } = await tx
      .update(outboxMails)
      .set({ failedAt: clock.now() })
      .where(and(isOld, isWaiting, gt(outboxMails.attempts, 0)));
    if (rowCount) await announceToStaff(tx);
  });
}
