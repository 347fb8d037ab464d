import { useState } from 'react';
import type { StaffRefund } from '../../../../shared/billing/refunds.ts';
import { formatDollarsAndCents } from '../../../../shared/dollars.ts';
import { write } from '../../../lib/api/request.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { ActDialog } from '../../console/act-dialog.tsx';

/** `refund`: the provider gives it back. `given-back`: somebody did, in another way. */
export type RefundAct = 'refund' | 'given-back';

interface RefundActDialogProps {
  act: RefundAct;
  /** As it was when the dialog opened. */
  refund: StaffRefund;
  onClose: () => void;
}

export function RefundActDialog({ act, refund, onClose }: RefundActDialogProps) {
  const { id, amount, owner, state, provider } = refund;
  const [reference, setReference] = useState('');
  const isByHand = act === 'given-back';
  const dollars = formatDollarsAndCents(amount);
  const whom = owner?.name ?? 'whoever paid it';

  async function send(reason: string) {
    const body = { reason, seen: { state }, ...(isByHand && { reference }) };
    await write<StaffRefund>('POST', `/api/admin/refunds/${id}/${act}`, body);
    toast(
      isByHand
        ? { title: 'Recorded', description: `${dollars} was given back` }
        : { title: 'The provider is asked', description: `${dollars} goes back to ${whom}` },
    );
  }

  return (
    <ActDialog
      title={isByHand ? 'Record that it was given back' : `Give ${dollars} back`}
      what={
        isByHand
          ? `${dollars}. This only records it: the money has to be given back in another way first.`
          : `${dollars} goes back to ${whom}${provider === 'sandbox' ? ', on the trial page: no money moves' : ', the way it came'}. They get an email. This cannot be undone.`
      }
      action={isByHand ? 'Record it' : 'Give it back'}
      send={send}
      onClose={onClose}
    >
      {(errors) =>
        isByHand && (
          <TextField
            label="Reference"
            description="The number of the refund or of the transfer"
            autoComplete="off"
            isRequired
            value={reference}
            onChange={setReference}
            error={errors['reference']}
          />
        )
      }
    </ActDialog>
  );
}
