import { eq } from 'drizzle-orm';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { therapyRequestAnsweredMail } from './therapy-requests.mail.tsx';
import { therapyRequests } from './therapy-requests.table.ts';

const noTime =
  'We are sorry: we could not find a counselor for the time that you asked for. You can ask for another one at any time.';

const prepareAnswered: PrepareMail = async (tx, services, { subjectId }) => {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ request: therapyRequests, owner: users })
    .from(therapyRequests)
    .innerJoin(users, eq(users.id, therapyRequests.userId))
    .where(eq(therapyRequests.id, subjectId));
  if (!row || row.request.status === 'pending') return undefined;
  const { request, owner } = row;
  const { scheduledDate, therapistAssigned } = request;
  const answer =
    request.status === 'scheduled' && scheduledDate
      ? `${therapistAssigned} can see you on ${formatMoment(scheduledDate, owner.timezone)}. If that suits you, book it on your page.`
      : noTime;
  const link = `${services.config.publicUrl}/counselor`;
  const content = await therapyRequestAnsweredMail({ ownerName: owner.firstName, answer, link });
  return { ...content, to: owner.email };
};

/** Mails to owners about requests for another time. */
export const therapyRequestMails = {
  'therapy-request-answered': prepareAnswered,
} satisfies Partial<Record<MailKind, PrepareMail>>;
