import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { passwordResetMinutes, type ResetPasswordForm } from '../../../../../shared/accounts/passwords.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { enqueueLink, findLink, linkGone, redeemLink } from '../../../outbox/messages/mails/links/links.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { record } from '../../../system/audit/audit.ts';
import { type UserRow, users } from '../../profile/profile.table.ts';
import { type AfterVerification, isEmailVerified, updateUser } from '../../profile/profile.ts';
import { switchOffTwoFactor } from '../two-factor/two-factor.ts';
import { hashNewPassword, storePassword } from './passwords.ts';

/**
 * Sends a password reset link to `email`, if it has an account. That is looked up when the link is sent, so
 * that neither the response nor its timing reveals it.
 */
export function requestPasswordReset(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'appSecret'>,
  email: string,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await enqueueLink(tx, services, {
      kind: 'reset-password',
      userId: null,
      toAddress: email,
      validMinutes: passwordResetMinutes,
    });
  });
}

/**
 * Sets the password for whoever holds the link, and signs everybody out: the new one has to be used at once.
 * Two-factor sign-in stays on, unless the address was never confirmed: whoever opened the account may not have it.
 * Staff keep theirs. A refused password (400) does not use up the link.
 */
export async function resetPassword(
  services: Services,
  afterVerification: AfterVerification,
  { token, password }: z.output<typeof ResetPasswordForm>,
): Promise<void> {
  const { db, clock } = services;
  const { owner, toAddress } = await openResetLink(services, token);
  const passwordHash = await hashNewPassword(password, owner);
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    await redeemLink(tx, now, 'reset-password', token);
    const before = await storePassword(tx, services, owner, passwordHash);
    requireAddress(before, toAddress);
    if (before.twoFactorSince && !isEmailVerified(services, before) && !before.isAdmin)
      await switchOffTwoFactor(tx, services, before);
    // Somebody has read the link at this address.
    if (before.emailVerifiedAt === null) {
      await updateUser(tx, services, owner.id, { emailVerifiedAt: now });
      await afterVerification(tx, services, owner.id);
    }
    await enqueueMail(tx, services, { kind: 'password-changed', userId: owner.id, toAddress: owner.email });
    await record(tx, now, {
      action: 'account.password-reset',
      actor: owner.id,
      userId: owner.id,
      subjectId: owner.id,
    });
  });
}

/** Whose password the link sets, and where it was sent. Changes nothing. 404 if it does not work (any more). */
export async function openResetLink(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  token: string,
): Promise<{ owner: UserRow; toAddress: string }> {
  const { userId, toAddress } = await findLink(db, clock.now(), 'reset-password', token);
  const [row] = await db.select().from(users).where(eq(users.id, userId));
  const owner = requireFound(row, 'This account');
  requireAddress(owner, toAddress);
  return { owner, toAddress };
}

/** A link does not count if the account no longer has the address that it was sent to. */
function requireAddress({ email }: { email: string }, toAddress: string): void {
  if (email.toLowerCase() !== toAddress.toLowerCase()) throw linkGone();
}
