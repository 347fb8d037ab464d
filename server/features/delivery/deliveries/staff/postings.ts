import { and, inArray, isNull } from 'drizzle-orm';
import { memoryNouns } from '../../../../../shared/memory-types.ts';
import type { Services } from '../../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../../platform/database.ts';
import { AppError, requireFound } from '../../../../platform/errors.ts';
import { newId } from '../../../../platform/ids.ts';
import type { RequireMayActOn } from '../../../accounts/auth/staff/staff.ts';
import { openForPosting, wasOpenedAsItIs } from '../../../memories/memories/memories.ts';
import type { RecipientRow } from '../../../people/recipients/recipients.table.ts';
import { announceToStaff } from '../../../system/changes/changes.ts';
import { addressToTry } from '../current-address.ts';
import { type DeliveryRow, deliveryQueue } from '../deliveries.table.ts';
import { finishSchedules, lockSchedules } from '../send/record-outcomes.ts';
import { isInThePost, isToBePosted } from '../state/state.ts';
import { applyEvents, lockDeliveries } from '../state/transitions.ts';
import { loadParcel, loadParts, loadSameMoment, type Parts } from './parcels.ts';
import { obstaclesToPosting } from './posting-obstacles.ts';
import { type PostingRow, postings } from './postings.table.ts';
import { requireAct, requireUnchanged } from './staff.ts';
import { recordAct, type StaffAct } from './staff-actions.ts';

/**
 * Packs what is to be posted to one person at one moment: a member of staff may then open all of it, to print or copy it, and the
 * owner sees that they did. What cannot go now stays out, unless there is nothing else. 404 and 409 as for the other actions.
 */
export async function packDelivery(
  services: Services,
  requireMayActOn: RequireMayActOn,
  by: StaffAct,
): Promise<void> {
  const { delivery } = await loadParts(services.db, by.deliveryId);
  const ids = (await loadSameMoment(services.db, delivery)).map((parts) => parts.delivery.id);
  const obstacles = await obstaclesToPosting(services, ids);
  await inTransaction(services.db, async (tx) => {
    const parts = await loadParts(tx, by.deliveryId);
    await requireMayActOn(tx, by.actor, parts.delivery.userId);
    requireUnchanged(by.seen, parts.delivery, await addressToTry(tx, services, parts.delivery));
    requireAct('pack', parts.delivery);
    const waiting = (await loadSameMoment(tx, parts.delivery)).filter((each) => isToBePosted(each.delivery));
    const free = waiting.filter((each) => ids.includes(each.delivery.id) && !obstacles.has(each.delivery.id));
    const contents = free.length > 0 ? free : [parts];
    // In a fixed order, so that two who pack the same things wait for each other.
    const memoryIds = new Set(contents.map(({ memory }) => requireFound(memory?.id, 'This memory')));
    for (const memoryId of [...memoryIds].sort()) await openForPosting(tx, services, memoryId, by);
    await putIntoParcel(tx, services, waiting, contents);
    await announceToStaff(tx);
  });
}

/** Creates a parcel with these `contents`; whatever of `waiting` was packed before and not posted is no longer in one. */
async function putIntoParcel(
  tx: Tx,
  { clock }: Services,
  waiting: readonly Parts[],
  contents: readonly Parts[],
): Promise<void> {
  const idsOf = (parts: readonly Parts[]) => parts.map(({ delivery }) => delivery.id);
  await tx
    .delete(postings)
    .where(and(inArray(postings.deliveryId, idsOf([...waiting, ...contents])), isNull(postings.postedAt)));
  const parcel = { parcelId: newId(), parcelSize: contents.length, packedAt: clock.now() };
  await tx.insert(postings).values(idsOf(contents).map((deliveryId) => ({ deliveryId, ...parcel })));
}

interface Posting extends StaffAct {
  /** The address as staff saw it: 409 if it is different in the address book by now. */
  mailingAddress: string;
  parcelId?: string | undefined;
  trackingNumber: string | null;
}

/**
 * Records that a parcel, with everything packed in it, is on its way. 409 if something prevents sending any
 * of it, if the address or the contents have changed, or if nobody has opened the current version of one of
 * its memories, since then a different one was packed.
 */
export async function postDelivery(
  services: Services,
  requireMayActOn: RequireMayActOn,
  by: Posting,
): Promise<void> {
  const { deliveryId, actor, mailingAddress: address, trackingNumber } = by;
  const packed = idsIn(await loadParcel(services.db, deliveryId));
  const obstacles = await obstaclesToPosting(services, packed.length > 0 ? packed : [deliveryId]);
  await inTransaction(services.db, async (tx) => {
    const { rows, recipient, parcel } = await lockParcel(tx, services, requireMayActOn, by);
    requireAct('post', requireOwn(rows, deliveryId));
    if (recipient?.mailingAddress?.trim() !== address.trim()) throw addressChanged(recipient);
    const inside = rows.filter(({ id }) => idsIn(parcel).includes(id));
    requireSameContents(parcel, inside, packed, by.parcelId);
    for (const { id } of inside.length > 0 ? inside : rows) {
      const { memory } = await loadParts(tx, id);
      const obstacle = obstacles.get(id);
      if (obstacle) throw new AppError('conflict', inParcel(inside, memory, obstacle));
      if (!memory || inside.length === 0 || !(await wasOpenedAsItIs(tx, memory.id)))
        throw new AppError('conflict', 'Nobody has opened this memory as it is now. Please pack it first.');
    }
    const done = await applyEvents(tx, services, inside, () => ({ kind: 'posted', actor, address }));
    const posted = { address, trackingNumber, postedAt: services.clock.now(), postedBy: actor };
    await tx
      .update(postings)
      .set(posted)
      .where(inArray(postings.id, rowIdsOf(parcel)));
    for (const { before, after } of done)
      await recordAct(tx, services, 'delivery.posted-by-staff', by, {
        before,
        after: requireFound(after ?? undefined),
      });
  });
}

