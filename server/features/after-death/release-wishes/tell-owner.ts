import type { NoticeKind } from '../../../../shared/outbox/mail-kinds.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { ownAddresses } from '../../accounts/profile/profile.ts';
import { enqueueMails } from '../../outbox/mails/mails.ts';

/** Tells an owner at both their addresses: somebody else may have been at their account. */
export function tellOwnerLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  owner: UserRow,
  { kind, detail }: { kind: NoticeKind; detail?: string },
): Promise<void> {
  const details = detail === undefined ? {} : { detail };
  const mails = ownAddresses(owner).map((toAddress) => ({ kind, userId: owner.id, toAddress, details }));
  return enqueueMails(tx, services, mails);
}
