import { formatMoment } from '../../../../shared/dates.ts';
import { readDatabaseTime } from '../../../platform/database-time.ts';
import { accountMails } from '../../accounts/auth/account-mails/account-mails.ts';
import { erasedAfter, lockOwner, updateUser } from '../../accounts/profile/profile.ts';
import { toldFrom } from '../../outbox/mails/mails.table.ts';
import type { AfterSending, PrepareMail } from '../../outbox/mails/mails.ts';

/** Says until when the owner can take it back, if the mail leaves now. */
const prepareRequested: PrepareMail = async (tx, services, mail) => {
  if (!mail.userId) return undefined;
  const { deletionRequestedAt, timezone } = await lockOwner(tx, mail.userId);
  const from = laterOf(toldFrom(mail, services.clock.now()), deletionRequestedAt);
  const end = erasedAfter({ deletionRequestedAt: from });
  const detail = end ? formatMoment(end, timezone) : '';
  return accountMails['deletion-requested'](tx, services, { ...mail, details: { ...mail.details, detail } });
};

/** Whoever hears late that their account is being deleted has the whole period from then on. */
const extendPeriod: AfterSending = async (tx, services, { mail }) => {
  if (!mail.userId) return;
  const { deletionRequestedAt, erasureBegunAt } = await lockOwner(tx, mail.userId);
  const from = toldFrom(mail, await readDatabaseTime(tx, services.clock));
  if (!deletionRequestedAt || erasureBegunAt || deletionRequestedAt >= from) return;
  await updateUser(tx, services, mail.userId, { deletionRequestedAt: from });
};

function laterOf(one: Date, other: Date | null): Date {
  return other && other > one ? other : one;
}

export const deletionMails = { 'deletion-requested': prepareRequested };

export const afterSendingDeletionMails = { 'deletion-requested': extendPeriod };
