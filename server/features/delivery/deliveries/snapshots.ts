import { eq, sql } from 'drizzle-orm';
import type { Services } from '../../../platform/context.ts';
import { preparedOnce } from '../../../platform/database.ts';
import { users } from '../../accounts/accounts/accounts.table.ts';
import { memories, memoryVersions } from '../../memories/memories/memories.table.ts';
import { recipients } from '../../people/recipients/recipients.table.ts';
import { isHeld } from '../holds/holds.ts';
import { schedules } from '../schedules/schedules.table.ts';
import { deliveryQueue } from './deliveries.table.ts';
import { isInArrears } from './paid-for.ts';

/** What sending a delivery is based on: address, names, approval and file, as read at one moment. */
export interface Snapshot {
  /** Of the latest claim: one with a lower number is lost. */
  attemptCount: number;
  scheduleId: string;
  recipientId: string | null;
  userId: string;
  dueAt: Date;
  deliveryMethod: 'digital' | 'physical';
  /** The latest edits that this snapshot includes. */
  addressChangedAt: Date | null;
  memoryApprovedAt: Date | null;
  letGoAt: Date | null;
  accountPaidAt: Date | null;
  ownerName: string;
  /** Where it was passed on: for whom it was left. */
  leftFor: string | null;
  /** The owner has asked for their account to be deleted, and was told that nothing more is delivered. */
  isOwnerLeaving: boolean;
  /** The release that had made it due is revoked. */
  isRevoked: boolean;
  /** Somebody has put all deliveries on hold. */
  isHeld: boolean;
  /** Its owner's plan was not paid for when it fell due, and is not now. */
  isInArrears: boolean;
  /** A trusted contact has asked that nothing goes to this recipient for now. */
  isRecipientHeld: boolean;
  recipient: { firstName: string; lastName: string; email: string | null; phone: string | null } | null;
  /** What it brings; null once the memory is deleted. */
  memory: { isApproved: boolean; fileKey: string | null; fileSha256: string | null } | null;
}

/** Snapshots by the ids of their deliveries. */
export async function readSnapshots(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  ids: string[],
): Promise<Map<string, Snapshot>> {
  if (ids.length === 0) return new Map();
  const rows = await snapshotsOf(db).execute({ ids });
  const now = clock.now();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        ownerName: `${row.ownerFirstName} ${row.ownerLastName}`,
        isInArrears: isInArrears(row.account, row.dueAt, now),
        memory:
          row.memory && row.version && row.versionId ? { isApproved: true, ...row.version } : row.memory,
      },
    ]),
  );
}

/** Prepared, since planning it takes a third of its time. */
const snapshotsOf = preparedOnce((db) =>
  db
    .select({
      id: deliveryQueue.id,
      attemptCount: deliveryQueue.attemptCount,
      scheduleId: deliveryQueue.scheduleId,
      recipientId: deliveryQueue.recipientId,
      userId: deliveryQueue.userId,
      dueAt: deliveryQueue.dueAt,
      deliveryMethod: schedules.deliveryMethod,
      addressChangedAt: deliveryQueue.addressChangedAt,
      memoryApprovedAt: deliveryQueue.memoryApprovedAt,
      letGoAt: deliveryQueue.letGoAt,
      leftFor: deliveryQueue.leftFor,
      accountPaidAt: deliveryQueue.accountPaidAt,
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
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
      isRecipientHeld: sql<boolean>`${recipients.heldSince} is not null`,
      recipient: {
        firstName: recipients.firstName,
        lastName: recipients.lastName,
        email: recipients.email,
        phone: recipients.phone,
      },
      memory: { isApproved: memories.isApproved, fileKey: memories.fileKey, fileSha256: memories.fileSha256 },
      version: { fileKey: memoryVersions.fileKey, fileSha256: memoryVersions.fileSha256 },
      versionId: deliveryQueue.memoryVersionId,
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryVersions, eq(memoryVersions.id, deliveryQueue.memoryVersionId))
    .where(sql`${deliveryQueue.id} = any(${sql.placeholder('ids')}::uuid[])`)
    .prepare('delivery_snapshots'),
);
