import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import type { z } from 'zod';
import { deletionGraceDays } from '../../../../../shared/accounts/time-limits.ts';
import type {
  DeletionBegun,
  DeletionPreview,
  PendingDelivery,
} from '../../../../../shared/data-rights/account-deletion.ts';
import type { GivenChoice } from '../../../../../shared/given-choice.ts';
import { fullNameOf } from '../../../../../shared/names.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { readDatabaseTime } from '../../../../platform/database-time.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { announce } from '../../../../platform/events.ts';
import { closeSessions } from '../../../accounts/auth/sessions/sessions.ts';
import { type UserRow, users } from '../../../accounts/profile/profile.table.ts';
import { erasedAfter, lockOwner, notBeingDeleted, updateUser } from '../../../accounts/profile/profile.ts';
import { reopenIfLeaving } from '../../../after-death/death-cases/death-reports/death-reports.ts';
import { closeCheckouts } from '../../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { endSubscriptions } from '../../../billing/subscriptions/subscriptions.ts';
import {
  cancelSessionsToCome,
  listSessionsToCome,
} from '../../../care/counseling/counselor-bookings/counselor-bookings.ts';
import { deliveryQueue, memoryRecipients, schedules } from '../../../delivery/deliveries/deliveries.table.ts';
import { resumeDeliveriesOfOwner } from '../../../delivery/deliveries/deliveries.ts';
import { listRecipientsOf } from '../../../delivery/deliveries/given/given.ts';
import type { ActEffect } from '../../../delivery/deliveries/logged-acts/logged-acts.ts';
import { refreshDueAt } from '../../../delivery/deliveries/plan/plan.ts';
import { requireNothingKept } from '../../../keepsakes/physical-items/physical-items.ts';
import { memories } from '../../../memories/memories/memories.table.ts';
import { confirmKinds, revokeLinks } from '../../../outbox/messages/mails/links/links.ts';
import { enqueueMail } from '../../../outbox/messages/mails/mails.ts';
import { recipients } from '../../../people/recipients/recipients.table.ts';
import { cancelUnsentGiftOrders, listPaidGiftOrders } from '../../../store/gifts/gifts.ts';
import { type AuditAction, record } from '../../../system/audit/audit.ts';

type Pending = z.output<typeof PendingDelivery>;

/** The consequences of deleting the account now. Changes nothing. */
export async function previewDeletion(
  services: Pick<Services, 'db' | 'clock'>,
  userId: string,
): Promise<z.output<typeof DeletionPreview>> {
  const { db } = services;
  const orders = await listPaidGiftOrders(db, userId);
  const sessions = await listSessionsToCome(db, services, userId);
  return {
    graceDays: deletionGraceDays,
    pendingDeliveries: await listPendingDeliveries(db, userId),
    received: await listRecipientsOf(db, userId),
    paidGifts: orders.map(({ id, giftDetails, recipientName, totalAmount, isCancellable }) => ({
      orderId: id,
      gifts: giftDetails.map(({ name }) => name),
      recipientName,
      totalAmount,
      isGivenBack: isCancellable,
    })),
    paidSessions: sessions
      .filter(({ paidAt }) => paidAt)
      .map(({ id, sessionType, startsAt, price, isCancellable }) => ({
        bookingId: id,
        sessionType,
        startsAt,
        price,
        isGivenBack: isCancellable,
      })),
  };
}

/** The schedules that would not be delivered if the account were deleted now, by date, with the recipients they have not reached. */
async function listPendingDeliveries(db: Queryable, userId: string): Promise<Pending[]> {
  const rows = await db
    .select({
      scheduleId: schedules.id,
      memoryTitle: memories.title,
      deliveryDate: schedules.deliveryDate,
      deliveryType: schedules.deliveryType,
      localDate: schedules.localDate,
      timezone: schedules.timezone,
      releaseDays: schedules.releaseDays,
      firstName: recipients.firstName,
      lastName: recipients.lastName,
    })
    .from(schedules)
    .innerJoin(memories, eq(memories.id, schedules.memoryId))
    .leftJoin(memoryRecipients, eq(memoryRecipients.scheduleId, schedules.id))
    .leftJoin(recipients, eq(recipients.id, memoryRecipients.recipientId))
    .leftJoin(
      deliveryQueue,
      and(eq(deliveryQueue.scheduleId, schedules.id), eq(deliveryQueue.recipientId, recipients.id)),
    )
    .where(
      and(
        eq(schedules.userId, userId),
        eq(schedules.isDelivered, false),
        or(isNull(deliveryQueue.status), ne(deliveryQueue.status, 'delivered')),
      ),
    )
    .orderBy(asc(schedules.deliveryDate), asc(schedules.id), asc(recipients.id));
  const pending = new Map<string, Pending>();
  for (const { firstName, lastName, ...schedule } of rows) {
    const entry = pending.get(schedule.scheduleId) ?? { ...schedule, recipients: [] };
    if (firstName !== null && lastName !== null) entry.recipients.push(fullNameOf({ firstName, lastName }));
    pending.set(schedule.scheduleId, entry);
  }
  return [...pending.values()];
}

