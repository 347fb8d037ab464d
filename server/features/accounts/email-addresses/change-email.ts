import { and, eq, ne, sql } from 'drizzle-orm';
import { emailChangeUndoHours } from '../../../../shared/accounts/email-addresses.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, isUniqueViolation, type Tx } from '../../../platform/database.ts';
import {
  enqueueLink,
  isReserved,
  type OpenedLink,
  redeemLink,
  revokeLinks,
} from '../../outbox/mails/mails.ts';
import { type AuditAction, record } from '../../system/audit/audit.ts';
import { type UserRow, users } from '../accounts/accounts.table.ts';
import { emailTaken, lockOwner, updateUser } from '../accounts/accounts.ts';
import { closeSessions } from '../sessions/sessions.ts';

const confirmMinutes = 24 * 60;

/**
 * Begins to change the address of an account: a link goes to the new one, and until it is opened everything stays. The
 * caller has made sure that it is the owner who asks. 409 when another account has the address.
 */
export async function beginEmailChange(
  tx: Tx,
  services: Services,
  owner: UserRow,
  email: string,
): Promise<UserRow> {
  const now = services.clock.now();
  if (await isTaken(tx, now, owner.id, email)) throw emailTaken();
  await revokeLinks(tx, owner.id, ['confirm-email']);
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

/** Gives up a change that waits to be confirmed. */
export async function cancelEmailChange(services: Services, { id }: UserRow): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    await revokeLinks(tx, id, ['confirm-email']);
    await updateUser(tx, services, id, noPendingEmail);
    await audit(tx, services, id, 'account.email-change-cancelled');
  });
}

/** Makes the change, for whoever holds the link that was sent to the new address. The old one is told, with a way back. */
export function confirmEmailChange(services: Services, token: string): Promise<string> {
  return whereFree(services, async (tx) => {
    const now = services.clock.now();
    const { userId, toAddress } = await redeemLink(tx, now, 'confirm-email', token);
    const owner = await lockOwner(tx, userId);
    if (await isTaken(tx, now, userId, toAddress)) throw emailTaken();
    await updateUser(tx, services, userId, { email: toAddress, emailVerifiedAt: now, ...noPendingEmail });
    await revokeLinks(tx, userId, ['verify-email', 'reset-password', 'confirm-email']);
    await enqueueLink(tx, services, {
      kind: 'email-changed',
      userId,
      toAddress: owner.email,
      validMinutes: emailChangeUndoHours * 60,
    });
    await audit(tx, services, userId, 'account.email-changed');
    return toAddress;
  });
}

/**
 * Gives an account the address back that the link was sent to, and signs everybody out. Whatever was made of the address
 * since then, by whoever changed it, is worth nothing any more. Answers the address.
 */
export function undoEmailChange(services: Services, token: string): Promise<string> {
  return whereFree(services, async (tx) => {
    const now = services.clock.now();
    const link = await redeemLink(tx, now, 'email-changed', token);
    await lockOwner(tx, link.userId);
    await giveBack(tx, services, link, now);
    await audit(tx, services, link.userId, 'account.email-change-undone');
    return link.toAddress;
  });
}

async function giveBack(
  tx: Tx,
  services: Services,
  { userId, toAddress, createdAt }: OpenedLink,
  now: Date,
): Promise<void> {
  await updateUser(tx, services, userId, { email: toAddress, emailVerifiedAt: now, ...noPendingEmail });
  await revokeLinks(tx, userId, ['verify-email', 'reset-password', 'confirm-email']);
  await revokeLinks(tx, userId, ['email-changed'], createdAt);
  await closeSessions(tx, userId);
}

const noPendingEmail = { pendingEmail: null, pendingEmailUntil: null };

async function isTaken(tx: Tx, now: Date, userId: string, email: string): Promise<boolean> {
  const [other] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, sql`lower(${email})`), ne(users.id, userId)));
  return other !== undefined || (await isReserved(tx, now, email, userId));
}

/** Somebody may have taken the address in this very moment. */
async function whereFree<T>({ db }: Services, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}

function audit(tx: Tx, { clock }: Services, userId: string, action: AuditAction): Promise<void> {
  return record(tx, clock.now(), { action, actor: userId, userId, subjectId: userId });
}
