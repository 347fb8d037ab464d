import { and, eq, ne, sql } from 'drizzle-orm';
import { emailChangeUndoHours } from '../../../../../shared/accounts/time-limits.ts';
import { minutesAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, isUniqueViolation, type Tx } from '../../../../platform/database.ts';
import {
  enqueueLink,
  isReserved,
  linkGone,
  redeemLink,
  revokeLinks,
} from '../../../outbox/messages/mails/links/links.ts';
import { requireMailQuota } from '../../../outbox/messages/mails/quota/quota.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { type AfterVerification, emailTaken, lockOwner, updateUser } from '../../profile/profile.ts';

const confirmMinutes = 24 * 60;

/**
 * Begins to change the address of an account: nothing changes until the link sent to the new address is opened. The
 * caller has authenticated the owner. 409 if another account has the address, 429 after too many new ones in a day.
 */
export async function beginEmailChange(
  tx: Tx,
  services: Services,
  owner: UserRow,
  email: string,
): Promise<UserRow> {
  const now = services.clock.now();
  if (await isTaken(tx, now, owner.id, email)) throw emailTaken();
  await requireMailQuota(tx, services, owner.id);
  await revokeLinks(tx, now, owner.id, ['confirm-email']);
  await enqueueLink(tx, services, {
    kind: 'confirm-email',
    userId: owner.id,
    toAddress: email,
    validMinutes: confirmMinutes,
  });
  await audit(tx, services, owner.id, 'account.email-change-requested');
  return updateUser(tx, services, owner.id, {
    pendingEmail: email,
    pendingEmailUntil: minutesAfter(now, confirmMinutes),
  });
}

/** Cancels a change that is not confirmed yet. */
export async function cancelEmailChange(services: Services, { id }: UserRow): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    await revokeLinks(tx, services.clock.now(), id, ['confirm-email']);
    await updateUser(tx, services, id, noPendingEmail);
    await audit(tx, services, id, 'account.email-change-cancelled');
  });
}

/** Changes the address, for anyone who has the link sent to the new one. The old one gets a link to undo it. */
export function confirmEmailChange(
  services: Services,
  afterVerification: AfterVerification,
  token: string,
): Promise<string> {
  return whereFree(services, async (tx) => {
    const now = services.clock.now();
    const { userId, toAddress } = await redeemLink(tx, now, 'confirm-email', token);
    const owner = await lockOwner(tx, userId);
    if (owner.pendingEmail !== toAddress) throw linkGone();
    if (await isTaken(tx, now, userId, toAddress)) throw emailTaken();
    await updateUser(tx, services, userId, { email: toAddress, emailVerifiedAt: now, ...noPendingEmail });
    await revokeLinks(tx, now, userId, ['verify-email', 'reset-password', 'confirm-email']);
    await enqueueLink(tx, services, {
      kind: 'email-changed',
      userId,
      toAddress: owner.email,
      validMinutes: emailChangeUndoHours * 60,
    });
    await afterVerification(tx, services, userId);
    await audit(tx, services, userId, 'account.email-changed');
    return toAddress;
  });
}

export const noPendingEmail = { pendingEmail: null, pendingEmailUntil: null };

async function isTaken(tx: Tx, now: Date, userId: string, email: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${email})`), ne(users.id, userId)));
  return other !== undefined || (await isReserved(tx, now, email, userId));
}

/** Somebody may take the address at this very moment, and then the unique index makes the transaction fail. */
export async function whereFree<T>({ db }: Services, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

export function audit(tx: Tx, { clock }: Services, userId: string, action: AuditAction): Promise<void> {
  return record(tx, clock.now(), { action, actor: userId, userId, subjectId: userId });
}
