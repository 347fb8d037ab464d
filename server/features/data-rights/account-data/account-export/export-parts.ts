import type { z } from 'zod';
import type { NotificationPreferences } from '../../../../../shared/accounts/notifications.ts';
import type { EarlierAddressRow, UserRow } from '../../../accounts/profile/profile.table.ts';
import type { ReleaseWishesRow } from '../../../after-death/release-wishes/release-wishes.table.ts';
import type { CheckoutSessionRow } from '../../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import type { listRenewals } from '../../../billing/payments/renewals/renewals.ts';
import type { bookingForOwner } from '../../../care/counseling/counselor-bookings/counselor-bookings.ts';
import type { requestForOwner } from '../../../care/counseling/therapy-requests/therapy-requests.ts';
import type { ScheduleRow, SeriesRow } from '../../../delivery/deliveries/deliveries.table.ts';
import type { listAllItems } from '../../../keepsakes/physical-items/physical-items.ts';
import type { StorageRequestRow } from '../../../keepsakes/physical-items/storage-requests/storage-requests.table.ts';
import type { LegacyAnswerRow } from '../../../memories/legacy/legacy.table.ts';
import type { DraftRow } from '../../../memories/memories/drafts/drafts.table.ts';
import { toDraft } from '../../../memories/memories/drafts/drafts.ts';
import type {
  MemoryOpeningRow,
  MemoryRow,
  MemoryVersionRow,
} from '../../../memories/memories/memories.table.ts';
import type { UploadRow } from '../../../memories/memories/uploads/uploads.table.ts';
import type { RecipientEntry } from '../../../people/recipients/recipients.ts';
import type { GiftOrderRow } from '../../../store/gifts/gifts.table.ts';

/** Whether an export contains each column. A new column does not compile until somebody has decided that. */
type Decisions<Row> = { readonly [Column in keyof Row]-?: boolean };
type Exported<Row, Decided> = {
  [Column in keyof Row as Decided extends { [Each in Column]: true } ? Column : never]: Row[Column];
};

function exported<Column extends string>(...columns: readonly Column[]): Record<Column, true> {
  return Object.fromEntries(columns.map((column) => [column, true])) as Record<Column, true>;
}

/** Internal, secret, or in another part of the export. */
function leftOut<Column extends string>(...columns: readonly Column[]): Record<Column, false> {
  return Object.fromEntries(columns.map((column) => [column, false])) as Record<Column, false>;
}

/** The exported columns of such a row. */
export function partOf<Row extends object>() {
  return <const Decided extends Decisions<Row>>(decisions: Decided) => {
    const columns = Object.entries(decisions).flatMap(([column, isExported]) => (isExported ? column : []));
    return (row: Row) =>
      Object.fromEntries(columns.map((column) => [column, row[column as keyof Row]])) as Exported<
        Row,
        Decided
      >;
  };
}

/** An address or number that the account had before. */
export function earlierAddressOf({ kind, address, replacedAt }: EarlierAddressRow) {
  return { kind, address, replacedAt };
}

type NotificationColumn = keyof z.output<typeof NotificationPreferences>;

const notificationsOf = partOf<Pick<UserRow, NotificationColumn>>()({
  ...exported('emailNotifications', 'smsNotifications', 'reminderNotifications', 'deliveryNotifications'),
  ...exported('askRecipients', 'askTrustedContacts'),
});

const accountPartsOf = partOf<Omit<UserRow, NotificationColumn>>()({
  ...exported('id', 'firstName', 'lastName', 'email', 'secondEmail', 'phone', 'address', 'dateOfBirth'),
  ...exported('timezone', 'quietDays', 'subscriptionPlan', 'subscriptionStatus', 'subscriptionStartDate'),
  ...exported('paidThrough', 'createdAt'),
  ...leftOut('password', 'twoFactorSince', 'stripeCustomerId', 'stripeSubscriptionId', 'profilePicture'),
  ...leftOut('emailVerifiedAt', 'pendingEmail', 'pendingEmailUntil', 'secondEmailVerifiedAt'),
  ...leftOut('pendingSecondEmail', 'pendingSecondEmailUntil', 'requestedPlan', 'paidSince', 'lapseStoppedAt'),
  ...leftOut(
    'lapsePausedSeconds',
    'isAdmin',
    'staffSince',
    'deletionRequestedAt',
    'deletionAskedAt',
    'deletionReceived',
  ),
  ...leftOut('erasureBegunAt', 'lastSignInAt', 'memorialisedAt', 'diedOn', 'suspendedAt', 'suspendedBy'),
  ...leftOut('suspensionReason', 'version', 'updatedAt'),
});

