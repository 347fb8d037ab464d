import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { formatMoment } from '../../../../../shared/dates.ts';
import type { PackedDelivery, SeenDelivery } from '../../../../../shared/delivery/staff-deliveries.ts';
import { fullNameOf } from '../../../../../shared/full-name.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Queryable, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { users } from '../../../accounts/profile/profile.table.ts';
import { type MemoryRow, memories } from '../../../memories/memories/memories.table.ts';
import {
  loadOpened,
  openForPosting,
  toOpened,
  wasOpenedAsItIs,
} from '../../../memories/memories/memories.ts';
import { type RecipientRow, recipients } from '../../../people/recipients/recipients.table.ts';
import { addressOf } from '../../../people/recipients/recipients.ts';
import { changeOf } from '../current-address.ts';
import {
  type DeliveryRow,
  deliveryQueue,
  type PostingRow,
  postings,
  schedules,
  type WaitingReason,
} from '../deliveries.table.ts';
import { findObstacle } from '../send/obstacles.ts';
import { finishSchedules, lockSchedules } from '../send/record-outcomes.ts';
import { readSnapshots } from '../send/snapshots.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { requireAct, requireUnchanged } from './staff.ts';
import { type RequireMayActOn, recordAct, type StaffAct } from './staff-actions.ts';

/** Lets a member of staff open what is to be posted, to print or copy it; the owner sees that. 404 and 409 as for the other actions. */
export function packDelivery(
  services: Services,
  requireMayActOn: RequireMayActOn,
  by: StaffAct,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const { delivery, recipient, memory } = await loadParts(tx, by.deliveryId);
    await requireMayActOn(tx, by.actor, delivery.userId);
    requireSeen(by.seen, delivery, recipient);
    requireAct('pack', delivery);
    await openForPosting(tx, services, requireFound(memory?.id, 'This memory'), by);
  });
}

/** What to pack, and for whom. 403 if this member of staff has not opened it in its present version. */
export async function loadPacked(
  services: Pick<Services, 'db' | 'clock'>,
  staffId: string,
  deliveryId: string,
): Promise<z.output<typeof PackedDelivery>> {
  const { delivery, recipient, memory, owner } = await loadParts(services.db, deliveryId);
  requireAct('pack', delivery);
  const opened = await loadOpened(services, staffId, requireFound(memory?.id, 'This memory'));
  const { type, title, personalMessage } = opened.memory;
  return {
    ...toOpened(opened),
    ...{ type, title, personalMessage },
    ownerName: fullNameOf(owner),
    recipientName: recipient ? fullNameOf(recipient) : '',
    mailingAddress: recipient?.mailingAddress ?? null,
    changed: recipient && changeOf(recipient),
  };
}

interface Posting extends StaffAct {
  /** The address as staff saw it: 409 if the address book says something else by now. */
  mailingAddress: string;
  trackingNumber: string | null;
}

/**
 * Records that a parcel is on its way. 409 if something prevents sending it, if its address has changed, or if nobody has opened the
 * present version of the memory, since then something else was packed.
 */
export async function postDelivery(
  services: Services,
  requireMayActOn: RequireMayActOn,
  by: Posting,
): Promise<void> {
  const { deliveryId, actor, mailingAddress, trackingNumber } = by;
  const obstacle = await obstacleToPosting(services, deliveryId);
  await inTransaction(services.db, async (tx) => {
    const { rows, recipient, memory } = await lockParts(tx, requireMayActOn, by);
    requireAct('post', rows[0]);
    if (recipient?.mailingAddress?.trim() !== mailingAddress.trim()) throw addressChanged(recipient);
    if (obstacle) throw new AppError('conflict', obstacle);
    if (!memory || !(await wasOpenedAsItIs(tx, memory.id)))
      throw new AppError('conflict', 'Nobody has opened this memory as it is now. Please pack it first.');
    const [done] = await applyEvents(tx, services, rows, () => ({
      kind: 'posted',
      actor,
      address: mailingAddress,
    }));
    const after = requireFound(done?.after ?? undefined);
    const postedAt = services.clock.now();
    await tx
      .insert(postings)
      .values({ deliveryId, address: mailingAddress, trackingNumber, postedAt, postedBy: actor });
    await recordAct(tx, services, 'delivery.posted-by-staff', by, { before: rows[0], after });
  });
}

const outcomes = {
  arrive: { event: 'post-arrived', action: 'delivery.arrival-recorded-by-staff', column: 'arrivedAt' },
  return: { event: 'post-returned', action: 'delivery.return-recorded-by-staff', column: 'returnedAt' },
} as const;

