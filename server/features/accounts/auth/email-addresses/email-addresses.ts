import { secondsAfter, secondsBetween } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { latestNow } from '../../../../platform/database-time.ts';
import { AppError } from '../../../../platform/errors.ts';
import { findLink, lastLinkAt } from '../../../outbox/messages/mails/links/links.ts';
import { requireMailQuota } from '../../../outbox/messages/mails/quota/quota.ts';
import { tooManyAttempts } from '../../../system/attempt-limits/attempt-limits.ts';
import { record } from '../../../system/audit/audit.ts';
import type { UserRow } from '../../profile/profile.table.ts';
import {
  type AfterVerification,
  lockOwner,
  sendVerificationLater,
  updateUser,
} from '../../profile/profile.ts';

export { beginEmailChange } from './change-email.ts';
export { beginSecondEmail, removeSecondEmail } from './second-email.ts';

const verificationPauseSeconds = 60;

/** Marks an address as verified, for anyone who has the link sent to it. Following the link twice is not an error. Returns the address. */
export async function verifyEmail(
  services: Services,
  afterVerification: AfterVerification,
  token: string,
): Promise<string> {
  const { db, clock } = services;
  return inTransaction(db, async (tx) => {
    const now = clock.now();
    const { userId, toAddress } = await findLink(tx, now, 'verify-email', token);
    const owner = await lockOwner(tx, userId);
    if (owner.email !== toAddress) throw staleLink();
    if (owner.emailVerifiedAt) return toAddress;
    await updateUser(tx, services, userId, { emailVerifiedAt: now });
    await afterVerification(tx, services, userId);
    await record(tx, now, { action: 'account.email-verified', actor: userId, userId, subjectId: userId });
    return toAddress;
  });
}

/** Sends the link again, for the owner; fails like `sendVerificationAgain`. */
export function resendVerification(services: Services, { id }: UserRow): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const owner = await lockOwner(tx, id);
    if (owner.emailVerifiedAt) throw new AppError('conflict', 'Your email address is already confirmed');
    await sendVerificationAgain(tx, services, owner);
  });
}

/** Sends the link again. 429 soon after the previous link, or after too many in a day. */
export async function sendVerificationAgain(tx: Tx, services: Services, owner: UserRow): Promise<void> {
  const last = await lastLinkAt(tx, owner.id, 'verify-email');
  const now = services.clock.now();
  // One that is from the future was sent by a process whose clock was wrong.
  const isLastKnown = last !== undefined && last <= latestNow(now);
  const waitSeconds = isLastKnown ? secondsBetween(now, secondsAfter(last, verificationPauseSeconds)) : 0;
  if (waitSeconds > 0) throw tooManyAttempts(waitSeconds);
  await requireMailQuota(tx, services, owner.id);
  await sendVerificationLater(tx, services, owner);
}

function staleLink(): AppError {
  return new AppError('not_found', 'This link was sent to an address that is no longer yours.');
}
