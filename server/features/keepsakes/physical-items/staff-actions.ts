import { and, eq } from 'drizzle-orm';
import { formatMoment } from '../../../../shared/dates.ts';
import { fullNameOf } from '../../../../shared/full-name.ts';
import type { HandoverStep } from '../../../../shared/keepsakes/physical-items.ts';
import type { ItemFacts, SeenItem, StaffItemAct } from '../../../../shared/keepsakes/staff-items.ts';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import { inTransaction, type Tx } from '../../../platform/database.ts';
import { readAgreedNow } from '../../../platform/database-time.ts';
import { AppError, fieldError, requireFound } from '../../../platform/errors.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { lockOwner } from '../../accounts/profile/profile.ts';
import { closeCheckouts } from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { enqueueMail } from '../../outbox/mails/mails.ts';
import { lockRecipient } from '../../people/recipients/recipients.ts';
import { record } from '../../system/audit/audit.ts';
import { announceItems, changeColumns, lockItem } from './item-rows.ts';
import { goesBack, nextStatus } from './item-state.ts';
import {
  itemHandovers,
  type PhysicalItemRow,
  physicalItemImages,
  physicalItems,
} from './physical-items.table.ts';
import { noReturn } from './returns.ts';
import { eventOf, type Recipient, requireUnchanged, seenOf, waitsForPayment } from './staff-rules.ts';
import { receiveRequestsFor } from './storage-requests/storage-requests.ts';

/** What a member of staff does to an item, why, and the item as they saw it. */
interface ByStaff {
  actor: Pick<UserRow, 'id' | 'firstName' | 'lastName'>;
  itemId: string;
  reason: string;
  seen: SeenItem;
}

type Move = Exclude<StaffItemAct, 'waive-fee'>;

const actions = {
  receive: 'physical-item.received-by-staff',
  locate: 'physical-item.put-away-by-staff',
  'send-back': 'physical-item.sent-back-by-staff',
  'hand-over': 'physical-item.handed-over-by-staff',
  arrive: 'physical-item.arrived-by-staff',
  'come-back': 'physical-item.came-back-by-staff',
} as const satisfies Record<Move, AuditAction>;

const house = 'Long After';

interface Locked {
  item: PhysicalItemRow;
  owner: UserRow;
  recipient: Recipient;
}

/**
 * Moves an item one step on and writes the step into its chain of custody. 404 for an unknown item; 409 where its state does not allow
 * it, where its recipient is held or has had another address for too short a time, or where it is no longer as `seen`.
 */
export function moveItem(services: Services, act: Move, by: ByStaff & { facts: ItemFacts }): Promise<void> {
  return changeAsStaff(services, actions[act], by, async (tx, locked) => {
    const status = nextStatus(locked.item, eventOf(act, locked.item));
    if (!status) throw wrongState(locked.item);
    if (act === 'hand-over' && locked.recipient?.heldSince)
      throw new AppError('conflict', 'Their things are held: nothing is handed over to them for now');
    if (act === 'hand-over') await requireNoWait(tx, services, locked.recipient);
    const columns = columnsOf(act, locked.item, by.facts, services.clock.now());
    const after = await changeColumns(tx, services, locked.item.id, { status, ...columns });
    await writeHandover(tx, services, act, locked, by);
    await tell(tx, services, act, after);
    return after;
  });
}

/** 409 while deliveries to a recipient wait because somebody other than the owner changed their address. */
async function requireNoWait(tx: Tx, { clock }: Services, recipient: Recipient): Promise<void> {
  const until = recipient?.addressWaitsUntil;
  if (!until) return;
  const now = await readAgreedNow(tx, clock);
  if (now && now >= until) return;
  throw new AppError(
    'conflict',
    `Their address was changed by somebody else than the owner: nothing is handed over before ${formatMoment(until, 'UTC')}`,
  );
}

/** Waives the return fee. Throws as `moveItem` does. */
export function waiveFee(services: Services, by: ByStaff): Promise<void> {
  return changeAsStaff(services, 'physical-item.fee-waived-by-staff', by, async (tx, { item, owner }) => {
    if (!waitsForPayment(item)) throw wrongState(item);
    await closeCheckouts(tx, services, owner, { purpose: 'return-fee', subjectId: item.id });
    return changeColumns(tx, services, item.id, { returnFee: 0 });
  });
}

