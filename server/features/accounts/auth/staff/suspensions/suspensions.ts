import type { PersonChange } from '../../../../../../shared/accounts/staff.ts';
import type { NoticeKind } from '../../../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../../platform/database-time.ts';
import { AppError } from '../../../../../platform/errors.ts';
import { confirmKinds, revokeLinks } from '../../../../outbox/messages/mails/links/links.ts';
import { enqueueMail } from '../../../../outbox/messages/mails/mails.ts';
import { record } from '../../../../system/audit/audit.ts';
import { announceToStaff } from '../../../../system/changes/changes.ts';
import type { UserRow } from '../../../profile/profile.table.ts';
import { noPendingEmails, notSuspended, updateUser } from '../../../profile/profile.ts';
import { closeSessions } from '../../sessions/sessions.ts';
import { lockUnchanged } from '../seen-person.ts';

interface Action extends PersonChange {
  /** The id of the member of staff. */
  actor: string;
  userId: string;
}

/**
 * Keeps an owner from signing in until staff lift the suspension. Everybody is signed out, and an unconfirmed new address is dropped; deliveries
 * go on. The owner is notified by email. 404; 409 for staff, if they are already suspended or have died, or if the account is not as `seen`.
 */
export function suspendSignIn(services: Services, action: Action): Promise<void> {
  const { clock, db } = services;
  return inTransaction(db, async (tx) => {
    const person = await lockUnchanged(tx, action.userId, action.seen);
    if (person.memorialisedAt)
      throw new AppError('conflict', 'They have died, and nobody can sign in any more');
    if (person.suspendedAt) throw new AppError('conflict', 'Their sign-in is already suspended');
    if (person.isAdmin)
      throw new AppError('conflict', 'This person is staff. Withdraw the role first, then suspend.');
    const now = clock.now();
    await updateUser(tx, services, person.id, {
      suspendedAt: now,
      suspendedBy: action.actor,
      suspensionReason: action.reason,
      ...noPendingEmails,
    });
    await revokeLinks(tx, now, person.id, confirmKinds);
    await closeSessions(tx, person.id);
    await tell(tx, services, action, person, 'sign-in-suspended');
  });
}

/**
 * Lets an owner sign in again, and notifies them by email. If the account was to be deleted, its grace period starts over, since they
 * could not take the deletion back meanwhile. 404; 409 if they may already sign in, or if the account is not as `seen`.
 */
export function endSuspension(services: Services, action: Action): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const person = await lockUnchanged(tx, action.userId, action.seen);
    if (!person.suspendedAt) throw new AppError('conflict', 'They can already sign in');
    await updateUser(tx, services, person.id, {
      ...notSuspended,
      ...(person.deletionRequestedAt && {
        deletionRequestedAt: await readDatabaseTime(tx, services.clock),
      }),
    });
    await tell(tx, services, action, person, 'sign-in-restored');
  });
}

async function tell(
  tx: Tx,
  services: Services,
  { actor, reason }: Action,
  { id: userId, email: toAddress }: UserRow,
  kind: NoticeKind & ('sign-in-suspended' | 'sign-in-restored'),
): Promise<void> {
  const isSuspended = kind === 'sign-in-suspended';
  await enqueueMail(tx, services, { kind, userId, toAddress });
  await record(tx, services.clock.now(), {
    action: isSuspended ? 'account.suspended' : 'account.let-in',
    actor,
    userId,
    subjectId: userId,
    reason,
    before: { isSuspended: !isSuspended },
    after: { isSuspended },
  });
  await announceToStaff(tx);
}
