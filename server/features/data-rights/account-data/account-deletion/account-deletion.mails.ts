import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { lockOwner, updateUser } from '../../../accounts/profile/profile.ts';
import { toldFrom } from '../../../outbox/messages/mails/mails.table.ts';
import type { AfterSending } from '../../../outbox/messages/mails/mails.ts';

/** Somebody who is told late that their account is being deleted has the whole period from then on. */
const extendPeriod: AfterSending = async (tx, services, { mail }) => {
  if (!mail.userId) return;
  const { deletionRequestedAt, erasureBegunAt } = await lockOwner(tx, mail.userId);
  const from = toldFrom(mail, await readDatabaseTime(tx, services.clock));
  if (!deletionRequestedAt || erasureBegunAt || deletionRequestedAt >= from) return;
  await updateUser(tx, services, mail.userId, { deletionRequestedAt: from });
};

export const afterSendingDeletionMails = { 'deletion-requested': extendPeriod };
