import { and, asc, eq, isNotNull } from 'drizzle-orm';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { requireFound } from '../../../../platform/errors.ts';
import { accountViews } from '../../../accounts/auth/staff/staff.ts';
import { earlierAddresses, users } from '../../../accounts/profile/profile.table.ts';
import { findWishes } from '../../../after-death/release-wishes/release-wishes.ts';
import { checkoutSessions } from '../../../billing/payments/checkout-sessions/checkout-sessions.table.ts';
import { refundsByPayment } from '../../../billing/payments/refunds/refunds.ts';
import { listRenewals } from '../../../billing/payments/renewals/renewals.ts';
import { counselorBookings } from '../../../care/counseling/counselor-bookings/counselor-bookings.table.ts';
import { bookingForOwner } from '../../../care/counseling/counselor-bookings/counselor-bookings.ts';
import { therapyRequests } from '../../../care/counseling/therapy-requests/therapy-requests.table.ts';
import { requestForOwner } from '../../../care/counseling/therapy-requests/therapy-requests.ts';
import { listRepliesOf } from '../../../delivery/received/replies/replies.ts';
import { legacyAnswers } from '../../../memories/legacy/legacy.table.ts';
import { drafts } from '../../../memories/memories/drafts/drafts.table.ts';
import { memories, memoryOpenings } from '../../../memories/memories/memories.table.ts';
import { uploads } from '../../../memories/memories/uploads/uploads.table.ts';
import { giftOrders } from '../../../store/gifts/gifts.table.ts';
import { type ExportedItem, readItems, readStorageRequests } from './export-items.ts';
import {
  accountOf,
  answerOf,
  bookingOf,
  draftOf,
  earlierAddressOf,
  giftOrderOf,
  memoryOf,
  openingOf,
  paymentOf,
  type recipientOf,
  renewalOf,
  therapyRequestOf,
  uploadOf,
  wishesOf,
} from './export-parts.ts';
import { type ExportedSchedule, type ExportedSeries, readPlans } from './export-plans.ts';
import {
  type ExportedFile,
  type ExportedPicture,
  type ExportedVersion,
  fileOf,
  pictureOf,
  readVersions,
} from './exported-files.ts';

/** Everything an owner stores here, at one moment. */
export interface ExportContents {
  exportedAt: Date;
  account: ReturnType<typeof accountOf>;
  profilePicture: ExportedPicture | null;
  earlierAddresses: ReturnType<typeof earlierAddressOf>[];
  memories: ExportedMemory[];
  /** What people were sent and can still see of memories that were changed or deleted since. */
  givenVersions: ExportedVersion[];
  recipients: ReturnType<typeof recipientOf>[];
  schedules: ExportedSchedule[];
  /** A day of every year; each year that has a memory is one of the schedules. */
  series: ExportedSeries[];
  legacyAnswers: ReturnType<typeof answerOf>[];
  giftOrders: ReturnType<typeof giftOrderOf>[];
  counselorBookings: ReturnType<typeof bookingOf>[];
  therapyRequests: ReturnType<typeof therapyRequestOf>[];
  physicalItems: ExportedItem[];
  storageRequests: Awaited<ReturnType<typeof readStorageRequests>>;
  payments: Awaited<ReturnType<typeof readPayments>>;
  /** Recipients' replies. */
  replies: Awaited<ReturnType<typeof listRepliesOf>>;
  /** What should happen after a death; null if nothing was chosen. */
  releaseWishes: ReturnType<typeof wishesOf> | null;
  drafts: ReturnType<typeof draftOf>[];
  /** Uploads that have not arrived completely. */
  uploads: ReturnType<typeof uploadOf>[];
}

export type ExportedMemory = ReturnType<typeof memoryOf> & {
  file: ExportedFile | null;
  openedByStaff: ReturnType<typeof openingOf>[];
};
interface Collected {
  contents: ExportContents;
  /** Storage key of each file by its path in the ZIP. */
  keys: Map<string, string>;
}