/** A delivery in the parcel that is gone, on hold or packed again must not count as posted, nor must anything in its place. */
function requireSameContents(
  parcel: readonly PostingRow[],
  inside: readonly DeliveryRow[],
  packed: readonly string[],
  parcelId: string | undefined,
): void {
  const [first] = parcel;
  const isWhole = !first || parcel.length === first.parcelSize;
  const isAsPacked = packed.length === parcel.length && idsIn(parcel).every((id) => packed.includes(id));
  const isAsSeen = parcelId === undefined || first?.parcelId === parcelId;
  if (isWhole && isAsPacked && isAsSeen && inside.every(isToBePosted)) return;
  throw new AppError(
    'conflict',
    'What is to go into this parcel has changed since it was packed. Please open it, and pack it again.',
  );
}

function inParcel(inside: readonly DeliveryRow[], memory: Parts['memory'], obstacle: string): string {
  if (inside.length < 2 || !memory) return obstacle;
  return `Please pack it again, without the ${memoryNouns[memory.type]}. ${obstacle}`;
}

const outcomes = {
  arrive: { event: 'post-arrived', action: 'delivery.arrival-recorded-by-staff', column: 'arrivedAt' },
  return: { event: 'post-returned', action: 'delivery.return-recorded-by-staff', column: 'returnedAt' },
} as const;

/** Records that a parcel, with everything in it, has arrived or come back. 404 and 409 as for the other actions. */
export function settlePosting(
  services: Services,
  requireMayActOn: RequireMayActOn,
  outcome: keyof typeof outcomes,
  by: StaffAct,
): Promise<void> {
  const { event, action, column } = outcomes[outcome];
  return inTransaction(services.db, async (tx) => {
    const { rows, parcel } = await lockParcel(tx, services, requireMayActOn, by);
    requireAct(outcome, requireOwn(rows, by.deliveryId));
    const inThePost = rows.filter(isInThePost);
    const done = await applyEvents(tx, services, inThePost, () => ({ kind: event, actor: by.actor }));
    await tx
      .update(postings)
      .set({ [column]: services.clock.now() })
      .where(inArray(postings.id, rowIdsOf(parcel)));
    const settled = done.map(({ before, after }) => ({ before, after: requireFound(after ?? undefined) }));
    const delivered = settled.filter(({ after }) => after.status === 'delivered');
    await finishSchedules(
      tx,
      services,
      delivered.map(({ after }) => after.scheduleId),
    );
    for (const change of settled) await recordAct(tx, services, action, by, change);
  });
}

interface Locked {
  /** The delivery, and the others in the same parcel. */
  rows: DeliveryRow[];
  recipient: RecipientRow | null;
  parcel: PostingRow[];
}

/** Locks them. Throws if the delivery is no longer as it was seen, or if this member of staff may not act on it. */
async function lockParcel(
  tx: Tx,
  services: Pick<Services, 'config'>,
  requireMayActOn: RequireMayActOn,
  { deliveryId, actor, seen }: StaffAct,
): Promise<Locked> {
  const { delivery } = await loadParts(tx, deliveryId);
  await requireMayActOn(tx, actor, delivery.userId);
  const ids = [...new Set([deliveryId, ...idsIn(await loadParcel(tx, deliveryId))])];
  const which = inArray(deliveryQueue.id, ids);
  const unlocked = await tx.select({ scheduleId: deliveryQueue.scheduleId }).from(deliveryQueue).where(which);
  await lockSchedules(
    tx,
    unlocked.map(({ scheduleId }) => scheduleId),
  );
  const rows = await lockDeliveries(tx, which);
  const { recipient } = await loadParts(tx, deliveryId);
  const own = requireOwn(rows, deliveryId);
  requireUnchanged(seen, own, await addressToTry(tx, services, own));
  return { rows, recipient, parcel: await loadParcel(tx, deliveryId) };
}

const idsIn = (parcel: readonly PostingRow[]) => parcel.map(({ deliveryId }) => deliveryId);
const rowIdsOf = (parcel: readonly PostingRow[]) => parcel.map(({ id }) => id);

function requireOwn(rows: readonly DeliveryRow[], deliveryId: string): DeliveryRow {
  return requireFound(
    rows.find(({ id }) => id === deliveryId),
    'This delivery',
  );
}

function addressChanged(recipient: RecipientRow | null): AppError {
  const is = recipient?.mailingAddress ?? 'missing';
  return new AppError('conflict', 'The mailing address has changed. Nothing was done.', {
    fields: { mailingAddress: `The mailing address is ${is}` },
  });
}
