import { eq } from 'drizzle-orm';
import type { MailAct, SeenMail } from '../../../../../shared/outbox/staff-mails.ts';
import type { AuditAction } from '../../../../../shared/system/audit-actions.ts';
import { sendMails } from '../../../../job-list.ts';
import { requireAsSeen } from '../../../../platform/as-seen.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { record } from '../../../system/audit/audit.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { addressOf } from './list-for-staff.ts';
import { actsOn, markUnwanted, stateOf } from './mail-states.ts';
import { type MailRow, outboxMails } from './mails.table.ts';

/** A staff action on a mail: who acts, and why. */
interface ByStaff {
  /** The id of the member of staff. */
  actor: string;
  mailId: string;
  reason: string;
}

/** With the mail as they saw it. */
export type MailChange = ByStaff & { seen: SeenMail };

/**
 * Sends a mail once more, or now, with the same Message-ID: its facts are read again, and it may turn out that
 * nobody needs it any more. 404 for an unknown mail; 409 if its state does not allow it, or is no longer as `seen`.
 */
export function sendMailAgain(services: Services, change: MailChange): Promise<void> {
  return changeMail(services, 'send-again', change, async (tx, { id }) => {
    await tx
      .update(outboxMails)
      .set({ sentAt: null, failedAt: null, retryingSeconds: 0 })
      .where(eq(outboxMails.id, id));
    await services.jobs.enqueue(tx, sendMails, [{ mailIds: [id] }]);
  });
}

/** Removes a failed mail from the queue without sending it. Throws like `sendMailAgain`. */
export function setMailAside(services: Services, change: MailChange): Promise<void> {
  return changeMail(services, 'set-aside', change, (tx, mail) =>
    markUnwanted(tx, services.clock.now(), mail),
  );
}

const actions = {
  'send-again': 'mail.sent-again',
  'set-aside': 'mail.set-aside',
} as const satisfies Record<MailAct, AuditAction>;

function changeMail(
  { db, clock }: Services,
  act: MailAct,
  { actor, mailId, reason, seen }: MailChange,
  apply: (tx: Tx, mail: MailRow) => Promise<void>,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockMail(tx, mailId);
    requireUnchanged(seen, before);
    if (!actsOn(before, clock.now()).includes(act))
      throw new AppError('conflict', 'This cannot be done with this email in its state');
    await apply(tx, before);
    await record(tx, clock.now(), {
      action: actions[act],
      actor,
      ...(before.userId && { userId: before.userId }),
      subjectId: mailId,
      reason,
      before: factsOf(before),
      after: factsOf(await lockMail(tx, mailId)),
    });
    await announceToStaff(tx);
  });
}

/** Shows the address of a mail and records that. 404 for an unknown mail, 409 if it has no address yet. */
export function showAddress(
  { db, clock }: Services,
  { actor, mailId, reason }: ByStaff,
): Promise<{ address: string }> {
  return inTransaction(db, async (tx) => {
    const mail = await lockMail(tx, mailId);
    const address = addressOf(mail);
    if (!address) throw new AppError('conflict', 'Its address is looked up when it is sent');
    await record(tx, clock.now(), {
      action: 'mail.address-shown',
      actor,
      ...(mail.userId && { userId: mail.userId }),
      subjectId: mailId,
      reason,
      details: { kind: mail.kind },
    });
    return { address };
  });
}

async function lockMail(tx: Tx, id: string): Promise<MailRow> {
  const [mail] = await tx.select().from(outboxMails).where(eq(outboxMails.id, id)).for('update');
  return requireFound(mail, 'This mail');
}

function requireUnchanged(seen: SeenMail, mail: MailRow): void {
  const state = stateOf(mail);
  requireAsSeen('email', {
    state: seen.state !== state && `It was ${seen.state}, and is ${state} now`,
    attempts:
      seen.attempts !== mail.attempts && `There were ${seen.attempts} attempts, and are ${mail.attempts} now`,
  });
}

function factsOf(mail: MailRow) {
  return { kind: mail.kind, state: stateOf(mail), attempts: mail.attempts };
}
