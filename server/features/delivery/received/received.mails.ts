import { and, eq } from 'drizzle-orm';
import { fullNameOf } from '../../../../shared/names.ts';
import type { MailKind } from '../../../../shared/outbox/mail-kinds.ts';
import { users } from '../../accounts/profile/profile.table.ts';
import { memories } from '../../memories/memories/memories.table.ts';
import type { PrepareMail } from '../../outbox/messages/mails/mails.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { deliveryQueue, schedules } from '../deliveries/deliveries.table.ts';
import { liveLink } from '../deliveries/message/message.ts';
import { isDisowned } from '../deliveries/state/state.ts';
import { isCurrent } from './pages.ts';
import { reminderMail, replyReceivedMail } from './received.mail.tsx';
import { receivedReplies } from './received.table.ts';

/** For the owner, if they want mails about deliveries. It never contains what was written, which they read on their own page. */
const prepareReplyReceived: PrepareMail = async (tx, { config }, { subjectId }) => {
  if (!subjectId) return undefined;
  const [row] = await tx
    .select({ owner: users, memoryId: schedules.memoryId, title: memories.title, delivery: deliveryQueue })
    .from(receivedReplies)
    .innerJoin(deliveryQueue, eq(deliveryQueue.id, receivedReplies.deliveryId))
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .where(and(eq(receivedReplies.deliveryId, subjectId), eq(receivedReplies.readBy, 'owner')));
  if (!row?.memoryId || !row.owner.emailNotifications || !row.owner.deliveryNotifications) return undefined;
  const content = await replyReceivedMail({
    ownerName: row.owner.firstName,
    recipientName: row.delivery.recipientFirstName,
    title: row.title,
    link: `${config.publicUrl}/memories/${row.memoryId}`,
  });
  return { ...content, to: row.owner.email, atMostOnce: true };
};

/** Sent to the address of the page on which they asked for it, as long as they are reached there and want more. */
const prepareReminder: PrepareMail = async (tx, services, { subjectId, details, toAddress, channel }) => {
  const { delivery: deliveryId } = details;
  if (!subjectId || !deliveryId || !toAddress) return undefined;
  const [row] = await tx
    .select({ delivery: deliveryQueue, owner: users, recipient: recipients })
    .from(deliveryQueue)
    .innerJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .where(and(eq(deliveryQueue.id, deliveryId), eq(recipients.id, subjectId)));
  if (!row) return undefined;
  const { delivery, owner, recipient } = row;
  const isClosed = delivery.releaseRevokedAt !== null || isDisowned(delivery);
  const isWanted = !recipient.declinedAt && !recipient.heldSince && !owner.deletionRequestedAt;
  const isThere = (recipient.email ?? recipient.phone) !== null && isCurrent({ ...row, address: toAddress });
  if (isClosed || !isWanted || !isThere) return undefined;
  const link = liveLink(services, delivery);
  if (channel === 'text') {
    const body = `Long After: you asked us to remind you today of what ${owner.firstName} left for you. ${link}`;
    return { channel: 'text', to: toAddress, body, atMostOnce: true };
  }
  const content = await reminderMail({
    recipientName: recipient.firstName,
    ownerFirstName: owner.firstName,
    ownerName: fullNameOf(owner),
    link,
  });
  return { ...content, to: toAddress, atMostOnce: true };
};

export const receivedMails = {
  'reply-received': prepareReplyReceived,
  'received-reminder': prepareReminder,
} satisfies Partial<Record<MailKind, PrepareMail>>;
