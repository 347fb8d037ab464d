import type { EarlierAddressRow, UserRow } from '../../accounts/profile/profile.table.ts';
import type { ReleaseWishesRow } from '../../after-death/release-wishes/release-wishes.table.ts';
import type { CheckoutSessionRow } from '../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import type { listRenewals } from '../../billing/payments/renewals/renewals.ts';
import type { bookingForOwner } from '../../care/counseling/counselor-bookings/counselor-bookings.ts';
import type { requestForOwner } from '../../care/counseling/therapy-requests/therapy-requests.ts';
import type { ScheduleRow } from '../../delivery/deliveries/schedules/schedules.table.ts';
import type { DraftRow } from '../../memories/drafts/drafts.table.ts';
import type { LegacyAnswerRow } from '../../memories/legacy/legacy.table.ts';
import type {
  MemoryOpeningRow,
  MemoryRow,
  MemoryVersionRow,
} from '../../memories/memories/memories.table.ts';
import type { RecipientEntry } from '../../people/recipients/recipients.ts';
import type { GiftOrderRow } from '../../store/gifts/gifts.table.ts';

// What an export contains, column by column, so that a new column is left out until somebody decides about it.

/** An address or number that the account had before. */
export function earlierAddressOf({ kind, address, replacedAt }: EarlierAddressRow) {
  return { kind, address, replacedAt };
}

export function accountOf(row: UserRow) {
  const { id, firstName, lastName, email, secondEmail, phone, address, dateOfBirth, timezone } = row;
  const { quietDays } = row;
  const { subscriptionPlan, subscriptionStatus, subscriptionStartDate, paidThrough, createdAt } = row;
  const { emailNotifications, smsNotifications, reminderNotifications, deliveryNotifications } = row;
  return {
    id,
    firstName,
    lastName,
    email,
    secondEmail,
    phone,
    address,
    dateOfBirth,
    timezone,
    quietDays,
    subscriptionPlan,
    subscriptionStatus,
    subscriptionStartDate,
    paidThrough,
    createdAt,
    notifications: { emailNotifications, smsNotifications, reminderNotifications, deliveryNotifications },
  };
}

export function wishesOf({
  reporters,
  objectionDays,
  noteToContacts,
  stoppingCodeMadeAt,
  stoppingCodeUsedAt,
  updatedAt,
}: ReleaseWishesRow) {
  return {
    reporters,
    objectionDays,
    noteToContacts,
    stoppingCodeMadeAt,
    stoppingCodeUsedAt,
    updatedAt,
  };
}

export function memoryOf({
  id,
  type,
  title,
  recipient,
  recipientId,
  personalMessage,
  content,
  isApproved,
  journalSince,
  createdAt,
}: MemoryRow) {
  const withJournal = journalSince !== null;
  return {
    ...{ id, type, title, recipient, recipientId, personalMessage, content },
    ...{ isApproved, withJournal, createdAt },
  };
}

/** When a member of staff looked at a memory, and why. */
export function openingOf({ openedAt, reason }: MemoryOpeningRow) {
  return { openedAt, reason };
}

export function versionOf({
  memoryId,
  type,
  title,
  personalMessage,
  content,
  createdAt,
  keptAt,
}: MemoryVersionRow) {
  return { memoryId, type, title, personalMessage, content, createdAt, keptAt };
}

export function answerOf({ questionIndex, question, answer, createdAt, updatedAt }: LegacyAnswerRow) {
  return { questionIndex, question, answer, createdAt, updatedAt };
}

export function draftOf({ kind, content, updatedAt }: DraftRow) {
  return { kind, content, updatedAt };
}

export function recipientOf(row: RecipientEntry) {
  const { id, firstName, lastName, relationship, email, phone, mailingAddress, createdAt } = row;
  const { trustedContact, substituteId, ownerRelationship, knownBy, birthday, days } = row;
  return {
    id,
    firstName,
    lastName,
    relationship,
    email,
    phone,
    mailingAddress,
    trustedContact,
    substituteId,
    ownerRelationship,
    knownBy,
    birthday,
    days,
    createdAt,
  };
}

export function scheduleOf(row: ScheduleRow) {
  const { id, memoryId, deliveryDate, localDate, localTime, timezone } = row;
  const { deliveryType, deliveryMethod, releaseDays, isDelivered, deliveredAt, createdAt } = row;
  return {
    id,
    memoryId,
    deliveryDate,
    localDate,
    localTime,
    timezone,
    deliveryType,
    deliveryMethod,
    releaseDays,
    isDelivered,
    deliveredAt,
    createdAt,
  };
}

export function giftOrderOf(row: GiftOrderRow) {
  const { id, memoryId, giftDetails, recipientName, deliveryAddress, deliveryDate, specialInstructions } =
    row;
  const { totalAmount, status, trackingNumber, paidAt, cancelledAt, shippedAt, deliveredAt, createdAt } = row;
  return {
    id,
    memoryId,
    giftDetails,
    recipientName,
    deliveryAddress,
    deliveryDate,
    specialInstructions,
    totalAmount,
    status,
    trackingNumber,
    paidAt,
    cancelledAt,
    shippedAt,
    deliveredAt,
    createdAt,
  };
}

export function bookingOf(booking: ReturnType<typeof bookingForOwner>) {
  const { id, sessionType, sessionDate, sessionTime, startsAt, price, status } = booking;
  const { notes, counselorNotes, paidAt, confirmedAt, cancelledAt, createdAt } = booking;
  return {
    id,
    sessionType,
    sessionDate,
    sessionTime,
    startsAt,
    price,
    status,
    notes,
    counselorNotes: counselorNotes ?? null,
    paidAt,
    confirmedAt,
    cancelledAt,
    createdAt,
  };
}

export function therapyRequestOf(request: ReturnType<typeof requestForOwner>) {
  const { id, sessionType, preferredDate, preferredTime, reason, specialRequests, status } = request;
  const { scheduledDate, therapistAssigned, createdAt } = request;
  return {
    id,
    sessionType,
    preferredDate,
    preferredTime,
    reason,
    specialRequests,
    status,
    scheduledDate,
    therapistAssigned,
    createdAt,
  };
}

type Renewal = Awaited<ReturnType<typeof listRenewals>>[number];

export function paymentOf({ id, purpose, plan, billingPeriod, amount, paidAt }: CheckoutSessionRow) {
  return { id, purpose: purpose as string, plan, billingPeriod, amount, paidAt };
}

export function renewalOf({ id, plan, amountCents, paidAt }: Renewal): ReturnType<typeof paymentOf> {
  return { id, purpose: 'renewal', plan, billingPeriod: null, amount: amountCents / 100, paidAt };
}
