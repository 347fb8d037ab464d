import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { DeliveryType } from '../../../../../shared/delivery/schedules.ts';
import type { Contact, LinkChannel } from '../../../../../shared/outbox/channels.ts';
import type { Services } from '../../../../platform/context.ts';
import { preparedOnce } from '../../../../platform/database.ts';
import { readAgreedNow } from '../../../../platform/database-time.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { type MemoryRow, memories, memoryVersions } from '../../../memories/memories/memories.table.ts';
import { sendingChannels } from '../../../outbox/messages/messages.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { contactsOf, isUntold, waitOf } from '../../../people/recipients/recipients.ts';
import { contactToTry } from '../current-address.ts';
import { deathNews, deliveryQueue, schedules } from '../deliveries.table.ts';
import { factColumns, waitsForGuardian } from '../guardians/guardian-hold.ts';
import { guardianQuestions } from '../guardians/guardians.table.ts';
import { isHeld } from '../holds/holds.ts';
import type { News } from './death-news.ts';
import { isInArrears } from './paid-for.ts';

/** What sending a delivery depends on: address, names, approval and file, all read at one moment. */
export interface Snapshot {
  /** The id of the latest claim: all others are lost. */
  claimId: string | null;
  scheduleId: string;
  memoryId: string | null;
  recipientId: string | null;
  userId: string;
  dueAt: Date;
  /** Of the token in its link. */
  tokenHash: string;
  deliveryMethod: 'digital' | 'physical';
  /** The latest edits that this snapshot includes. */
  addressChangedAt: Date | null;
  memoryApprovedAt: Date | null;
  holdEndedAt: Date | null;
  accountPaidAt: Date | null;
  /** The address where somebody said that it is not for them. */
  disownedAddress: string | null;
  owner: { firstName: string; lastName: string; timezone: string };
  /** The day on which the owner died, if known. */
  diedOn: string | null;
  news: News;
  /** The delivery whose message says that the owner has died. */
  newsDeliveryId: string | null;
  schedule: { deliveryType: DeliveryType; localDate: string; isLate: boolean; isPutOff: boolean };
  /** If it was passed on: the person it was left for. */
  leftFor: string | null;
  /** The owner has asked for their account to be deleted, and was told that nothing more is delivered. */
  isOwnerLeaving: boolean;
  /** The release that made it due was revoked. */
  isRevoked: boolean;
  /** Somebody has put all deliveries on hold. */
  isHeld: boolean;
  /** Its owner's plan was not paid for when it fell due, and is not now. */
  isInArrears: boolean;
  /** A trusted contact has asked that nothing goes to this recipient for now. */
  isRecipientHeld: boolean;
  /** Their guardian says "not yet" or, after the owner's death, has not had time to answer. */
  isHeldByGuardian: boolean;
  /** They want nothing more. */
  isDeclined: boolean;
  /** The address where somebody says that mail for this recipient is not for them. */
  notTheirs: string | null;
  /** Until when nothing is sent to this recipient, since somebody other than the owner changed their address; null if nothing has to wait. */
  addressWaitsUntil: Date | null;
  recipient: Pick<
    RecipientRow,
    | 'firstName'
    | 'lastName'
    | 'email'
    | 'secondEmail'
    | 'phone'
    | 'ownerRelationship'
    | 'knownBy'
    | 'birthday'
  > | null;
  /** Where this attempt goes; null if there is no address to send it to. */
  contact: Contact<LinkChannel> | null;
  failedAddresses: string[];
  /** The channels by which something could be sent. */
  channels: readonly LinkChannel[];
  /** What it brings; null once the memory is deleted. */
  memory: Pick<
    MemoryRow,
    'type' | 'createdAt' | 'durationSeconds' | 'isApproved' | 'fileKey' | 'fileSha256'
  > | null;
}

/** Snapshots by the ids of their deliveries. */
export async function readSnapshots(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  ids: string[],
): Promise<Map<string, Snapshot>> {
  if (ids.length === 0) return new Map();
  const rows = await snapshotsOf(db).execute({ ids });
  const now = clock.now();
  const channels = sendingChannels({ config });
  const isAnyWaiting = rows.some(({ addressWaitsUntil, child }) => addressWaitsUntil ?? child?.guardianId);
  const agreed = isAnyWaiting ? await readAgreedNow(db, clock) : undefined;
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        channels,
        isHeldByGuardian: waitsForGuardian(
          { ...row, owner: { ...row.owner, memorialisedAt: row.memorialisedAt } },
          agreed,
        ),
        contact:
          row.recipient &&
          contactToTry(
            { contacts: contactsOf(row.recipient), channels, notTheirs: row.notTheirs },
            row.failedAddresses,
          ),
        isInArrears: isInArrears(row.account, row.dueAt, now),
        addressWaitsUntil: waitOf({ ...row, agreed }, now),
        memory:
          row.memory && row.version && row.versionId
            ? { ...row.memory, isApproved: true, ...row.version }
            : row.memory,
      },
    ]),
  );
}