/** Reads everything in one database snapshot, so that the parts are consistent. */
export function collectContents(
  services: Pick<Services, 'db' | 'clock' | 'appSecret'>,
  userId: string,
  exportedAt: Date,
): Promise<Collected> {
  return inTransaction(
    services.db,
    async (tx) => {
      const [row] = await tx.select().from(users).where(eq(users.id, userId));
      const owner = requireFound(row, 'This account');
      /** The path in the ZIP of each file, by its storage key. */
      const paths = new Map<string, string>();
      const kept = await tx
        .select()
        .from(memories)
        .where(eq(memories.userId, userId))
        .orderBy(asc(memories.id));
      const openings = await tx.select().from(memoryOpenings).where(eq(memoryOpenings.userId, userId));
      const openingsOf = Map.groupBy(openings, ({ memoryId }) => memoryId);
      const hiddenIds = new Set(
        kept.flatMap(({ id, deleteOnDeathSince }) => (deleteOnDeathSince ? [id] : [])),
      );
      const contents = {
        exportedAt,
        account: accountOf(owner),
        viewedByStaff: await tx
          .select({ viewedAt: accountViews.viewedAt })
          .from(accountViews)
          .where(eq(accountViews.userId, userId))
          .orderBy(asc(accountViews.viewedAt)),
        earlierAddresses: await readEarlierAddresses(tx, userId),
        releaseWishes: await readWishes(tx, userId),
        memories: kept.map((row) => ({
          ...memoryOf(row),
          file: row.deleteOnDeathSince ? null : fileOf(row, paths),
          openedByStaff: (openingsOf.get(row.id) ?? []).map(openingOf),
        })),
        givenVersions: await readVersions(tx, userId, paths, hiddenIds),
        ...(await readPlans(tx, userId)),
        ...(await readWritings(tx, userId, hiddenIds)),
        giftOrders: await readGiftOrders(tx, userId),
        ...(await readCounseling(tx, services, userId)),
        physicalItems: await readItems(tx, userId, paths),
        storageRequests: await readStorageRequests(tx, userId),
        payments: await readPayments(tx, userId),
        replies: await listRepliesOf(tx, userId),
        profilePicture: pictureOf(owner.profilePicture, paths),
      };
      return { contents, keys: new Map([...paths].map(([key, path]) => [path, key])) };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function readEarlierAddresses(tx: Tx, userId: string) {
  const rows = await tx.select().from(earlierAddresses).where(eq(earlierAddresses.userId, userId));
  return rows.map(earlierAddressOf);
}

async function readWritings(tx: Tx, userId: string, hiddenIds: ReadonlySet<string>) {
  const answers = await tx
    .select()
    .from(legacyAnswers)
    .where(eq(legacyAnswers.userId, userId))
    .orderBy(asc(legacyAnswers.questionIndex));
  const sent = await tx.select().from(uploads).where(eq(uploads.userId, userId)).orderBy(asc(uploads.id));
  const begun = await tx.select().from(drafts).where(eq(drafts.userId, userId)).orderBy(asc(drafts.key));
  const shown = begun.filter(({ key }) => !hiddenIds.has(/^memory:([^/]+)/.exec(key)?.[1] ?? ''));
  return { legacyAnswers: answers.map(answerOf), drafts: shown.map(draftOf), uploads: sent.map(uploadOf) };
}

async function readWishes(tx: Tx, userId: string) {
  const wishes = await findWishes(tx, userId);
  return wishes ? wishesOf(wishes) : null;
}

async function readGiftOrders(tx: Tx, userId: string) {
  const ordered = await tx
    .select()
    .from(giftOrders)
    .where(eq(giftOrders.userId, userId))
    .orderBy(asc(giftOrders.id));
  return ordered.map(giftOrderOf);
}

/** Includes what the owner wrote, and what the counselor shared with them. */
async function readCounseling(tx: Tx, services: Pick<Services, 'clock' | 'appSecret'>, userId: string) {
  const booked = await tx
    .select()
    .from(counselorBookings)
    .where(eq(counselorBookings.userId, userId))
    .orderBy(asc(counselorBookings.startsAt), asc(counselorBookings.id));
  const asked = await tx
    .select()
    .from(therapyRequests)
    .where(eq(therapyRequests.userId, userId))
    .orderBy(asc(therapyRequests.id));
  return {
    counselorBookings: booked.map((row) => bookingOf(bookingForOwner(services, row))),
    therapyRequests: asked.map((row) => therapyRequestOf(requestForOwner(services, row))),
  };
}

/** Completed payments, without abandoned checkouts; with what was or will be refunded. */
async function readPayments(tx: Tx, userId: string) {
  const paid = await tx
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.userId, userId), isNotNull(checkoutSessions.paidAt)))
    .orderBy(asc(checkoutSessions.paidAt));
  const payments = [...paid.map(paymentOf), ...(await listRenewals(tx, userId)).map(renewalOf)];
  const refunds = await refundsByPayment(tx, userId);
  return payments.map((payment) => ({ ...payment, refund: refunds.get(payment.id) ?? null }));
}