function columnsOf(
  act: Move,
  item: PhysicalItemRow,
  { storageLocation }: ItemFacts,
  now: Date,
): Partial<PhysicalItemRow> {
  switch (act) {
    case 'receive':
      return { receivedDate: now, storageLocation: storageLocation ?? null };
    case 'locate':
      return { storageLocation: storageLocation ?? null };
    case 'come-back':
      return {
        storageLocation: storageLocation ?? null,
        // What was on its way to an owner who has died since goes to its recipient.
        ...(item.handOverSince && noReturn),
      };
    case 'arrive':
      return { deliveryDate: now, storageLocation: null };
    default:
      return { storageLocation: null };
  }
}

const stepOf: Record<Exclude<Move, 'arrive'>, HandoverStep> = {
  receive: 'received',
  locate: 'put_away',
  'send-back': 'sent_back',
  'hand-over': 'sent_to_recipient',
  'come-back': 'came_back',
};

async function writeHandover(
  tx: Tx,
  { clock }: Services,
  act: Move,
  { item, owner, recipient }: Locked,
  { actor, facts }: ByStaff & { facts: ItemFacts },
): Promise<void> {
  const back = goesBack(item);
  const meantFor = back ? fullNameOf(owner) : recipient && fullNameOf(recipient);
  if (act === 'hand-over' && !facts.to && !meantFor)
    throw fieldError('to', 'Nobody is named. Please say who is to have it.');
  if (facts.photoId) await requirePhoto(tx, item.id, facts.photoId);
  const ends = {
    receive: { from: facts.from || fullNameOf(owner), to: house },
    locate: { from: house, to: house },
    'send-back': { from: house, to: facts.to || fullNameOf(owner) },
    'hand-over': { from: house, to: facts.to || meantFor || '' },
    arrive: { from: house, to: facts.to || meantFor || '' },
    'come-back': { from: meantFor || 'the way', to: house },
  } satisfies Record<Move, { from: string; to: string }>;
  await tx.insert(itemHandovers).values({
    physicalItemId: item.id,
    step: act === 'arrive' ? (back ? 'returned' : 'delivered') : stepOf[act],
    at: clock.now(),
    ...ends[act],
    photoId: facts.photoId ?? null,
    sealNumber: facts.sealNumber || null,
    trackingNumber: facts.trackingNumber || null,
    byId: actor.id,
    byName: fullNameOf(actor),
  });
}

/** 404 for another item's picture. */
async function requirePhoto(tx: Tx, itemId: string, photoId: string): Promise<void> {
  const [photo] = await tx
    .select({ id: physicalItemImages.id })
    .from(physicalItemImages)
    .where(
      and(
        eq(physicalItemImages.id, photoId),
        eq(physicalItemImages.physicalItemId, itemId),
        eq(physicalItemImages.imageType, 'handover'),
      ),
    );
  requireFound(photo, 'This picture');
}

async function tell(
  tx: Tx,
  services: Services,
  act: Move,
  { id, userId, storageLocation, receivedDate }: PhysicalItemRow,
): Promise<void> {
  if (act === 'receive') {
    await receiveRequestsFor(tx, services, { itemId: id, storageLocation, receivedDate });
    await enqueueMail(tx, services, { kind: 'item-received', userId, subjectId: id });
  }
  if (act === 'send-back') await enqueueMail(tx, services, { kind: 'item-sent-back', userId, subjectId: id });
}

function changeAsStaff(
  services: Services,
  action: AuditAction,
  { actor, itemId, reason, seen }: ByStaff,
  change: (tx: Tx, locked: Locked) => Promise<PhysicalItemRow>,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const [known] = await tx.select().from(physicalItems).where(eq(physicalItems.id, itemId));
    const { userId } = requireFound(known, 'This item');
    // Its owner first, as payments do.
    const owner = await lockOwner(tx, userId);
    const item = await lockItem(tx, userId, itemId);
    const recipient = item.recipientId ? await lockRecipient(tx, userId, item.recipientId) : null;
    requireUnchanged(seen, seenOf(item, recipient));
    const after = await change(tx, { item, owner, recipient });
    await record(tx, services.clock.now(), {
      action,
      actor: actor.id,
      userId,
      subjectId: itemId,
      reason,
      before: factsOf(item),
      after: factsOf(after),
    });
    await announceItems(tx, userId);
  });
}

function factsOf({ status, storageLocation, returnFee }: PhysicalItemRow) {
  return { status, storageLocation, returnFee };
}

function wrongState({ status }: PhysicalItemRow): AppError {
  return new AppError('conflict', `This cannot be done with an item in this state: ${status}`);
}