/** The delivery whose message says that the owner has died. */
const telling = alias(deliveryQueue, 'telling');

/** A delivery that begins later than this after it was due is late: no worker ran, or all deliveries were held. */
const lateFrom = sql.raw("interval '1 day'");

const newsOf = sql<News>`case
  when ${users.memorialisedAt} is null then 'none'
  when ${deathNews.recipientId} is null then 'undecided'
  when ${deathNews.deliveryId} = ${deliveryQueue.id} then 'tells'
  when ${deathNews.deliveryId} is null or ${telling.status} = 'delivered' then 'told'
  else 'awaited' end`;

const columns = {
  id: deliveryQueue.id,
  claimId: deliveryQueue.claimId,
  scheduleId: deliveryQueue.scheduleId,
  memoryId: schedules.memoryId,
  recipientId: deliveryQueue.recipientId,
  userId: deliveryQueue.userId,
  dueAt: deliveryQueue.dueAt,
  tokenHash: deliveryQueue.tokenHash,
  deliveryMethod: schedules.deliveryMethod,
  addressChangedAt: deliveryQueue.addressChangedAt,
  memoryApprovedAt: deliveryQueue.memoryApprovedAt,
  holdEndedAt: deliveryQueue.holdEndedAt,
  leftFor: deliveryQueue.leftFor,
  accountPaidAt: deliveryQueue.accountPaidAt,
  disownedAddress: deliveryQueue.disownedAddress,
  failedAddresses: deliveryQueue.failedAddresses,
  owner: { firstName: users.firstName, lastName: users.lastName, timezone: users.timezone },
  diedOn: users.diedOn,
  news: newsOf,
  newsDeliveryId: deathNews.deliveryId,
  schedule: {
    deliveryType: schedules.deliveryType,
    localDate: schedules.localDate,
    isPutOff: sql<boolean>`${schedules.deliveryType} = 'scheduled' and ${users.memorialisedAt} is not null
      and ${deliveryQueue.dueAt} > ${schedules.deliveryDate}`,
    isLate: sql<boolean>`coalesce(${schedules.startedAt} >= ${deliveryQueue.dueAt} + ${lateFrom}, false)`,
  },
  account: {
    subscriptionPlan: users.subscriptionPlan,
    paidThrough: users.paidThrough,
    subscriptionStartDate: users.subscriptionStartDate,
    paidSince: users.paidSince,
    lapseStoppedAt: users.lapseStoppedAt,
    lapsePausedSeconds: users.lapsePausedSeconds,
  },
  isHeld: sql<boolean>`${isHeld}`,
  isRevoked: sql<boolean>`${deliveryQueue.releaseRevokedAt} is not null`,
  isOwnerLeaving: sql<boolean>`${users.deletionRequestedAt} is not null`,
  child: factColumns.child,
  question: factColumns.question,
  memorialisedAt: users.memorialisedAt,
  isRecipientHeld: sql<boolean>`${recipients.heldSince} is not null`,
  isDeclined: sql<boolean>`${recipients.declinedAt} is not null`,
  notTheirs: recipients.disownedAddress,
  addressWaitsUntil: recipients.addressWaitsUntil,
  isUntold,
  recipient: {
    firstName: recipients.firstName,
    lastName: recipients.lastName,
    email: recipients.email,
    secondEmail: recipients.secondEmail,
    phone: recipients.phone,
    ownerRelationship: recipients.ownerRelationship,
    knownBy: recipients.knownBy,
    birthday: recipients.birthday,
  },
  memory: {
    type: memories.type,
    createdAt: memories.createdAt,
    durationSeconds: memories.durationSeconds,
    isApproved: memories.isApproved,
    fileKey: memories.fileKey,
    fileSha256: memories.fileSha256,
  },
  version: {
    fileKey: memoryVersions.fileKey,
    fileSha256: memoryVersions.fileSha256,
    durationSeconds: memoryVersions.durationSeconds,
  },
  versionId: deliveryQueue.memoryVersionId,
};

/** Prepared, since planning would take a third of its time. */
const snapshotsOf = preparedOnce((db) =>
  db
    .select(columns)
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryVersions, eq(memoryVersions.id, deliveryQueue.memoryVersionId))
    .leftJoin(
      deathNews,
      and(
        eq(deathNews.recipientId, deliveryQueue.recipientId),
        eq(deathNews.memorialisedAt, users.memorialisedAt),
      ),
    )
    .leftJoin(
      guardianQuestions,
      and(
        eq(guardianQuestions.scheduleId, deliveryQueue.scheduleId),
        eq(guardianQuestions.recipientId, deliveryQueue.recipientId),
      ),
    )
    .leftJoin(telling, eq(telling.id, deathNews.deliveryId))
    .where(sql`${deliveryQueue.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('delivery_snapshots'),
);
