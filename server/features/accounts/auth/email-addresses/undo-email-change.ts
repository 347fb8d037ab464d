import type { Services } from '../../../../platform/context.ts';
import type { Tx } from '../../../../platform/database.ts';
import {
  changedAt,
  type OpenedLink,
  redeemLink,
  revokeLinks,
} from '../../../outbox/messages/mails/links/links.ts';
import {
  disownSince,
  earliestSince,
  lockOwner,
  secondEmailBefore,
  updateUser,
} from '../../profile/profile.ts';
import { forgetPassword } from '../passwords/passwords.ts';
import { removeTwoFactor } from '../two-factor/two-factor.ts';
import { audit, noPendingEmail, whereFree } from './change-email.ts';

/**
 * Restores the address that the link was sent to, signs everybody out, and leaves a password reset as the only way in. Cancels
 * later changes of the address, their links, and two-factor sign-in and a second address if they came since; an earlier second
 * one is there again. Returns the address.
 */
export function undoEmailChange(services: Services, token: string): Promise<string> {
  return whereFree(services, async (tx) => {
    const now = services.clock.now();
    const link = await redeemLink(tx, now, 'email-changed', token);
    const owner = await lockOwner(tx, link.userId);
    const since = changedAt(link);
    const cameSince = (at: Date | null) => at !== null && at >= earliestSince(since);
    if (cameSince(owner.twoFactorSince)) await removeTwoFactor(tx, services, owner.id);
    await restoreAddress(tx, services, link, now);
    const secondEmail = cameSince(owner.secondEmailVerifiedAt) ? owner.secondEmail : null;
    const before = await secondEmailBefore(tx, owner.id, since);
    const isGone = before && owner.secondEmail === null;
    if (secondEmail || isGone) await updateUser(tx, services, owner.id, before ?? noSecondEmail);
    await disownSince(tx, now, { ...link, since, secondEmail });
    await forgetPassword(tx, services, owner, link.toAddress);
    await audit(tx, services, link.userId, 'account.email-change-undone');
    return link.toAddress;
  });
}

const noSecondEmail = { secondEmail: null, secondEmailVerifiedAt: null };

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
