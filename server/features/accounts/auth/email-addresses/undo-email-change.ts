import { secondsAfter } from '../../../../platform/clock.ts';
import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import {
  changedAt,
  type OpenedLink,
  redeemLink,
  revokeLinks,
} from '../../../outbox/messages/mails/links/links.ts';
import { disownSince, lockOwner, updateUser } from '../../profile/profile.ts';
import { forgetPassword } from '../passwords/passwords.ts';
import { removeTwoFactor } from '../two-factor/two-factor.ts';
import { audit, noPendingEmail, whereFree } from './change-email.ts';

/** Two processes may have written the two times that are compared: rather too much is undone than too little. */
const clocksDifferSeconds = 5;

/**
 * Restores the address that the link was sent to, signs everybody out, and leaves a password reset as the only way in. Cancels
 * later changes of the address, their links, and two-factor sign-in if it was switched on since. Returns the address.
 */
export function undoEmailChange(services: Services, token: string): Promise<string> {
  return whereFree(services, async (tx) => {
    const now = services.clock.now();
    const link = await redeemLink(tx, now, 'email-changed', token);
    const owner = await lockOwner(tx, link.userId);
    const { twoFactorSince } = owner;
    if (twoFactorSince && secondsAfter(twoFactorSince, clocksDifferSeconds) >= changedAt(link))
      await removeTwoFactor(tx, services, owner.id);
    await restoreAddress(tx, services, link, now);
    await disownSince(tx, now, { ...link, since: changedAt(link) });
    await forgetPassword(tx, services, owner, link.toAddress);
    await audit(tx, services, link.userId, 'account.email-change-undone');
    return link.toAddress;
  });
}

async function restoreAddress(
  tx: Tx,
  services: Services,
  { userId, toAddress, createdAt }: OpenedLink,
  now: Date,
): Promise<void> {
  await updateUser(tx, services, userId, { email: toAddress, emailVerifiedAt: now, ...noPendingEmail });
  await revokeLinks(tx, now, userId, ['verify-email']);
  await revokeLinks(tx, now, userId, ['email-changed'], createdAt);
}
