import { type FormEvent, useState } from 'react';
import { formatDollars } from '../../../../shared/dollars.ts';
import { returnFeeDollars } from '../../../../shared/keepsakes/item-rules.ts';
import type { PhysicalItem } from '../../../../shared/keepsakes/physical-items.ts';
import { fieldsOf } from '../../../lib/api/api-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { showFailure, toast } from '../../../ui/toast.ts';
import { useRequestReturn } from './queries.ts';

const fee = formatDollars(returnFeeDollars);

/** Asks why somebody wants an item back, and says what that costs. */
export function ReturnDialog({ item, onClose }: { item: PhysicalItem; onClose: () => void }) {
  const { mutateAsync: ask, isPending } = useRequestReturn();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() === '') return setError('Please say why you want it back');
    try {
      await ask({ id: item.id, reason });
      toast({ title: 'Return requested', description: `Pay the ${fee} and we send it.` });
      onClose();
    } catch (failure) {
      const field = fieldsOf(failure)['reason'];
      if (field) setError(field);
      else showFailure(failure);
    }
  }

  return (
    <FormDialog
      size="small"
      title={`Have “${item.title}” back?`}
      action="Ask for its return"
      pendingLabel="Asking"
      isBusy={isPending}
      isUnsaved={reason.trim() !== ''}
      onCancel={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <p>
        The return costs {fee}. Once that is paid we send it to the address in your profile, and write to you
        with the tracking number. Until then you can call it off.
      </p>
      <TextArea
        label="Why do you want it back?"
        rows={3}
        isRequired
        maxLength={1000}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setError(undefined);
        }}
        error={error}
      />
    </FormDialog>
  );
}
