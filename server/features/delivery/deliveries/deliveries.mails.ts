import { and, eq, inArray } from 'drizzle-orm';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { minutesAfter } from '../../../platform/clock.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { enqueueMails, type PrepareMail } from '../../outbox/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { prepareDelivered } from './confirmations.mails.ts';
import { addressNeededMail, arrivalUnknownMail, deliveryFailedMail } from './deliveries.mail.tsx';
import { type DeliveryRow, deliveryQueue } from './deliveries.table.ts';
import { isMoreThanLink } from './delivery-conditions.ts';
import { prepareForStaff } from './failed.mails.ts';

/** After this long an unsent question is dropped; the owner still sees it in the list of schedules. */
const questionDays = 7;

/** Asks each owner once per attempt: for an address that works, whether it arrived, or what to do about one that failed. */
export async function askOwnersLater(
  tx: Tx,
  services: Pick<Services, 'jobs' | 'clock'>,
  stopped: readonly DeliveryRow[],
): Promise<void> {
  const validUntil = minutesAfter(services.clock.now(), questionDays * 24 * 60);
  const mails = stopped.map((delivery) => ({
    kind: questionAbout(delivery),
    userId: delivery.userId,
    subjectId: delivery.id,
    details: { attempt: String(delivery.attemptCount) },
    dedupeKey: `question:${delivery.id}:${delivery.attemptCount}`,
    // One that failed is not tried again by itself, so the question is kept as long as any mail.
    ...(delivery.status !== 'failed' && { validUntil }),
  }));
  await enqueueMails(tx, services, mails);
}

function questionAbout({ status, waitingReason }: DeliveryRow): keyof typeof questions {
  if (status === 'failed') return 'delivery-failed';
  return waitingReason === 'outcome_unknown' ? 'arrival-unknown' : 'address-needed';
}

const questions = {
  'address-needed': addressNeededMail,
  'arrival-unknown': arrivalUnknownMail,
  'delivery-failed': deliveryFailedMail,
};

/** Dropped once the delivery has been resumed, for example with another address; a later attempt asks again. */
function prepareQuestion(kind: keyof typeof questions): PrepareMail {
  return async (tx, { config }, { subjectId, details }) => {
    if (!subjectId) return undefined;
    const [row] = await tx
      .select({ owner: users, recipient: recipients })
      .from(deliveryQueue)
      .innerJoin(users, eq(users.id, deliveryQueue.userId))
      .innerJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
      .where(
        and(
          eq(deliveryQueue.id, subjectId),
          inArray(deliveryQueue.status, ['waiting', 'failed']),
          isMoreThanLink,
          eq(deliveryQueue.attemptCount, Number(details['attempt'])),
        ),
      );
    if (!row) return undefined;
    const content = await questions[kind]({
      ownerName: row.owner.firstName,
      recipientName: row.recipient.firstName,
      link: `${config.publicUrl}/recipients?edit=${row.recipient.id}`,
      scheduleLink: `${config.publicUrl}/schedule`,
    });
    return { ...content, to: row.owner.email, atMostOnce: true };
  };
}

/** Mails about deliveries, to owners and staff. */
export const deliveryMails = {
  delivered: prepareDelivered,
  'address-needed': prepareQuestion('address-needed'),
  'arrival-unknown': prepareQuestion('arrival-unknown'),
  'delivery-failed': prepareQuestion('delivery-failed'),
  'staff-delivery-failed': prepareForStaff,
} satisfies Partial<Record<MailKind, PrepareMail>>;