export function accountOf(row: UserRow) {
  return { ...accountPartsOf(row), notifications: notificationsOf(row) };
}

export const wishesOf = partOf<ReleaseWishesRow>()({
  ...exported('reporters', 'objectionDays', 'noteToContacts', 'stoppingCodeMadeAt', 'stoppingCodeUsedAt'),
  ...exported('updatedAt'),
  ...leftOut('userId', 'stricterReporters', 'stricterObjectionDays', 'stricterUntil', 'stoppingCodeHash'),
});

const memoryPartsOf = partOf<MemoryRow>()({
  ...exported('id', 'type', 'title', 'recipient', 'recipientId', 'personalMessage', 'content', 'isApproved'),
  ...exported('createdAt'),
  ...leftOut('userId', 'journalSince', 'journalState', 'deleteOnDeathSince', 'cancelledPlan', 'version'),
  ...leftOut('revision', 'uploadKey'),
  ...leftOut('updatedAt'),
  // The ZIP contains the original unchanged, but not the renditions we made of it.
  ...leftOut('fileKey', 'fileName', 'fileSizeBytes', 'fileSha256', 'contentType', 'durationSeconds', 'peaks'),
  ...leftOut('thumbnailKey', 'displayKey', 'displayContentType'),
  ...leftOut('checkedAt', 'checks', 'heldReason', 'heldAs', 'reviewedAt', 'reviewedBy'),
});

/** For memories that are to be deleted after their owner's death it contains only the title: whoever finds an export should not read them. */
export function memoryOf(row: MemoryRow) {
  const deleteOnDeath = row.deleteOnDeathSince !== null;
  const hidden = deleteOnDeath && {
    recipient: null,
    recipientId: null,
    personalMessage: null,
    content: null,
  };
  return { ...memoryPartsOf(row), withJournal: row.journalSince !== null, deleteOnDeath, ...hidden };
}

/** When a member of staff looked at a memory, and why. */
export function openingOf({ openedAt, reason }: MemoryOpeningRow) {
  return { openedAt, reason };
}

export const versionOf = partOf<MemoryVersionRow>()({
  ...exported('memoryId', 'type', 'title', 'personalMessage', 'content', 'createdAt', 'keptAt'),
  ...leftOut('id', 'userId', 'fileKey', 'fileName', 'fileSizeBytes', 'fileSha256', 'contentType'),
  ...leftOut('durationSeconds', 'peaks', 'thumbnailKey', 'displayKey', 'displayContentType'),
});

export function answerOf({ questionIndex, question, answer, createdAt, updatedAt }: LegacyAnswerRow) {
  return { questionIndex, question, answer, createdAt, updatedAt };
}

export function draftOf(row: DraftRow) {
  const { kind, content, device, updatedAt } = toDraft(row);
  return { kind, content, device, updatedAt };
}

/** A file that has arrived in part; its owner still has the content. */
export const uploadOf = partOf<UploadRow>()({
  ...exported('type', 'fileName', 'sizeBytes', 'arrivedBytes', 'createdAt', 'expiresAt'),
  ...leftOut('id', 'userId', 'contentType', 'sha256'),
});

export const recipientOf = partOf<RecipientEntry>()({
  ...exported(
    'id',
    'secondEmail',
    'addressesCheckedAt',
    'firstName',
    'lastName',
    'relationship',
    'ownerRelationship',
    'knownBy',
    'birthday',
    'diedAt',
    'days',
    'tellMore',
    'declinedAt',
  ),
  ...exported('email', 'phone', 'mailingAddress', 'trustedContact', 'substituteId', 'createdAt'),
  ...exported('guardianId', 'guardianUntilAge', 'answers'),
  ...leftOut('userId', 'trustedContactToldAt', 'heldSince', 'addressChangedAt', 'addressChangedBy'),
  ...leftOut('addressWaitsUntil', 'disownedAt', 'disownedAddress', 'proposedAddress', 'version', 'updatedAt'),
});