/**
 * Begins to delete an account: nothing more is delivered and every session ends, but all data are kept until the grace
 * period is over. Counseling sessions that can still be cancelled and unsent orders are cancelled and refunded at once;
 * restoring the account does not bring them back. `received` says whether people keep what they have received. The caller
 * has authenticated the owner. 409 if the deletion has already begun, or while we store the owner's items.
 */
export function beginDeletion(
  services: Services,
  { id }: UserRow,
  received: GivenChoice,
): Promise<z.output<typeof DeletionBegun>> {
  return inTransaction(services.db, (tx) => begin(tx, services, id, received));
}

/**
 * Deletes an account again that was erased after the restored backup was made: nothing of it is delivered,
 * and its owner has the whole period to take it back. It was asked for before it was erased, and not now: a death since then
 * is no reason to end it. Left to staff while we store the owner's items.
 */
export const eraseAgain: ActEffect = async (tx, services, { subjectId, said, at }) => {
  const [owner] = await tx.select().from(users).where(eq(users.id, subjectId));
  if (owner && !owner.deletionRequestedAt)
    await begin(tx, services, subjectId, said === 'withdraw' ? 'withdraw' : 'keep', at);
  return true;
};

async function begin(
  tx: Tx,
  services: Services,
  id: string,
  received: GivenChoice,
  askedAt?: Date,
): Promise<z.output<typeof DeletionBegun>> {
  if ((await lockOwner(tx, id)).deletionRequestedAt)
    throw new AppError('conflict', 'Your account is already being deleted');
  await requireNothingKept(tx, id);
  const stoppedDeliveries = await listPendingDeliveries(tx, id);
  const now = await readDatabaseTime(tx, services.clock);
  const owner = await updateUser(tx, services, id, {
    deletionRequestedAt: now,
    deletionAskedAt: askedAt ?? now,
    deletionReceived: received,
  });
  await refreshDueAt(tx, await unstartedSchedules(tx, id));
  await revokeLinks(tx, now, id, confirmKinds);
  await closeSessions(tx, id);
  await cancelSessionsToCome(tx, services, id);
  await cancelUnsentGiftOrders(tx, services, id);
  await closeCheckouts(tx, services, owner);
  await endSubscriptions(tx, services, id, 'account-deletion');
  await reopenIfLeaving(tx, services, id);
  await announce(tx, id, ['schedules', 'stats']);
  const end = requireFound(erasedAfter(owner) ?? undefined);
  await enqueueMail(tx, services, {
    kind: 'deletion-requested',
    userId: owner.id,
    toAddress: owner.email,
    details: { received },
  });
  await audit(tx, services, id, 'account.deletion-requested', {
    stopped: stoppedDeliveries.length,
    received,
  });
  return { erasedAfter: end, stoppedDeliveries };
}

/**
 * Cancels the deletion. Deliveries continue, and those that fell due meanwhile are made at once. 409 if
 * nothing is being deleted or the erasure has begun: it may begin long after the grace period, if something holds it up.
 */
export function restoreAccount(services: Services, { id }: UserRow): Promise<UserRow> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockOwner(tx, id);
    if (!before.deletionRequestedAt) throw new AppError('conflict', 'Your account is not being deleted');
    if (before.erasureBegunAt)
      throw new AppError('conflict', `The ${deletionGraceDays} days are over. Your account is being erased.`);
    const owner = await updateUser(tx, services, id, notBeingDeleted);
    await refreshDueAt(tx, await unstartedSchedules(tx, id));
    await resumeDeliveriesOfOwner(tx, services, id);
    await announce(tx, id, ['schedules', 'stats']);
    await enqueueMail(tx, services, { kind: 'account-restored', userId: owner.id, toAddress: owner.email });
    await audit(tx, services, id, 'account.restored');
    return owner;
  });
}

async function unstartedSchedules(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: schedules.id })
    .from(schedules)
    .where(and(eq(schedules.userId, userId), isNull(schedules.startedAt)));
  return rows.map(({ id }) => id);
}

function audit(
  tx: Tx,
  { clock }: Services,
  userId: string,
  action: AuditAction,
  details: Record<string, number | string> = {},
): Promise<void> {
  return record(tx, clock.now(), { action, actor: userId, userId, subjectId: userId, details });
}
