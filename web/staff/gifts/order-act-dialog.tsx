import { useState } from 'react';
import type { StaffGiftOrder } from '../../../shared/store/staff-gift-orders.ts';
import { write } from '../../lib/api/request.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';
import { actWords, type OrderAct, statusWords } from './words.ts';

/** Carries out one act on an order, as it was seen. */
export function sendOrderAct(
  { id, status, trackingNumber, vendorOrderId, adminNotes }: StaffGiftOrder,
  act: OrderAct,
  reason: string,
  values: object = {},
): Promise<StaffGiftOrder> {
  const seen = { status, trackingNumber, vendorOrderId, adminNotes };
  const method = act === 'details' ? 'PUT' : 'POST';
  return write<StaffGiftOrder>(method, `/api/admin/gift-orders/${id}/${act}`, { ...values, reason, seen });
}

interface OrderActDialogProps {
  /** As it was when the dialog opened: what is on the page may change behind it. */
  order: StaffGiftOrder;
  act: OrderAct;
  onClose: () => void;
}

export function OrderActDialog({ order, act, onClose }: OrderActDialogProps) {
  const { trackingNumber, vendorOrderId, adminNotes } = order;
  const [values, setValues] = useState({
    trackingNumber: trackingNumber ?? '',
    vendorOrderId: vendorOrderId ?? '',
    adminNotes: adminNotes ?? '',
  });
  const set = (change: Partial<typeof values>) => setValues({ ...values, ...change });
  const { title, what, done: doneWords } = actWords[act];

  async function send(reason: string) {
    const done = await sendOrderAct(order, act, reason, act === 'ship' || act === 'details' ? values : {});
    toast({ title: doneWords, description: `${done.recipientName}: ${statusWords[done.status].label}` });
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
