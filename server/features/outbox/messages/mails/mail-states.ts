import { and, eq } from 'drizzle-orm';
import type { LinkKind } from '../../../../../shared/outbox/mail-kinds.ts';
import type { MailAct, MailState } from '../../../../../shared/outbox/staff-mails.ts';
import type { Tx } from '../../../../platform/database.ts';
import type { BounceReport } from '../../../../platform/mail/bounce-report.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';

export function stateOf({ sentAt, failedAt, unwantedAt }: MailRow): MailState {
  if (unwantedAt) return 'unwanted';
  if (failedAt) return 'failed';
  return sentAt ? 'sent' : 'waiting';
}

/** One mail may cover many of these, or their preparation refuses a second one. */
const sentOnlyOnce: readonly MailRow['kind'][] = ['trusted-contact', 'delivered', 'staff-delivery-failed'];

const notSentAgain = 'It was not sent again: nobody needs it any more.';

/** With these, somebody who reads the mail at the account's previous address undoes a change. */
export const undoKinds: readonly LinkKind[] = ['email-changed', 'two-factor-on'];

/**
 * Whether a mail's time is over. For a link that undoes a change, the time begins when it is sent: whoever
 * gets it did not ask for it, and will not ask for another.
 */
export function isOutdated({ kind, validUntil, ...mail }: MailRow, now: Date): boolean {
  const mayBeSent = mail.sentAt === null && (mail.failedAt === null || mail.lastFault === 'service');
  const hasBegun = !mayBeSent || !undoKinds.some((undoing) => undoing === kind);
  return validUntil !== null && validUntil <= now && hasBegun;
}

/** What staff may do to a mail in its present state. */
export function actsOn(mail: MailRow, now: Date): MailAct[] {
  const state = stateOf(mail);
  const isOver = mail.usedAt !== null || isOutdated(mail, now);
  const isTried = state === 'waiting' && mail.attempts > 0 && !mail.heldUntil;
  const isRepeatable = state === 'sent' && !sentOnlyOnce.includes(mail.kind);
  return [
    ...(!isOver && (state === 'failed' || isTried || isRepeatable) ? (['send-again'] as const) : []),
    ...(state === 'failed' ? (['set-aside'] as const) : []),
  ];
}

/**
 * Whether it was sent before staff had it sent once more; then `lastAttemptAt` says when. If an attempt has
 * failed since, that is the time of the attempt.
 */
export function wasSentBefore(mail: MailRow): boolean {
  return stateOf(mail) === 'waiting' && mail.lastAttemptAt !== null && mail.lastAnswer === null;
}

/** It is not sent once more, and it stays recorded that it was sent. Its link no longer works, as in `markUnwanted`. */
export async function markSentBefore(
  tx: Tx,
  now: Date,
  { id, usedAt, lastAttemptAt }: MailRow,
): Promise<void> {
  await tx
    .update(outboxMails)
    .set({ sentAt: lastAttemptAt, usedAt: usedAt ?? now, lastAnswer: notSentAgain })
    .where(and(eq(outboxMails.id, id), isWaiting));
}

/** Its link no longer works, another mail may use its key, and the address of somebody without an account is erased. */
export async function markUnwanted(tx: Tx, now: Date, { id, userId, usedAt }: MailRow): Promise<void> {
  await tx
    .update(outboxMails)
    .set({
      unwantedAt: now,
      failedAt: null,
      usedAt: usedAt ?? now,
      dedupeKey: null,
      ...(userId === null && { toAddress: null, sentTo: null }),
    })
    .where(eq(outboxMails.id, id));
}

/** Records what a mail system later reported from the address of a mail that it had accepted. The mail stays sent. */
export async function noteReturnedMail(
  tx: Tx,
  mailId: string,
  reports: readonly BounceReport[],
): Promise<void> {
  const [mail] = await tx.select().from(outboxMails).where(eq(outboxMails.id, mailId)).for('update');
  const sentTo = mail?.sentTo?.toLowerCase();
  const report = reports.find(({ addresses }) => sentTo && addresses.includes(sentTo));
  if (!mail || !report || stateOf(mail) !== 'sent') return;
  const lastAnswer = `${report.kind === 'hard' ? 'It came back' : 'It is late'}: ${report.reply}`;
  await tx
    .update(outboxMails)
    .set({ lastAnswer, lastFault: report.kind === 'hard' ? 'mailbox' : null })
    .where(eq(outboxMails.id, mailId));
}
