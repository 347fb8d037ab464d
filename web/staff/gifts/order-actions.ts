import { formatDay } from '../../../shared/dates.ts';
import type { StaffGiftOrder } from '../../../shared/store/staff-gift-orders.ts';
import { write } from '../../lib/api/request.ts';
import type { ActionField, ActionRequest } from '../console/action-dialog.tsx';
import { type BulkText, bulkActs } from '../console/bulk-run.ts';
import { counted } from '../console/format.ts';
import { actLabels, describeAct, type OrderAct, statusLabels } from './labels.ts';

const pathOf = ({ id }: StaffGiftOrder, act: OrderAct) => `gift-orders/${id}/${act}`;

function seenOf({ status, trackingNumber, vendorOrderId, adminNotes }: StaffGiftOrder) {
  return { status, trackingNumber, vendorOrderId, adminNotes };
}

export function requestOf(order: StaffGiftOrder, act: OrderAct): ActionRequest<StaffGiftOrder> {
  const { title, done } = actLabels[act];
  const what = describeAct(act, order.owner);
  return {
    ...{ title, what, fields: fieldsOf(order, act), isDangerous: act === 'cancel' },
    method: act === 'details' ? 'PUT' : 'POST',
    path: pathOf(order, act),
    body: { seen: seenOf(order) },
    done: ({ recipientName, status }) => ({
      title: done,
      description: `${recipientName}: ${statusLabels[status].label}`,
    }),
  };
}

function fieldsOf(order: StaffGiftOrder, act: OrderAct): ActionField[] {
  const { trackingNumber, vendorOrderId, adminNotes } = order;
  const tracking: ActionField = { name: 'trackingNumber', label: 'Tracking number', initial: trackingNumber };
  const internal: ActionField[] = [
    { name: 'vendorOrderId', label: 'Number at the vendor', initial: vendorOrderId },
    { kind: 'area', name: 'adminNotes', label: 'Notes', description: 'For staff only', initial: adminNotes },
  ];
  if (act === 'ship') return [{ ...tracking, isRequired: true }];
  return act === 'details' ? [tracking, ...internal] : [];
}

const orders = (count: number) => counted(count, 'order');

const bulkTexts: Record<'begin' | 'arrive', BulkText> = {
  begin: {
    title: 'Begin these orders',
    what: (count) => `Begin ${count}`,
    will: (count) => `${orders(count)} will read “Being prepared” to their owners`,
    did: (count) => `${orders(count)} begun.`,
  },
  arrive: {
    title: 'Mark them as arrived',
    what: (count) => `${count} arrived`,
    will: (count) => `${orders(count)} will be over: nothing more can be done to them`,
    did: (count) => `${orders(count)} arrived.`,
  },
};

/** What can be done to several orders at once. Sending takes a tracking number for each. */
export const orderBulkActs = bulkActs<StaffGiftOrder, 'begin' | 'arrive'>(bulkTexts, {
  refusalOf: ({ status }) => statusLabels[status].label.toLowerCase(),
  nameOf: ({ recipientName, deliveryDate }) => `${recipientName}, ${formatDay(deliveryDate)}`,
  send: (act, order, reason) =>
    write('POST', `/api/admin/${pathOf(order, act)}`, { reason, seen: seenOf(order) }),
});
