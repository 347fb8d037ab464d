import type { PersonChange } from '../../../../shared/accounts/staff.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { sendVerificationAgain } from '../../accounts/auth/email-addresses/email-addresses.ts';
import { closeSession, closeSessions } from '../../accounts/auth/sessions/sessions.ts';
import { lockUnchanged } from '../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { type AuditAction, record } from '../../system/audit/audit.ts';
import { announceToStaff } from '../../system/changes/changes.ts';

interface Act extends PersonChange {
  /** The id of the member of staff. */
  actor: string;
  userId: string;
}

/**
 * Sends the owner another link to confirm their address. 404; 409 if it is already confirmed, if a link would be of no
 * use, or if the account has changed since it was `seen`; 429 soon after the previous link, or after too many in a day.
 */
export function sendVerificationByStaff(services: Services, act: Act): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const person = await lockUnchanged(tx, act.userId, act.seen);
    if (person.emailVerifiedAt) throw new AppError('conflict', 'Their address is already confirmed');
    if (!canSignIn(person))
      throw new AppError('conflict', 'They cannot sign in, so there is nothing to confirm an address for');
    if (person.deletionRequestedAt) throw new AppError('conflict', 'This account is being deleted');
    await sendVerificationAgain(tx, services, person);
    await recordAct(tx, services, act, 'account.verification-sent-by-staff', act.userId);
  });
}

/** Ends one of a person's sessions, or all. 404; 409 if the account has changed since it was `seen`. */
export function endSessionsByStaff(services: Services, act: Act, sessionId?: string): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockUnchanged(tx, act.userId, act.seen);
    if (sessionId) await closeSession(tx, act.userId, sessionId);
    else await closeSessions(tx, act.userId);
    await recordAct(tx, services, act, 'session.ended-by-staff', sessionId ?? act.userId);
  });
}

/** Neither suspended nor dead. */
export function canSignIn({ suspendedAt, memorialisedAt }: UserRow): boolean {
  return suspendedAt === null && memorialisedAt === null;
}

async function recordAct(
  tx: Tx,
  { clock }: Services,
  { actor, userId, reason }: Act,
  action: AuditAction,
  subjectId: string,
): Promise<void> {
  await record(tx, clock.now(), { action, actor, userId, subjectId, reason });
  await announceToStaff(tx);
}
