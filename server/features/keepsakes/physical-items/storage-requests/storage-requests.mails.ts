import { eq } from 'drizzle-orm';
import type { MailKind } from '../../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import type { PrepareMail } from '../../../outbox/messages/mails/mails.ts';
import { storageRequestAnsweredMail } from './storage-requests.mail.tsx';
import { physicalStorageRequests } from './storage-requests.table.ts';

const openings = {
  approved: 'We will gladly keep what you described. This is where and how to send it:',
  declined: 'We cannot keep what you described. Please do not send it. This is why:',
} as const;

/** Mails to owners about storage requests. */
export const storageRequestMails = {
  async 'storage-request-answered'(tx, { config }, { subjectId, details }) {
    if (!subjectId) return undefined;
    const [row] = await tx
      .select({ request: physicalStorageRequests, owner: users })
      .from(physicalStorageRequests)
      .innerJoin(users, eq(users.id, physicalStorageRequests.userId))
      .where(eq(physicalStorageRequests.id, subjectId));
    if (!row?.request.answer) return undefined;
    const { request, owner } = row;
    const { status, answer } = request;
    // Cancelled, or answered differently since.
    if ((status !== 'approved' && status !== 'declined') || status !== details?.['status']) return undefined;
    const content = await storageRequestAnsweredMail({
      ownerName: owner.firstName,
      opening: openings[status],
      answer: answer ?? '',
      link: `${config.publicUrl}/physical-items`,
    });
    return { ...content, to: owner.email };
  },
} satisfies Partial<Record<MailKind, PrepareMail>>;
