import type { z } from 'zod';
import type { StaffOrderAct, StaffOrderDetails } from '../../../../shared/store/staff-gift-orders.ts';
import type { AuditAction } from '../../../../shared/system/audit-actions.ts';
import type { Services } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database.ts';
import { AppError, fieldError } from '../../../platform/errors.ts';
import { enqueueMail } from '../../outbox/messages/mails/mails.ts';
import { changeAsStaff, type OnOrder } from './change-as-staff.ts';
import { nextStatus } from './gift-order-state.ts';
import { cancelOrder, changeGiftOrder } from './gift-orders.ts';
import type { GiftOrderRow } from './gifts.table.ts';
import { eventOf } from './staff-rules.ts';

const actions = {
  begin: 'gift-order.begun-by-staff',
  ship: 'gift-order.shipped-by-staff',
  arrive: 'gift-order.arrived-by-staff',
  cancel: 'gift-order.cancelled-by-staff',
} as const satisfies Record<StaffOrderAct, AuditAction>;

type Step = Exclude<StaffOrderAct, 'cancel'>;
const dateOf = { begin: 'preparingAt', ship: 'shippedAt', arrive: 'deliveredAt' } as const satisfies Record<
  Step,
  keyof GiftOrderRow
>;

/**
 * Moves an order one step on. When it is sent, its owner gets a mail with the tracking number. 404 for an
 * unknown order; 409 if its status does not allow it, or if it is no longer as `seen`.
 */
export function moveGiftOrder(step: Step) {
  return (services: Services, by: OnOrder & { trackingNumber?: string }): Promise<void> =>
    changeAsStaff(services, actions[step], by, async (tx, order) => {
      const { trackingNumber } = by;
      const after = await changeGiftOrder(tx, services, order.id, {
        status: requireStatus(order, step),
        [dateOf[step]]: services.clock.now(),
        ...(trackingNumber && { trackingNumber }),
      });
      if (step === 'ship') await tellOwner(tx, services, 'gift-order-shipped', after);
      return after;
    });
}

/** Cancels an order. What was paid for it is refunded, and its owner gets a mail. Throws like `moveGiftOrder`. */
export function cancelGiftOrderAsStaff(services: Services, by: OnOrder): Promise<void> {
  return changeAsStaff(services, actions.cancel, by, async (tx, order) => {
    requireStatus(order, 'cancel');
    const after = await cancelOrder(tx, services, order, eventOf.cancel);
    await tellOwner(tx, services, 'gift-order-cancelled', after);
    return after;
  });
}

/**
 * Changes an order's numbers and notes. One that is on its way keeps a tracking number; if it is another one now, its owner,
 * who has the wrong one, gets a mail. Throws like `moveGiftOrder`.
 */
export function changeOrderDetails(
  services: Services,
  by: OnOrder & Pick<z.output<typeof StaffOrderDetails>, 'trackingNumber' | 'vendorOrderId' | 'adminNotes'>,
): Promise<void> {
  return changeAsStaff(services, 'gift-order.changed-by-staff', by, async (tx, order) => {
    const { trackingNumber, vendorOrderId, adminNotes } = by;
    if (order.shippedAt && !trackingNumber)
      throw fieldError('trackingNumber', 'It was sent: please give the tracking number');
    const after = await changeGiftOrder(tx, services, order.id, {
      trackingNumber: trackingNumber || null,
      vendorOrderId: vendorOrderId || null,
      adminNotes: adminNotes || null,
    });
    const replaces = order.trackingNumber;
    if (order.status === 'shipped' && replaces && replaces !== after.trackingNumber)
      await tellOwner(tx, services, 'gift-order-shipped', after, { replaces });
    return after;
  });
}

function requireStatus(order: GiftOrderRow, act: StaffOrderAct): GiftOrderRow['status'] {
  const status = nextStatus(order, eventOf[act]);
  if (status) return status;
  throw new AppError('conflict', `This cannot be done with an order in this state: ${order.status}`);
}

async function tellOwner(
  tx: Tx,
  services: Services,
  kind: 'gift-order-shipped' | 'gift-order-cancelled',
  { id: subjectId, userId }: GiftOrderRow,
  details?: { replaces: string },
): Promise<void> {
  await enqueueMail(tx, services, { kind, userId, subjectId, ...(details && { details }) });
}
