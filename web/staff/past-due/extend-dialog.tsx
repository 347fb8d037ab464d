import { useState } from 'react';
import type { PastDueAccount } from '../../../shared/billing/past-due.ts';
import { plans } from '../../../shared/plans.ts';
import { write } from '../../lib/api/request.ts';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { ActDialog } from '../console/act-dialog.tsx';

interface ExtendDialogProps {
  /** As it was when the dialog opened. */
  account: PastDueAccount;
  onClose: () => void;
}

export function ExtendDialog({ account, onClose }: ExtendDialogProps) {
  const { id, name, plan, paidThrough } = account;
  const [until, setUntil] = useState('');

  async function send(reason: string) {
    await write('POST', `/api/admin/arrears/${id}/extend`, { reason, until, seen: { paidThrough } });
    toast({ title: 'The plan is extended', description: `${name}, until ${until}` });
  }

  return (
    <ActDialog
      title="Extend without a payment"
      what={`${name}’s ${plans[plan].name} counts as paid until the end of the day you choose. What is waiting for a payment goes out. Nothing is charged for that time.`}
      action="Extend the plan"
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <TextField
          label="Until"
          type="date"
          isRequired
          value={until}
          onChange={setUntil}
          error={errors['until']}
        />
      )}
    </ActDialog>
  );
}
