import { formatMoment } from '../../../../shared/dates.ts';
import type { ItemFacts } from '../../../../shared/keepsakes/staff-item-changes.ts';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { RequireMayActOn } from '../../accounts/auth/staff/staff.ts';
import type { UserRow } from '../../accounts/profile/profile.table.ts';
import { closeCheckouts } from '../../billing/payments/checkout-sessions/checkout-sessions.ts';
import { readAddressWait } from '../../people/recipients/recipients.ts';
import { type ByStaff, changeAsStaff } from './change-as-staff.ts';
import { changeColumns } from './item-rows.ts';
import { nextStatus } from './item-state.ts';
import { refundReturn, requireWordOn } from './lost-items.ts';
import { columnsOf } from './move-columns.ts';
import type { PhysicalItemRow } from './physical-items.table.ts';
import { eventOf, isLeaving, type Recipient, waitsForPayment } from './staff-rules.ts';
import { receiveRequestsFor } from './storage-requests/storage-requests.ts';
import { tellOf } from './tell-of-item.ts';
import { requireOwnReceipt, undoReceipt } from './undo-receive.ts';
import { isInChain, type Move, writeHandover } from './write-handover.ts';

const actions = {
  receive: 'physical-item.received-by-staff',
  'undo-receive': 'physical-item.receipt-undone-by-staff',
  locate: 'physical-item.put-away-by-staff',
  'send-back': 'physical-item.sent-back-by-staff',
  'hand-over': 'physical-item.handed-over-by-staff',
  arrive: 'physical-item.arrived-by-staff',
  'come-back': 'physical-item.came-back-by-staff',
  'report-lost': 'physical-item.reported-lost-by-staff',
  'confirm-lost': 'physical-item.confirmed-lost-by-staff',
  'not-lost': 'physical-item.not-lost-by-staff',
} as const satisfies Record<Move, AuditAction>;

/** Keeping something safe, or looking for it further, gives nobody anything. */
const openToAll: readonly Move[] = ['receive', 'locate', 'come-back', 'not-lost'];

/**
 * Moves an item one step on and records the step in its chain of custody. What arrives while its owner's account is being
 * deleted is to be sent back to them, without a fee. 404 for an unknown item; 409 if its state does not allow it, if its
 * recipient is on hold or their new address has to wait, if its owner is being erased, or if it is no longer as `seen`; also
 * for whoever stands to gain, unless it is one of `openToAll`.
 */
export function moveItem(
  services: Services,
  requireMayActOn: RequireMayActOn,
  act: Move,
  by: ByStaff & { facts: ItemFacts },
): Promise<void> {
  const guard = openToAll.includes(act) ? undefined : requireMayActOn;
  return changeAsStaff(services, { action: actions[act], requireMayActOn: guard }, by, async (tx, locked) => {
    const status = nextStatus(locked.item, eventOf(act, locked.item, isLeaving(locked.owner)));
    if (!status) throw wrongState(locked.item);
    if (act === 'receive') requireNotBeingErased(locked.owner);
    if (act === 'undo-receive') await requireOwnReceipt(tx, services, locked.item, by.actor);
    if (act === 'hand-over' && locked.recipient?.heldSince)
      throw new AppError('conflict', 'Their things are held: nothing is handed over to them for now');
    if (act === 'hand-over') await requireNoWait(tx, services, locked.recipient);
    if (act === 'report-lost' || act === 'confirm-lost')
      await requireWordOn(tx, services, act, locked.item, by);
    const columns = columnsOf(act, locked, by, services.clock.now());
    const after = await changeColumns(tx, services, locked.item.id, { status, ...columns });
    if (isInChain(act, locked.item)) await writeHandover(tx, services, act, locked, by);
    await settle(tx, services, act, { before: locked.item, after });
    await tellOf(tx, services, act, locked.item);
    return after;
  });
}

/** 409 once nothing can stop the erasure: the record of the item would vanish while we hold it. */
function requireNotBeingErased({ erasureBegunAt }: UserRow): void {
  if (!erasureBegunAt) return;
  throw new AppError(
    'conflict',
    'The account of its owner is being erased at this moment. Please send the item back to them; nothing can be recorded about it any more.',
  );
}

/** 409 while deliveries to a recipient wait because somebody other than the owner changed their address. */
async function requireNoWait(tx: Tx, services: Services, recipient: Recipient): Promise<void> {
  const until = recipient && (await readAddressWait(tx, services, recipient.id));
  if (!until) return;
  throw new AppError(
    'conflict',
    `Their address was changed by somebody other than the owner: nothing is handed over before ${formatMoment(until, 'UTC')}`,
  );
}

/** Waives the return fee. Throws like `moveItem`. */
export function waiveFee(services: Services, requireMayActOn: RequireMayActOn, by: ByStaff): Promise<void> {
  const action = 'physical-item.fee-waived-by-staff';
  return changeAsStaff(services, { action, requireMayActOn }, by, async (tx, { item, owner }) => {
    if (!waitsForPayment(item)) throw wrongState(item);
    await closeCheckouts(tx, services, owner, { purpose: 'return-fee', subjectId: item.id });
    return changeColumns(tx, services, item.id, { returnFee: 0 });
  });
}

/** What a step settles beside the item itself. */
async function settle(
  tx: Tx,
  services: Services,
  act: Move,
  { before, after }: Record<'before' | 'after', PhysicalItemRow>,
): Promise<void> {
  const { id: itemId, storageLocation, receivedDate } = after;
  if (act === 'receive') await receiveRequestsFor(tx, services, { itemId, storageLocation, receivedDate });
  if (act === 'undo-receive') await undoReceipt(tx, services, before);
  if (act === 'confirm-lost') await refundReturn(tx, services, before);
}

function wrongState({ status }: PhysicalItemRow): AppError {
  return new AppError('conflict', `This cannot be done with an item in this state: ${status}`);
}
