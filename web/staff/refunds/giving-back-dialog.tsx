import { useState } from 'react';
import type { StaffRefund } from '../../../shared/billing/refunds.ts';
import { formatDollarsAndCents } from '../../../shared/dollars.ts';
import { write } from '../../lib/api/request.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';

interface GivingBackDialogProps {
  /** As it was when the dialog opened. */
  refund: StaffRefund;
  onClose: () => void;
}

export function GivingBackDialog({ refund, onClose }: GivingBackDialogProps) {
  const { id, amount, givenBackAt } = refund;
  const [reference, setReference] = useState('');

  async function send(reason: string) {
    const body = { reason, reference, seen: { givenBackAt } };
    await write<StaffRefund>('POST', `/api/admin/refunds/${id}/given-back`, body);
    toast({ title: 'Recorded', description: `${formatDollarsAndCents(amount)} was given back` });
  }

  return (
    <ActDialog
      title="Record that it was given back"
      what={`${formatDollarsAndCents(amount)}. This only writes it down: the money has to be given back at the provider first.`}
      action="Record it"
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          label="Reference"
          description="The provider’s own number of the refund"
          autoComplete="off"
          isRequired
          value={reference}
          onChange={setReference}
          error={errors['reference']}
        />
      )}
    </ActDialog>
  );
}
