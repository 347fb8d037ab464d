import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import type { StaffGiftOrder } from '../../../shared/store/staff-gift-orders.ts';
import { write } from '../../lib/api/request.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { type BulkText, bulkActs } from '../console/bulk-run.ts';
import type { Acting } from '../console/queue.tsx';
import { actLabels, type OrderAct, statusLabels } from './labels.ts';

/** Carries out one act on an order, as it was seen. */
function sendOrderAct(
  { id, status, trackingNumber, vendorOrderId, adminNotes }: StaffGiftOrder,
  act: OrderAct,
  reason: string,
  values: object = {},
): Promise<StaffGiftOrder> {
  const seen = { status, trackingNumber, vendorOrderId, adminNotes };
  const method = act === 'details' ? 'PUT' : 'POST';
  return write<StaffGiftOrder>(method, `/api/admin/gift-orders/${id}/${act}`, { ...values, reason, seen });
}

export function OrderDialog({ item: order, action: act, onClose }: Acting<StaffGiftOrder, OrderAct>) {
  const { trackingNumber, vendorOrderId, adminNotes } = order;
  const [values, setValues] = useState({
    trackingNumber: trackingNumber ?? '',
    vendorOrderId: vendorOrderId ?? '',
    adminNotes: adminNotes ?? '',
  });
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change });
  const { title, what, done: doneTitle } = actLabels[act];

  async function send(reason: string) {
    const done = await sendOrderAct(order, act, reason, act === 'ship' || act === 'details' ? values : {});
    toast({ title: doneTitle, description: `${done.recipientName}: ${statusLabels[done.status].label}` });
  }

  return (
    <ActDialog title={title} what={what} isDangerous={act === 'cancel'} send={send} onClose={onClose}>
      {(errors) => (
        <>
          {(act === 'ship' || act === 'details') && (
            <TextField
              label="Tracking number"
              autoComplete="off"
              isRequired={act === 'ship'}
              value={values.trackingNumber}
              onChange={(text) => set({ trackingNumber: text })}
              error={errors['trackingNumber']}
            />
          )}
          {act === 'details' && (
            <>
              <TextField
                label="Number at the vendor"
                autoComplete="off"
                value={values.vendorOrderId}
                onChange={(text) => set({ vendorOrderId: text })}
                error={errors['vendorOrderId']}
              />
              <TextArea
                label="Notes"
                description="For staff only"
                rows={3}
                value={values.adminNotes}
                onChange={(text) => set({ adminNotes: text })}
                error={errors['adminNotes']}
              />
            </>
          )}
        </>
      )}
    </ActDialog>
  );
}

const orders = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`;

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
  send: (act, order, reason) => sendOrderAct(order, act, reason),
});
