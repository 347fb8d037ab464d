import { and, eq } from 'drizzle-orm';
import type { LinkKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { MailAct, MailState } from '../../../../shared/outbox/staff-mails.ts';
import type { Tx } from '../../../platform/database.ts';
import type { BounceReport } from '../../../platform/mail/bounce-report.ts';
import { isWaiting, type MailRow, outboxMails } from './mails.table.ts';

export function stateOf({ sentAt, failedAt, unwantedAt }: MailRow): MailState {
  if (unwantedAt) return 'unwanted';
  if (failedAt) return 'failed';
  return sentAt ? 'sent' : 'waiting';
}

/** One mail stands for many of them, or its preparation refuses a second one. */
const sentOnlyOnce: readonly MailRow['kind'][] = ['trusted-contact', 'delivered', 'staff-delivery-failed'];

const notSentAgain = 'It was not sent again: nobody needs it any more.';

/** With these a change is undone, by somebody who reads the mail of the account's previous address. */
export const undoKinds: readonly LinkKind[] = ['email-changed', 'two-factor-on'];

/**
 * Whether the time of a mail is over. That of a link which undoes a change begins when it is sent: whoever gets it never asked for it, and asks
 * for no other.
 */
export function isOutdated({ kind, validUntil, ...mail }: MailRow, now: Date): boolean {
  const mayBeSent = mail.sentAt === null && (mail.failedAt === null || mail.lastFault === 'service');
  const hasBegun = !mayBeSent || !undoKinds.some((undoing) => undoing === kind);
  return validUntil !== null && validUntil <= now && hasBegun;
}

/** What staff may do to a mail as it is. */
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
 * Whether it was sent before staff asked for it once more; then `lastAttemptAt` says when. An attempt that failed since
 * has put its own moment there.
 */
export function wasSentBefore(mail: MailRow): boolean {
  return stateOf(mail) === 'waiting' && mail.lastAttemptAt !== null && mail.lastAnswer === null;
}

/** It is not sent once more, and it stays known that it was sent. Its link works no longer, as in `markUnwanted`. */
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

/** Its link works no longer, another mail may take its key, and the address of somebody without an account is forgotten. */
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

/** Notes what a mail system said later of a mail that it had accepted, from the address that it was sent to. It stays sent. */
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