/** Records that a parcel has arrived, or that it came back. 404 and 409 as for the other actions. */
export function settlePosting(
  services: Services,
  requireMayActOn: RequireMayActOn,
  outcome: keyof typeof outcomes,
  by: StaffAct,
): Promise<void> {
  const { event, action, column } = outcomes[outcome];
  return inTransaction(services.db, async (tx) => {
    const { rows } = await lockParts(tx, requireMayActOn, by);
    requireAct(outcome, rows[0]);
    const [done] = await applyEvents(tx, services, rows, () => ({ kind: event, actor: by.actor }));
    await tx
      .update(postings)
      .set({ [column]: services.clock.now() })
      .where(
        and(eq(postings.deliveryId, by.deliveryId), isNull(postings.arrivedAt), isNull(postings.returnedAt)),
      );
    const after = requireFound(done?.after ?? undefined);
    if (after.status === 'delivered') await finishSchedules(tx, services, [after.scheduleId]);
    await recordAct(tx, services, action, by, { before: rows[0], after });
  });
}

/** The latest parcel of each of these deliveries. */
export async function latestPostings(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<Map<string, PostingRow>> {
  if (deliveryIds.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([postings.deliveryId])
    .from(postings)
    .where(inArray(postings.deliveryId, [...deliveryIds]))
    .orderBy(postings.deliveryId, desc(postings.postedAt));
  return new Map(rows.map((row) => [row.deliveryId, row]));
}

interface Parts {
  delivery: DeliveryRow;
  owner: { firstName: string; lastName: string };
  recipient: RecipientRow | null;
  memory: Pick<MemoryRow, 'id'> | null;
}

async function loadParts(db: Queryable, deliveryId: string): Promise<Parts> {
  const [row] = await db
    .select({
      delivery: deliveryQueue,
      owner: { firstName: users.firstName, lastName: users.lastName },
      recipient: recipients,
      memory: { id: memories.id },
    })
    .from(deliveryQueue)
    .innerJoin(schedules, eq(schedules.id, deliveryQueue.scheduleId))
    .innerJoin(users, eq(users.id, deliveryQueue.userId))
    .leftJoin(recipients, eq(recipients.id, deliveryQueue.recipientId))
    .leftJoin(memories, eq(memories.id, schedules.memoryId))
    .where(eq(deliveryQueue.id, deliveryId));
  return requireFound(row, 'This delivery');
}

/** Locks the delivery; throws if it is no longer as it was seen, or if this member of staff may not act on it. */
async function lockParts(
  tx: Tx,
  requireMayActOn: RequireMayActOn,
  { deliveryId, actor, seen }: StaffAct,
): Promise<Omit<Parts, 'delivery'> & { rows: [DeliveryRow] }> {
  const { delivery } = await loadParts(tx, deliveryId);
  await requireMayActOn(tx, actor, delivery.userId);
  await lockSchedules(tx, [delivery.scheduleId]);
  const [locked] = await lockDeliveries(tx, eq(deliveryQueue.id, deliveryId));
  const row = requireFound(locked, 'This delivery');
  const parts = await loadParts(tx, deliveryId);
  requireSeen(seen, row, parts.recipient);
  return { ...parts, rows: [row] };
}

function requireSeen(seen: SeenDelivery, row: DeliveryRow, recipient: RecipientRow | null): void {
  requireUnchanged(seen, row, recipient && addressOf(recipient));
}

function addressChanged(recipient: RecipientRow | null): AppError {
  const is = recipient?.mailingAddress ?? 'missing';
  return new AppError('conflict', 'The mailing address has changed. Nothing was done.', {
    fields: { mailingAddress: `The mailing address is ${is}` },
  });
}

/**
 * What prevents posting a parcel now, in a sentence for staff; undefined if nothing does. It may have been packed days ago, so the same is
 * checked as before an email. This reads the whole file, so call it outside a transaction.
 */
async function obstacleToPosting(services: Services, deliveryId: string): Promise<string | undefined> {
  const snapshot = (await readSnapshots(services, [deliveryId])).get(deliveryId);
  if (!snapshot) return obstacles.gone;
  const outcome = await findObstacle(services, { id: deliveryId, ...snapshot });
  if (outcome?.kind === 'put-off')
    return `The address was changed by somebody else than the owner: nothing may leave before ${formatMoment(outcome.until, 'UTC')}`;
  if (outcome?.kind !== 'waiting') return outcome ? obstacles.heldBack : undefined;
  return outcome.reason === 'physical_fulfilment'
    ? undefined
    : (reasons[outcome.reason] ?? obstacles.heldBack);
}

const obstacles = {
  gone: 'There is nothing to send any more',
  heldBack: 'This must not leave now: deliveries are held, or its owner is leaving',
};

const reasons: Partial<Record<WaitingReason, string>> = {
  held_by_trusted_contact: 'A trusted contact has asked that nothing goes to this person for now',
  not_theirs: 'Somebody at the address says that it is not for them',
  declined: 'Its recipient wants nothing more',
  held_by_guardian: 'The guardian of this person has not let it come yet',
  account_in_arrears: 'The plan of its owner is not paid',
  memory_under_review: 'The memory was changed and is being checked',
  file_damaged: 'The stored file is not the one that was uploaded',
};