export const scheduleOf = partOf<ScheduleRow>()({
  ...exported('id', 'memoryId', 'deliveryDate', 'localDate', 'localTime', 'timezone', 'deliveryType'),
  ...exported('deliveryMethod', 'releaseDays', 'seriesId', 'year', 'isDelivered', 'deliveredAt', 'createdAt'),
  ...leftOut('userId', 'dueAt', 'startedAt', 'computedBy', 'idempotencyKey', 'version', 'updatedAt'),
});

export const seriesOf = partOf<SeriesRow>()({
  ...exported('id', 'month', 'day', 'fromYear', 'untilYear', 'untilAge', 'localTime', 'timezone'),
  ...exported('createdAt'),
  ...leftOut('userId', 'birthday', 'idempotencyKey', 'version', 'updatedAt'),
});

export const giftOrderOf = partOf<GiftOrderRow>()({
  ...exported('id', 'memoryId', 'giftDetails', 'recipientName', 'deliveryAddress', 'deliveryDate'),
  ...exported('specialInstructions', 'totalAmount', 'status', 'trackingNumber', 'paidAt', 'cancelledAt'),
  ...exported('shippedAt', 'deliveredAt', 'createdAt'),
  ...leftOut('userId', 'giftType', 'vendorOrderId', 'adminNotes', 'preparingAt', 'updatedAt'),
});

const bookingPartsOf = partOf<ReturnType<typeof bookingForOwner>>()({
  ...exported('id', 'sessionType', 'sessionDate', 'sessionTime', 'startsAt', 'price', 'status', 'notes'),
  ...exported('counselorNotes', 'paidAt', 'confirmedAt', 'cancelledAt', 'createdAt'),
  ...leftOut('meetingLink', 'heldUntil', 'cancellableUntil', 'isRefunded'),
});

export function bookingOf(booking: ReturnType<typeof bookingForOwner>) {
  return { ...bookingPartsOf(booking), counselorNotes: booking.counselorNotes ?? null };
}

export const therapyRequestOf = partOf<ReturnType<typeof requestForOwner>>()({
  ...exported('id', 'sessionType', 'preferredDate', 'preferredTime', 'reason', 'specialRequests', 'status'),
  ...exported('scheduledDate', 'therapistAssigned', 'createdAt'),
  ...leftOut('bookingId', 'updatedAt'),
});

type Item = Awaited<ReturnType<typeof listAllItems>>[number];
type Handover = Item['handovers'][number];

const itemPartsOf = partOf<Item>()({
  ...exported('id', 'title', 'description', 'category', 'estimatedValue', 'hasInsurance', 'insuranceValue'),
  ...exported('insuranceFee', 'recipientId', 'recipientName', 'personalMessage', 'deliveryInstructions'),
  ...exported('status', 'receivedDate', 'deliveryDate', 'returnRequestDate', 'returnReason', 'returnFee'),
  ...exported('storageLocation', 'returnFeePaidAt', 'lostAt', 'createdAt'),
  ...leftOut('handovers', 'images', 'updatedAt'),
});

const handoverOf = partOf<Handover>()({
  ...exported('step', 'at', 'from', 'to', 'byName', 'sealNumber', 'trackingNumber'),
  ...leftOut('id', 'photoUrl'),
});

export function itemOf(item: Item) {
  return { ...itemPartsOf(item), handovers: item.handovers.map(handoverOf) };
}

export const storageRequestOf = partOf<StorageRequestRow>()({
  ...exported('id', 'physicalItemId', 'itemType', 'itemDescription', 'estimatedValue', 'insuranceRequired'),
  ...exported(
    'insuranceValue',
    'insuranceProvider',
    'policyNumber',
    'storageInstructions',
    'status',
    'answer',
    'storageLocation',
  ),
  ...exported('deliveryInstructions', 'answeredAt', 'receivedDate', 'createdAt'),
  ...leftOut('userId', 'adminNotes', 'updatedAt'),
});

type Renewal = Awaited<ReturnType<typeof listRenewals>>[number];

export function paymentOf({ id, purpose, plan, billingPeriod, amount, paidAt }: CheckoutSessionRow) {
  return { id, purpose: purpose as string, plan, billingPeriod, amount, paidAt };
}

export function renewalOf({ id, plan, amountCents, paidAt }: Renewal): ReturnType<typeof paymentOf> {
  return { id, purpose: 'renewal', plan, billingPeriod: null, amount: amountCents / 100, paidAt };
}
