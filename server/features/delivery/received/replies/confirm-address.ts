import { and, eq } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction } from '../../../../platform/database.ts';
import { AppError, notFound } from '../../../../platform/errors.ts';
import type { UserRow } from '../../../accounts/profile/profile.table.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { lockRecipient } from '../../../people/recipients/recipients.ts';
import { record } from '../../../system/audit/audit.ts';
import { lockSchedulesOfRecipient } from '../../deliveries/plan/plan.ts';
import { endDisowning, type RenewTrustedLinks } from '../../deliveries/said/said.ts';

/**
 * The owner says that the address is right, whatever somebody there said: the page opens again to whoever enters a
 * code, and what waited goes out. 404 for somebody else's recipient, 409 if nobody has said otherwise.
 */
export function confirmAddress(
  services: Services,
  renewTrustedLinks: RenewTrustedLinks,
  owner: UserRow,
  recipientId: string,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const isTheirs = and(eq(recipients.id, recipientId), eq(recipients.userId, owner.id));
    if ((await tx.$count(recipients, isTheirs)) === 0) throw notFound('This recipient');
    await lockSchedulesOfRecipient(tx, recipientId);
    const { disownedAddress: address } = await lockRecipient(tx, owner.id, recipientId);
    if (!address) throw new AppError('conflict', 'Nobody has said that this address is wrong.');
    await endDisowning(tx, services, renewTrustedLinks, { recipientId, address, actor: owner.id });
    await record(tx, services.clock.now(), {
      action: 'recipient.theirs-after-all',
      actor: owner.id,
      userId: owner.id,
      subjectId: recipientId,
    });
  });
}
