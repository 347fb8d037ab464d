import type { UserRow } from '../accounts/accounts.table.ts';
import type { DraftRow } from '../drafts/drafts.table.ts';
import type { LegacyAnswerRow } from '../legacy/legacy.table.ts';
import type { MemoryRow } from '../memories/memories.table.ts';
import type { RecipientRow } from '../recipients/recipients.table.ts';
import type { ScheduleRow } from '../schedules/schedules.table.ts';

// What leaves with its owner: column by column, so that a new one stays here until somebody has thought about it.

export function accountOf(row: UserRow) {
  const { id, firstName, lastName, email, phone, address, dateOfBirth, timezone } = row;
  const { subscriptionPlan, subscriptionStatus, createdAt } = row;
  const { emailNotifications, smsNotifications, reminderNotifications, deliveryNotifications } = row;
  return {
    id,
    firstName,
    lastName,
    email,
    phone,
    address,
    dateOfBirth,
    timezone,
    subscriptionPlan,
    subscriptionStatus,
    createdAt,
    notifications: { emailNotifications, smsNotifications, reminderNotifications, deliveryNotifications },
  };
}

export function memoryOf({
  id,
  type,
  title,
  recipient,
  personalMessage,
  content,
  isApproved,
  createdAt,
}: MemoryRow) {
  return { id, type, title, recipient, personalMessage, content, isApproved, createdAt };
}

export function answerOf({ questionIndex, question, answer, createdAt, updatedAt }: LegacyAnswerRow) {
  return { questionIndex, question, answer, createdAt, updatedAt };
}

export function draftOf({ kind, content, updatedAt }: DraftRow) {
  return { kind, content, updatedAt };
}

export function recipientOf(row: RecipientRow) {
  const { id, firstName, lastName, relationship, email, phone, mailingAddress, trustedContact, createdAt } =
    row;
  return { id, firstName, lastName, relationship, email, phone, mailingAddress, trustedContact, createdAt };
}

export function scheduleOf(row: ScheduleRow) {
  const { id, memoryId, deliveryDate, localDate, localTime, timezone } = row;
  const { deliveryType, deliveryMethod, isDelivered, deliveredAt, createdAt } = row;
  return {
    id,
    memoryId,
    deliveryDate,
    localDate,
    localTime,
    timezone,
    deliveryType,
    deliveryMethod,
    isDelivered,
    deliveredAt,
    createdAt,
  };
}
